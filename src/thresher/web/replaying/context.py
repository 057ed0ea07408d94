"""The browser context of a replay: its device, its time, its random numbers, and what answers its requests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from thresher.structures.events import EventLog
from thresher.web.replaying.settings import ReplaySettings
from thresher.web.scripts import script

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext

LONGEST_SIDE = 10_000_000  # of a window, in pixels


async def new_context(browser: Browser, log: EventLog, settings: ReplaySettings) -> BrowserContext:
    """A context without cookies, storage or cache, for the device of the recording; pages are asked not to animate."""
    workers: Literal["allow", "block"] = "block" if settings.block_service_workers else "allow"
    context = await browser.new_context(reduced_motion="reduce", service_workers=workers, **_context_options(log))
    await context.add_init_script(script("timers.js"))
    if settings.clock is not None:
        await context.clock.install(time=settings.clock)
    if settings.seed is not None:
        await context.add_init_script(script("seed.js").replace("SEED", str(settings.seed), 1))
    if settings.har is not None:
        await context.route_from_har(settings.har, not_found="fallback")
    return context


def _context_options(log: EventLog) -> dict[str, Any]:
    """Options that only a new context takes: the device of the first viewport."""
    for step in log:
        record: Any = step.record
        size = {name: record.get(name) for name in ("width", "height")}
        if record.get("type") == "setViewport" and all(_is_length(value) for value in size.values()):
            scale = record.get("deviceScaleFactor")
            return {
                "viewport": size,
                "device_scale_factor": scale if isinstance(scale, int | float) and scale > 0 else 1,
                "is_mobile": bool(record.get("isMobile")),
                "has_touch": bool(record.get("hasTouch")),
            }
    return {}


def _is_length(value: object) -> bool:
    return isinstance(value, int) and 0 < value <= LONGEST_SIDE
