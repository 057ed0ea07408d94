"""Replays a recording in a new browser context and reports what happened."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from playwright.async_api import Error

from thresher.errors import OracleBroken, UsageError
from thresher.session.recordings import StuckStep
from thresher.structures.events import EventLog, LogStep, Record
from thresher.web.recording.typed import DRAG, FOCUS, TYPE
from thresher.web.reducing.failure import PageCriterion
from thresher.web.replaying.actions import ACTIONS, Action
from thresher.web.replaying.browser_session import BrowserSession, Clock, StepNotPossible, flush_events
from thresher.web.replaying.conditions import hold
from thresher.web.replaying.context import new_context
from thresher.web.replaying.page_errors import PageErrorKind, path_of
from thresher.web.replaying.page_events import ABORTED, PageEvents
from thresher.web.replaying.reasons import first_line, is_navigating, reason_of
from thresher.web.replaying.replay_result import ReplayResult
from thresher.web.replaying.selectors import shown
from thresher.web.replaying.settings import ReplaySettings, Timeouts
from thresher.web.replaying.stuck_report import StuckReport

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext

TASKS = "new Promise(done => setTimeout(done))"  # resolves once the page has run its pending tasks
MOST_SHOWN = 30  # characters of a typed value
NO_CONDITION = "the condition cannot be evaluated in the page"
ELSEWHERE = "unlike in the recording it went"
GRACE = 0.5  # seconds
LONGEST_CLOSE = 10.0  # seconds

After = Callable[[int, BrowserSession], Awaitable[None]]
"""Called after each step with its index."""


class BrowserGone(Exception):
    """The browser ended, by itself or because another replay hung. Says nothing about the recording."""


async def replay(
    browser: Browser,
    log: EventLog,
    *,
    settings: ReplaySettings,
    criterion: PageCriterion,
    timeouts: Timeouts,
    after: After | None = None,
    fallbacks: set[str] | None = None,
    report: StuckReport | None = None,
) -> ReplayResult:
    """One replay from a clean state. Ends as soon as the criterion is decided or a step is not possible.

    `fallbacks` has the selectors of steps that only a fall-back has found so far, and gets more of them. If the replay
    gets stuck, the `report` gets what there is to see.
    """
    try:
        return await _replayed(
            browser,
            log,
            settings=settings,
            criterion=criterion,
            timeouts=timeouts,
            after=after,
            fallbacks=set() if fallbacks is None else fallbacks,
            report=report,
        )
    except Error as error:
        if not browser.is_connected():
            raise BrowserGone("the browser ended during a replay") from error
        raise OracleBroken(f"the browser does not respond to commands: {first_line(error.message)}") from error


async def _replayed(
    browser: Browser,
    log: EventLog,
    *,
    settings: ReplaySettings,
    criterion: PageCriterion,
    timeouts: Timeouts,
    after: After | None,
    fallbacks: set[str],
    report: StuckReport | None,
) -> ReplayResult:
    started = time.monotonic()
    context = await new_context(browser, log, settings)
    try:
        if settings.trace is not None:
            await context.tracing.start(screenshots=True, snapshots=True)
        events = PageEvents(context, dismiss_dialogs=settings.dismiss_dialogs, endless=timeouts.endless)
        session = BrowserSession(context, events, settings, timeouts, fallbacks)
        session.timeout = _timeout(log.head)
        await context.new_page()
        used, stuck = await _steps(session, log, criterion, after)
        if stuck is not None and report is not None:
            await report.collect(stuck, log.steps[stuck.step].record, session)
        holds = stuck is None and await _end(session, criterion)
        if settings.trace is not None:
            await context.tracing.stop(path=settings.trace)
        if not browser.is_connected():
            raise BrowserGone("the browser ended during a replay")
        return ReplayResult(
            used=used,
            seconds=time.monotonic() - started,
            errors=tuple(events.errors),
            stuck=stuck,
            holds=holds,
            notes=tuple(events.notes),
            waits=replace(session.waited, response=events.slowest, endless=tuple(events.endless)),
            located=session.located,
            answered=tuple(events.answered),
        )
    finally:
        await _closed(context, browser)


async def _closed(context: BrowserContext, browser: Browser) -> None:
    """Closes the context. Where a busy page keeps it from closing, closes the browser."""
    try:
        async with asyncio.timeout(LONGEST_CLOSE):
            await context.close()
    except Error:
        return
    except TimeoutError:
        with suppress(Error, TimeoutError):
            async with asyncio.timeout(LONGEST_CLOSE):
                await browser.close()


async def _steps(
    session: BrowserSession, log: EventLog, criterion: PageCriterion, after: After | None
) -> tuple[int, StuckStep | None]:
    """The number of executed steps, and the step that was not possible, if any."""
    events = session.events
    for number, step in enumerate(log):
        events.step, events.answers = number, _answers(step)
        session.step_timeout = _timeout(step.record)
        if session.settings.pause:
            await asyncio.sleep(session.settings.pause)
        if session.settings.trace is not None:
            await session.context.tracing.group(f"step {number + 1}: {described(step)}")
        stuck = await _step(session, step)
        if session.settings.trace is not None:
            await session.context.tracing.group_end()
        if stuck is None and after is not None:
            await after(number, session)
        if criterion.sufficient(events.errors) or (stuck and _crashed(events)):
            return number + 1, None
        if stuck is not None:
            return number, StuckStep(number, described(step), stuck)
    return len(log), None


def _timeout(record: Record) -> float:
    """The timeout of a step or recording in seconds, 0 if it has none."""
    given = record.get("timeout")
    return given / 1000 if isinstance(given, int | float) else 0.0


def _answers(step: LogStep) -> list[Any]:
    """The recorded answers to the dialogs of the step; `thresher web record` writes them."""
    recorded = step.record.get("dialogs")
    return [each for each in recorded if isinstance(each, dict)] if isinstance(recorded, list) else []


def _crashed(events: PageEvents) -> bool:
    return any(each.kind is PageErrorKind.CRASH for each in events.errors)


async def _step(session: BrowserSession, step: LogStep) -> str | None:
    """Executes one step and waits for its effects; the reason if it is not possible, else None."""
    record: Any = step.record
    action = ACTIONS.get(str(record.get("type")))
    if action is None:
        return "this type of step is not known"
    before, expected = session.events.navigations, _expects_navigation(record)
    try:
        async with asyncio.timeout(session.longest_step):
            await _execute(action, session, record)
            await _settled(session, before, expected=expected)
    except StepNotPossible as why:
        return str(why)
    except Error as error:  # includes Playwright's own timeouts
        if ABORTED in error.message:
            await session.events.change(GRACE)  # the event of a crash arrives a moment later
        return reason_of(error.message)
    except TimeoutError:
        return "the page does not respond"
    session.claimed = session.events.navigations if expected else before
    _compare_address(session, record)
    return None


async def _execute(action: Action, session: BrowserSession, record: Any) -> None:
    """StepNotPossible for a step that lacks a field, or in which one has another type than browsers record."""
    try:
        await action(session, record)
    except (KeyError, TypeError, ValueError) as error:
        raise StepNotPossible("its fields are not valid") from error


def _compare_address(session: BrowserSession, record: Any) -> None:
    """Notes the first step that leads elsewhere than in the recording."""
    wanted = [path_of(str(each.get("url"))) for each in _asserted(record) if each.get("url")]
    if wanted and not session.diverged and any(not page.is_closed() for page in session.events.pages):
        reached = path_of(session.page.url)
        if reached not in wanted:
            session.diverged = True
            session.events.notes.append(
                f"step {session.events.step + 1}: {ELSEWHERE} to {reached}, not to {wanted[-1]}"
            )


def _expects_navigation(record: Any) -> bool:
    return bool(_asserted(record))


def _asserted(record: Any) -> list[dict[str, Any]]:
    """The navigations that the step led to when it was recorded."""
    asserted = record.get("assertedEvents")
    known = asserted if isinstance(asserted, list) else []
    return [each for each in known if isinstance(each, dict) and each.get("type") == "navigation"]


async def _settled(session: BrowserSession, before: int, *, expected: bool) -> None:
    """Waits for the effects of the step: its requests, and a new page if it navigated."""
    events = session.events
    if expected:
        clock = Clock(events, max(session.wait, session.timeouts.navigation))
        while events.navigations <= session.claimed and not await clock.over():
            pass
        if events.navigations > session.claimed:
            session.note_navigation(clock)
    if events.busy:
        await events.quiet(session.timeouts.response)
        if not session.page.is_closed():
            await flush_events(session.page, TASKS)  # handling the last response may raise an error
    if events.navigations != before and not session.page.is_closed():
        await session.loaded()
        await events.quiet(session.timeouts.response)


async def _end(session: BrowserSession, criterion: PageCriterion) -> bool:
    """Waits for the failure to occur after the last step; whether the stated conditions hold."""
    clock, seen, late = Clock(session.events, session.timeouts.end), len(session.events.errors), 0.0
    while True:
        holds = bool(criterion.conditions) and await _conditions_hold(session, criterion)
        if holds or len(session.events.errors) > seen:
            seen, late = len(session.events.errors), clock.quiet
        enough = (holds or not criterion.conditions) and criterion.enough(session.events.errors)
        if enough or await clock.over():
            session.waited = replace(session.waited, end=late)
            return holds


async def _conditions_hold(session: BrowserSession, criterion: PageCriterion) -> bool:
    try:
        async with asyncio.timeout(session.timeouts.respond):
            return await hold(session.page, criterion.conditions)
    except StepNotPossible:
        return False
    except TimeoutError:
        return False
    except Error as error:
        if is_navigating(error.message) or _crashed(session.events) or session.page.is_closed():
            return False
        if "SyntaxError" in error.message:
            raise UsageError(f"the condition is not a JavaScript expression: {first_line(error.message)}") from None
        session.events.note_once(f"{NO_CONDITION}: {first_line(error.message)}")
        return False


def described(step: LogStep) -> str:
    """A short description of a step."""
    record: Any = step.record
    what = str(record.get("type"))
    if record.get("name") == DRAG and isinstance(given := record.get("parameters"), dict):
        return f"drag {shown(given)} to {shown({'selectors': given.get('to')})}"
    if record.get("name") == TYPE and isinstance(given := record.get("parameters"), dict):
        return f"type {str(given.get('text', ''))[:MOST_SHOWN]!r}"
    if record.get("name") == FOCUS and isinstance(given := record.get("parameters"), dict):
        return f"focus {shown(given)}"
    detail = shown(record) or str(record.get("url") or record.get("key") or record.get("name") or "")
    value = record.get("value")
    assigned = f" = {value[:MOST_SHOWN]!r}" if isinstance(value, str) else ""
    return f"{what} {detail}{assigned}" if detail else what
