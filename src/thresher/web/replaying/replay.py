"""Does the steps of a recording in a browser context of their own, and tells what happened."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from playwright.async_api import Error

from thresher.errors import OracleBroken, UsageError
from thresher.structures.events import EventLog, Record, Step
from thresher.web.reducing.failure import PageCriterion
from thresher.web.replaying.actions import ACTIONS, DRAG
from thresher.web.replaying.browser_session import BrowserSession, Clock, StepNotPossible, flush_events, is_navigating
from thresher.web.replaying.conditions import hold
from thresher.web.replaying.page_errors import PageErrorKind
from thresher.web.replaying.page_events import ABORTED, PageEvents
from thresher.web.replaying.reasons import first_line, reason_of
from thresher.web.replaying.replay_result import ReplayResult, StuckStep
from thresher.web.replaying.selectors import shown
from thresher.web.replaying.settings import ReplaySettings, Timeouts

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext

TASKS = "new Promise(done => setTimeout(done))"  # resolves once the page has done what was waiting
MOST_SHOWN = 30  # characters of what was typed
LONGEST_SIDE = 10_000_000  # of a window, in pixels
NO_CONDITION = "the condition cannot be looked up in the page"
GRACE = 0.5  # seconds
LONGEST_CLOSE = 10.0  # seconds

After = Callable[[int, BrowserSession], Awaitable[None]]
"""Called after each step with its number from 0."""


class BrowserGone(Exception):
    """The browser ended, by itself or because another replay hung: nothing is known of the recording."""


async def replay(
    browser: Browser,
    log: EventLog,
    *,
    settings: ReplaySettings,
    criterion: PageCriterion,
    patience: Timeouts,
    after: After | None = None,
) -> ReplayResult:
    """One replay from a clean state. Ends as soon as the criterion is decided or a step cannot be done."""
    try:
        return await _replayed(browser, log, settings=settings, criterion=criterion, patience=patience, after=after)
    except Error as error:
        if not browser.is_connected():
            raise BrowserGone("the browser ended during a replay") from error
        raise OracleBroken(f"the browser does not do as it is told: {first_line(error.message)}") from error


async def _replayed(
    browser: Browser,
    log: EventLog,
    *,
    settings: ReplaySettings,
    criterion: PageCriterion,
    patience: Timeouts,
    after: After | None,
) -> ReplayResult:
    begun = time.monotonic()
    context = await browser.new_context(**_context_options(log))
    try:
        watch = PageEvents(context, dismiss_dialogs=settings.dismiss_dialogs)
        visit = BrowserSession(context, watch, settings, patience)
        visit.timeout = _timeout(log.head)
        await context.new_page()
        used, stuck = await _steps(visit, log, criterion, after)
        holds = stuck is None and await _end(visit, criterion)
        if not browser.is_connected():
            raise BrowserGone("the browser ended during a replay")
        return ReplayResult(
            used=used,
            seconds=time.monotonic() - begun,
            sightings=tuple(watch.sightings),
            stuck=stuck,
            holds=holds,
            notes=tuple(watch.notes),
            waits=visit.waited,
            located=visit.located,
            answered=tuple(watch.answered),
        )
    finally:
        await _closed(context, browser)


async def _closed(context: BrowserContext, browser: Browser) -> None:
    """Leaves nothing behind; a context that does not close, since its page never rests, takes the browser with it."""
    try:
        async with asyncio.timeout(LONGEST_CLOSE):
            await context.close()
    except Error:
        return
    except TimeoutError:
        with suppress(Error, TimeoutError):
            async with asyncio.timeout(LONGEST_CLOSE):
                await browser.close()


def _context_options(log: EventLog) -> dict[str, Any]:
    """What only a new context can be given: the first viewport's kind of device."""
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


async def _steps(
    visit: BrowserSession, log: EventLog, criterion: PageCriterion, after: After | None
) -> tuple[int, StuckStep | None]:
    """How many steps were done, and the one that could not be."""
    watch = visit.watch
    for number, step in enumerate(log):
        watch.step, watch.answers = number, _answers(step)
        visit.step_timeout = _timeout(step.record)
        stuck = await _step(visit, step)
        if stuck is None and after is not None:
            await after(number, visit)
        if criterion.sufficient(watch.sightings) or (stuck and _crashed(watch)):
            return number + 1, None
        if stuck is not None:
            return number, StuckStep(number, described(step), stuck)
    return len(log), None


def _timeout(record: Record) -> float:
    """The seconds that a step or a recording asks to be waited."""
    given = record.get("timeout")
    return given / 1000 if isinstance(given, int | float) else 0.0


def _answers(step: Step) -> list[Any]:
    """What the user said to the dialogs of the step, if it was recorded by `thresher web record`."""
    said = step.record.get("dialogs")
    return [each for each in said if isinstance(each, dict)] if isinstance(said, list) else []


def _crashed(watch: PageEvents) -> bool:
    return any(each.kind is PageErrorKind.CRASH for each in watch.sightings)


async def _step(visit: BrowserSession, step: Step) -> str | None:
    """Does one step and waits for what it started; why it cannot be done, if so."""
    record: Any = step.record
    action = ACTIONS.get(str(record.get("type")))
    if action is None:
        return "this type of step is not known"
    before, expected = visit.watch.navigations, _expects_navigation(record)
    try:
        async with asyncio.timeout(visit.patience.respond + visit.wait + visit.patience.load):
            await action(visit, record)
            await _settled(visit, before, expected=expected)
    except StepNotPossible as why:
        return str(why)
    except Error as error:  # a time-out of Playwright's own is one of them
        if ABORTED in error.message:
            await visit.watch.change(GRACE)  # a page that crashes is heard of a moment later
        return reason_of(error.message)
    except TimeoutError:
        return "the page does not respond"
    except (KeyError, TypeError, ValueError):
        return "its fields are not what they should be"
    visit.claimed = visit.watch.navigations if expected else before
    return None


def _expects_navigation(record: Any) -> bool:
    asserted = record.get("assertedEvents")
    known = asserted if isinstance(asserted, list) else []
    return any(isinstance(each, dict) and each.get("type") == "navigation" for each in known)


async def _settled(visit: BrowserSession, before: int, *, expected: bool) -> None:
    """Waits for what the step set in motion: requests, and a new page if it led to one."""
    watch = visit.watch
    if expected:
        clock = visit.clock()
        while watch.navigations <= visit.claimed and not await clock.over():
            pass
    if watch.busy:
        await watch.quiet(visit.patience.step)
        if not visit.page.is_closed():
            await flush_events(visit.page, TASKS)  # what came with the last response may throw
    if watch.navigations != before and not visit.page.is_closed():
        await visit.page.wait_for_load_state("load", timeout=1000 * visit.patience.load)
        await watch.quiet(visit.patience.step)


async def _end(visit: BrowserSession, criterion: PageCriterion) -> bool:
    """Gives the failure the time it needs to show after the last step; whether the stated conditions hold."""
    clock, seen, late = Clock(visit.watch, visit.patience.end), len(visit.watch.sightings), 0.0
    while True:
        holds = bool(criterion.conditions) and await _look(visit, criterion)
        if holds or len(visit.watch.sightings) > seen:
            seen, late = len(visit.watch.sightings), clock.quiet
        enough = (holds or not criterion.conditions) and criterion.enough(visit.watch.sightings)
        if enough or await clock.over():
            visit.waited = replace(visit.waited, end=late)
            return holds


async def _look(visit: BrowserSession, criterion: PageCriterion) -> bool:
    try:
        async with asyncio.timeout(visit.patience.respond):
            return await hold(visit.page, criterion.conditions)
    except StepNotPossible:
        return False
    except TimeoutError:
        return False
    except Error as error:
        if is_navigating(error.message) or _crashed(visit.watch) or visit.page.is_closed():
            return False
        if "SyntaxError" in error.message:
            raise UsageError(f"the condition is no JavaScript expression: {first_line(error.message)}") from None
        visit.watch.note_once(f"{NO_CONDITION}: {first_line(error.message)}")  # a page that has not what it speaks of
        return False


def described(step: Step) -> str:
    """What a step does, in a few words."""
    record: Any = step.record
    what = str(record.get("type"))
    if record.get("name") == DRAG and isinstance(given := record.get("parameters"), dict):
        return f"drag {shown(given)} to {shown({'selectors': given.get('to')})}"
    detail = shown(record) or str(record.get("url") or record.get("key") or record.get("name") or "")
    value = record.get("value")
    told = f" = {value[:MOST_SHOWN]!r}" if isinstance(value, str) else ""
    return f"{what} {detail}{told}" if detail else what
