"""One clean visit of the browser: where steps are done, and how long something is waited for."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from playwright.async_api import Error

from thresher.web.replaying.page_events import PageEvents
from thresher.web.replaying.replay_result import LocatedElement, Waits
from thresher.web.replaying.selectors import Match, NoMatch, alternatives, resolve
from thresher.web.replaying.settings import ReplaySettings, Timeouts

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Frame, Page

LOOKS = (0.005, 0.01, 0.02, 0.04)  # seconds between the first looks at a page; then the last one again and again
LONGEST = 60.0  # seconds, whatever is being loaded
MAIN = "main"

StepRecord = Mapping[str, Any]


class StepNotPossible(Exception):
    """A step cannot be done; the message says why in a few stable words."""


class Clock:
    """Tells when to give up: time counts only while nothing is being loaded, up to a limit for all time."""

    def __init__(self, watch: PageEvents, patience: float) -> None:
        self._watch, self._patience = watch, patience
        self._begun = self._looked = time.monotonic()
        self.quiet = 0.0
        self._looks = 0

    async def over(self) -> bool:
        """Waits a little; whether patience is at its end."""
        pause = LOOKS[min(self._looks, len(LOOKS) - 1)]
        self._looks += 1
        busy = self._watch.busy
        await self._watch.change(pause)
        now = time.monotonic()
        self.quiet += 0.0 if busy else now - self._looked
        self._looked = now
        return self.quiet >= self._patience or now - self._begun >= LONGEST


class BrowserSession:
    """A browser context with its tabs, and the patience that it is visited with."""

    def __init__(
        self, context: BrowserContext, watch: PageEvents, settings: ReplaySettings, patience: Timeouts
    ) -> None:
        self.context, self.watch, self.settings, self.patience = context, watch, settings, patience
        self.waited = Waits()
        self.located: dict[int, LocatedElement] = {}
        self.claimed = (
            0  # navigations that steps before have led to: a key that goes up may wait for one of its going down
        )
        self.timeout = self.step_timeout = 0.0  # seconds that the recording and the step ask for
        self._last: Page | None = None

    @property
    def page(self) -> Page:
        """The tab that was used last and is still open."""
        if self._last is not None and not self._last.is_closed():
            return self._last
        still = [page for page in self.watch.pages if not page.is_closed()]
        if not still:
            raise StepNotPossible("all tabs are closed")
        return still[0]

    @property
    def wait(self) -> float:
        """Seconds to wait for an element: as the recording asks, if that is longer and nothing better is known."""
        if not self.patience.heeds_timeouts:
            return self.patience.step
        return min(LONGEST, max(self.patience.step, self.step_timeout or self.timeout))

    def clock(self) -> Clock:
        return Clock(self.watch, self.wait)

    async def tab(self, step: StepRecord) -> Page:
        """The tab that the step happens in: the first one, or the one that shows the step's target."""
        target = step.get("target", MAIN)
        clock = self.clock()
        while (found := self._showing(target)) is None:
            if await clock.over():
                raise StepNotPossible("the first tab is closed" if target == MAIN else f"no tab shows {target}")
        if found is not self._last and self._last is not None:
            await found.bring_to_front()
        self._last = found
        self._note_wait(clock)
        return found

    def was_closed(self, step: StepRecord) -> bool:
        """Whether the step's tab was there and is closed now."""
        target = step.get("target", MAIN)
        known = self.watch.pages[:1] if target == MAIN else [page for page in self.watch.pages if page.url == target]
        return bool(known) and all(page.is_closed() for page in known)

    def _showing(self, target: object) -> Page | None:
        pages = self.watch.pages
        if target == MAIN:
            return pages[0] if pages and not pages[0].is_closed() else None
        return next((page for page in reversed(pages) if page.url == target and not page.is_closed()), None)

    async def frame(self, step: StepRecord) -> Frame:
        """The frame that the step happens in, by its path of numbers from the tab's main frame."""
        page = await self.tab(step)
        frame, clock = page.main_frame, self.clock()
        for number in step.get("frame") or ():
            while number >= len(frame.child_frames):
                if await clock.over():
                    raise StepNotPossible(f"the page has no frame {step['frame']}")
            frame = frame.child_frames[number]
        return frame

    async def element(self, step: StepRecord) -> tuple[Frame, Match]:
        """The element that the step means, once it is there and can be seen."""
        chains = alternatives(step)
        if not chains:
            raise StepNotPossible("it has no selectors")
        clock = self.clock()
        while True:
            frame = await self.frame(step)
            found = await match_in(frame, chains)
            if isinstance(found, Match) and found.visible:
                self._note_wait(clock)
                self.located[self.watch.step] = LocatedElement(found.selector, found.kind)
                return frame, self._unambiguous(found)
            if isinstance(found, NoMatch) and found.invalid:
                raise StepNotPossible(f"the browser does not take its selector: {found.invalid[:120]}")
            if await clock.over():
                raise StepNotPossible("what matches cannot be seen" if isinstance(found, Match) else "nothing matches")

    def _unambiguous(self, found: Match) -> Match:
        if found.seen > 1:
            if self.settings.strict:
                raise StepNotPossible(f"{found.seen} elements match")
            note = f"step {self.watch.step + 1}: {found.seen} elements match; the first was taken, as Chrome does"
            self.watch.notes.append(note)
        return found

    def _note_wait(self, clock: Clock) -> None:
        self.waited = Waits(max(self.waited.step, clock.quiet), self.waited.load, self.waited.end)

    def note_load(self, seconds: float) -> None:
        self.waited = Waits(self.waited.step, max(self.waited.load, seconds), self.waited.end)


async def match_in(frame: Frame, chains: list[list[tuple[str, str]]]) -> Match | NoMatch:
    """One look at a frame; a page that is just going elsewhere has nothing to show."""
    try:
        return await resolve(frame, chains)
    except Error as error:
        if is_navigating(error.message):
            return NoMatch(None)
        raise


async def flush_events(page: Page, expression: str = "0") -> None:
    """Until all that the page has told before is heard of; one that is just going elsewhere has told it."""
    try:
        await page.evaluate(expression)
    except Error as error:
        if not is_navigating(error.message):
            raise


def is_navigating(message: str) -> bool:
    """Whether an error only says that the page is going elsewhere."""
    signs = ("Execution context was destroyed", "Cannot find context", "frame was detached", "Frame was detached")
    return any(sign in message for sign in signs)
