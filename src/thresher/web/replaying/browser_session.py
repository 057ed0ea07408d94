"""A browser context that one replay has to itself: finds the tab, frame and element of a step, and waits for them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from playwright.async_api import Error

from thresher.web.replaying.page_events import PageEvents
from thresher.web.replaying.reasons import is_navigating
from thresher.web.replaying.replay_result import LocatedElement, Waits
from thresher.web.replaying.selectors import Match, NoMatch, alternatives, named_locator, path_of_focus, resolve
from thresher.web.replaying.settings import ReplaySettings, Timeouts

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Frame, Page

LOOKS = (0.005, 0.01, 0.02, 0.04)  # seconds between the first polls of a page; then the last one, repeatedly
LONGEST = 60.0  # seconds for one wait, even while requests are pending
FALLBACK_AFTER = 0.3  # seconds
MOVING_FOR = 1.0  # seconds that the end of an animation is waited for
FOCUS_FOR = 1.0  # seconds that the focus is waited for
MOST_PER_POLL = 0.08  # seconds; a poll of an idle machine takes about 0.05
MAIN, BLANK = "main", "about:blank"
CLOSED = "has been closed"  # in Playwright's messages

StepRecord = Mapping[str, Any]


class StepNotPossible(Exception):
    """A step cannot be executed. The message is the same in every run."""


class Clock:
    """The time limit of one wait. Time counts only while no request is pending; LONGEST bounds the total.

    A poll that takes longer than MOST_PER_POLL counts as that: the page or the machine is busy, not idle.
    """

    def __init__(self, events: PageEvents, limit: float) -> None:
        self._events, self._limit = events, limit
        self._started = self._polled = time.monotonic()
        self.quiet = 0.0
        self._looks = 0

    async def over(self) -> bool:
        """Waits for the next poll; whether the time is up."""
        pause = LOOKS[min(self._looks, len(LOOKS) - 1)]
        self._looks += 1
        busy = self._events.busy
        await self._events.change(pause)
        now = time.monotonic()
        self.quiet += 0.0 if busy else min(now - self._polled, MOST_PER_POLL)
        self._polled = now
        return self.quiet >= self._limit or now - self._started >= LONGEST


class BrowserSession:
    """A browser context with its tabs, its events and the time limits of the replay."""

    def __init__(
        self,
        context: BrowserContext,
        events: PageEvents,
        settings: ReplaySettings,
        timeouts: Timeouts,
        fallbacks: set[str] | None = None,
    ) -> None:
        self.context, self.events, self.settings, self.timeouts = context, events, settings, timeouts
        self.fallbacks = set() if fallbacks is None else fallbacks  # selectors of steps that only a fall-back finds
        self.waited = Waits()
        self.located: dict[int, LocatedElement] = {}
        self.claimed = 0  # navigations caused by earlier steps; a keyUp may wait for one that its keyDown caused
        self.timeout = self.step_timeout = 0.0  # seconds, from the recording and from the step
        self.round_trip = 0.0  # seconds that the page took to answer the last question
        self.diverged = False  # a step has led elsewhere than in the recording
        self._last: Page | None = None
        self._instead: dict[str, Page] = {}  # tabs that take the place of those with an address that none has
        self._unfocused = ""  # selectors that the focus was not on, since the last step with an element

    @property
    def page(self) -> Page:
        """The tab used last, or the first one that is still open."""
        if self._last is not None and not self._last.is_closed():
            return self._last
        still = [page for page in self.events.pages if not page.is_closed()]
        if not still:
            raise StepNotPossible("all tabs are closed")
        return still[0]

    @property
    def wait(self) -> float:
        """Seconds to wait for an element; before the first replay, at least as long as the recording asks for."""
        if not self.timeouts.use_recorded_timeouts:
            return self.timeouts.step
        return min(LONGEST, max(self.timeouts.step, self.step_timeout or self.timeout))

    @property
    def longest_step(self) -> float:
        """Seconds for one step, with all that it may have to wait for."""
        return self.timeouts.respond + self.wait + self.timeouts.load + self.timeouts.response + self.act / 1000

    def clock(self) -> Clock:
        return Clock(self.events, self.wait)

    async def tab(self, step: StepRecord) -> Page:
        """The tab of the step: the first one, or the one whose URL is the step's target. Waits until it is open.

        After a moment the only other tab is taken: an address may have parts that are new in every session.
        """
        target = step.get("target", MAIN)
        clock = self.clock()
        while (found := self._showing(target)) is None:
            if clock.quiet >= min(FALLBACK_AFTER, self.wait / 2) and self._use_only_other(target):
                continue
            if await clock.over():
                raise StepNotPossible("the first tab is closed" if target == MAIN else f"no tab shows {target}")
        if found is not self._last and self._last is not None:
            await found.bring_to_front()
        self._last = found
        self._note_wait(clock)
        return found

    def was_closed(self, step: StepRecord) -> bool:
        """Whether the step's tab has been open and is closed now."""
        target = step.get("target", MAIN)
        known = self.events.pages[:1] if target == MAIN else self._showed(target)
        return bool(known) and all(page.is_closed() for page in known)

    def _showing(self, target: object) -> Page | None:
        pages = self.events.pages
        if target == MAIN:
            return pages[0] if pages and not pages[0].is_closed() else None
        return next((page for page in reversed(self._showed(target)) if not page.is_closed()), None)

    def _showed(self, target: object) -> list[Page]:
        """The tabs with this address, and the one that has taken the place of such a tab."""
        return [page for page in self.events.pages if page.url == target or self._instead.get(str(target)) is page]

    def _use_only_other(self, target: object) -> bool:
        """Lets the only open tab besides the first one stand for the one with this address."""
        others = [page for page in self.events.pages[1:] if not page.is_closed()]
        if target == MAIN or len(others) != 1 or others[0].url == BLANK:
            return False
        self._instead[str(target)] = others[0]
        note = f"step {self.events.step + 1}: no tab shows {target}; the only other one shows {others[0].url}"
        self.events.notes.append(note)
        return True

    async def frame(self, step: StepRecord) -> Frame:
        """The frame of the step, by its path of child indices from the tab's main frame."""
        page = await self.tab(step)
        frame, clock = page.main_frame, self.clock()
        for number in step.get("frame") or ():
            while number >= len(frame.child_frames):
                if await clock.over():
                    raise StepNotPossible(f"the page has no frame {step['frame']}")
            frame = frame.child_frames[number]
        return frame

    async def element(self, step: StepRecord, *, hidden: str = "") -> tuple[Frame, Match]:
        """The element of the step. Waits until it exists and is visible; one of the kind `hidden` need not be.

        An alternative after the first is taken only if those before it have found nothing for a moment.
        """
        chains = alternatives(step)
        if not chains:
            raise StepNotPossible("it has no selectors")
        self._unfocused = ""
        clock = self.clock()
        while True:
            frame = await self.frame(step)
            asked = time.monotonic()
            found = await match_in(frame, chains)
            self.round_trip = time.monotonic() - asked
            usable = isinstance(found, Match) and (found.visible or found.kind == hidden)
            if isinstance(found, Match) and usable and clock.quiet >= self._patience(chains, found):
                self._note_fallback(chains, found)
                self._note_wait(clock)
                named = await named_locator(frame, chains, found) if self.settings.check_names else None
                self.located[self.events.step] = LocatedElement(
                    found.selector, found.kind, named=named, path=found.path
                )
                return frame, self._unambiguous(found)
            if isinstance(found, NoMatch) and found.invalid:
                raise StepNotPossible(f"the browser rejects its selector: {found.invalid[:120]}")
            if await clock.over():
                raise StepNotPossible(_missing(found))

    async def focused(self, step: StepRecord) -> None:
        """Waits for the focus to be where it was in the recording, but not for long: it may never get there."""
        chains = alternatives({"selectors": step.get("focused")})
        clock = Clock(self.events, min(self.wait, FOCUS_FOR))
        while chains and self._unfocused != str(chains):
            path = await path_of_focus(await self.tab(step), step.get("frame") or (), chains)
            if path is not None:
                self.located[self.events.step] = LocatedElement(path, "", path=path)
                self._note_wait(clock)
                return
            if await clock.over():
                self._unfocused = str(chains)

    def _patience(self, chains: list[list[tuple[str, str]]], found: Match) -> float:
        """Seconds until a fall-back, unless it was necessary before, or a moving element is used."""
        if found.missed and str(chains) not in self.fallbacks:
            return min(FALLBACK_AFTER, self.wait / 2)
        return MOVING_FOR if found.moving else 0.0

    def _note_fallback(self, chains: list[list[tuple[str, str]]], found: Match) -> None:
        if found.missed:
            self.fallbacks.add(str(chains))
            first, used = (" ".join(text for _, text in chains[number]) for number in (0, found.chosen))
            self.events.notes.append(f"step {self.events.step + 1}: nothing matches {first}; found by {used}")

    def _unambiguous(self, found: Match) -> Match:
        if found.seen > 1:
            if self.settings.strict:
                raise StepNotPossible(f"{found.seen} elements match")
            note = f"step {self.events.step + 1}: {found.seen} elements match; the first is used, as in Chrome"
            self.events.notes.append(note)
        return found

    def _note_wait(self, clock: Clock) -> None:
        self.waited = replace(self.waited, step=max(self.waited.step, clock.quiet))

    def note_navigation(self, clock: Clock) -> None:
        self.waited = replace(self.waited, navigation=max(self.waited.navigation, clock.quiet))

    async def loaded(self) -> None:
        """Waits until the page is loaded, or closed."""
        started, page = time.monotonic(), self.page
        try:
            await page.wait_for_load_state("load", timeout=1000 * self.timeouts.load)
        except Error as error:
            if not (page.is_closed() or CLOSED in error.message):
                raise
        self.note_load(time.monotonic() - started)

    def note_load(self, seconds: float) -> None:
        self.waited = replace(self.waited, load=max(self.waited.load, seconds))

    async def handled(self, page: Page) -> None:
        """Waits until the page has handled the events of an action; what that starts may take longer."""
        started = time.monotonic()
        async with asyncio.timeout(self.timeouts.respond):
            await flush_events(page)
        self.note_action(time.monotonic() - started)

    def note_action(self, seconds: float) -> None:
        self.waited = replace(self.waited, action=max(self.waited.action, seconds))

    @property
    def act(self) -> float:
        """Milliseconds for an action on the element that was just found."""
        return self.timeouts.act(self.round_trip)

    @property
    def brief_act(self) -> float:
        """Milliseconds for such an action if nothing is in its way."""
        return self.timeouts.brief_act(self.round_trip)


def _missing(found: Match | NoMatch) -> str:
    """Why there is nothing to act on."""
    if isinstance(found, Match):
        return "what matches cannot be seen"
    return f"nothing in {found.closed} can be found: it has no open shadow root" if found.closed else "nothing matches"


async def match_in(frame: Frame, chains: list[list[tuple[str, str]]]) -> Match | NoMatch:
    """The match in a frame as it is now; none while the page is navigating."""
    try:
        return await resolve(frame, chains)
    except Error as error:
        if is_navigating(error.message):
            return NoMatch(None)
        raise


async def flush_events(page: Page, expression: str = "0") -> None:
    """Waits until every event that the page has emitted so far is delivered, or it is closed."""
    try:
        await page.evaluate(expression)
    except Error as error:
        if not (is_navigating(error.message) or page.is_closed() or CLOSED in error.message):
            raise
