"""From a recording to an oracle: the first replay, the failure learned from it, and the error if nothing fails."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from thresher.engine.record.record import Record
from thresher.errors import NotFailing
from thresher.formats.events.events import read_log
from thresher.kernel.outcome import Outcome, Verdict
from thresher.session.folder.saved import damaged_journal
from thresher.session.recordings import journal_first_replays, replays_until_failure
from thresher.structures.events import EventLog
from thresher.web.recording.recorder import OBSERVED
from thresher.web.reducing.failure import AnyPageFailure, LearnedPageFailure, PageCriterion, StatedPageFailure, worst
from thresher.web.reducing.oracle import Replayer, ReplayOracle
from thresher.web.reducing.page_states import PageStates, routes
from thresher.web.replaying.browser_session import BrowserSession
from thresher.web.replaying.page_errors import PageError, PageErrorKind
from thresher.web.replaying.replay import ELSEWHERE, NO_CONDITION, After
from thresher.web.replaying.replay_result import ReplayResult, Waits
from thresher.web.replaying.settings import Timeouts
from thresher.web.replaying.stuck_report import StuckReport

LONGEST_END = 10.0  # seconds to wait for an error that was observed


def open_oracle(
    replayer: Replayer,
    data: bytes,
    record: Record,
    *,
    stated: StatedPageFailure | None,
    checks: int,
    name: str,
    after: After | None = None,
    report: StuckReport | None = None,
    judged: Callable[[Verdict], None] = lambda _: None,
) -> ReplayOracle:
    """The oracle for this recording. Costs one replay, the first check, unless it is in the journal already.

    Since the failure may be flaky, there are up to `checks` replays until it occurs. `after` is called after each step
    of the replays; the `report` gets what there is to see if the last of them gets stuck. `judged` gets the verdict of
    each, which is a failure for the last one only.
    """
    if record.verdicts.learned is None:
        log = read_log(data, name)
        pages = PageStates()
        seen = _replays(replayer, log, stated, checks, after=_both(after, pages), report=report, judged=judged)
        criterion = stated or _learned(seen[-1])
        if criterion is None or criterion.judge(seen[-1]).outcome is not Outcome.FAIL:
            raise NotFailing(not_failing(log, seen, stated, name))
        found = routes(pages.states, _failing_step(criterion, seen[-1]))
        _record_first_replays(record, data, criterion, seen, found)
    else:
        record.known(data)  # what an earlier run showed may answer for the empty log
    assert record.verdicts.learned is not None
    try:
        known = json.loads(record.verdicts.learned.signature)
        criterion = stated or LearnedPageFailure(_restored(known["sighting"]))
        timeouts = Timeouts.learned(_restored_waits(known["waits"]), step=replayer.settings.step_timeout)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise damaged_journal() from None
    return ReplayOracle(replayer, criterion=criterion, timeouts=timeouts, routes=known.get("routes", ()))


def first_timeouts(replayer: Replayer, log: EventLog) -> Timeouts:
    """The time limits of the first replay, when nothing has been measured yet.

    An error that occurred when the session was recorded is waited for longer than one that nobody knows of.
    """
    step = replayer.settings.step_timeout
    timeouts = Timeouts() if step is None else Timeouts(step=step)
    return replace(timeouts, end=LONGEST_END) if _observed(log) else timeouts


def any_failure(log: EventLog) -> AnyPageFailure:
    """Any failure, once those that occurred when the session was recorded have occurred again."""
    return AnyPageFailure(tuple((str(each.get("kind")), str(each.get("message"))) for each in _observed(log)))


def _replays(
    replayer: Replayer,
    log: EventLog,
    stated: StatedPageFailure | None,
    checks: int,
    *,
    after: After | None,
    report: StuckReport | None,
    judged: Callable[[Verdict], None],
) -> list[ReplayResult]:
    """Replays until one fails, at most `checks` of them."""
    criterion: PageCriterion = stated or any_failure(log)
    timeouts = first_timeouts(replayer, log)

    def replay() -> ReplayResult | None:
        return replayer.replay(log, criterion, timeouts, after=after, report=report)

    def judge(seen: ReplayResult) -> Verdict:
        verdict = criterion.judge(seen)
        judged(verdict)
        return verdict

    return replays_until_failure(replay, judge, most=checks)


def _both(first: After | None, second: After) -> After:
    async def after(number: int, session: BrowserSession) -> None:
        if first is not None:
            await first(number, session)
        await second(number, session)

    return after


def _failing_step(criterion: PageCriterion, replayed: ReplayResult) -> int | None:
    """The step that showed the failure; None if it is seen on the page after the last one."""
    if isinstance(criterion, LearnedPageFailure):
        return criterion.error.step
    return None if criterion.conditions else replayed.used - 1


def _learned(seen: ReplayResult) -> LearnedPageFailure | None:
    found = worst(seen.errors)
    return (
        LearnedPageFailure(found)
        if found is not None and AnyPageFailure().judge(seen).outcome is Outcome.FAIL
        else None
    )


def not_failing(log: EventLog, seen: list[ReplayResult], stated: StatedPageFailure | None, name: str) -> str:
    """The error message: what happened instead, and what to do."""
    last, often = seen[-1], f" in {len(seen)} replays" if len(seen) > 1 else ""
    if last.stuck is not None:
        advice = "" if last.stuck.step == 0 else f"; to hover or wait first: thresher web replay --repair {name}"
        return f"{name} cannot be replayed{often}: {last.stuck}{_diverged(last)}{advice}"
    if stated is not None:
        why = "".join(f" ({note})" for note in last.notes if note.startswith(NO_CONDITION))
        return f"{name} does not show the stated failure{often}: {'; '.join(stated.describe())}{why}"
    return (
        f"nothing fails when {name} is replayed{often}, all {len(log)} steps{_diverged(last)}{_last_observed(log)}; "
        "say what the failure is: "
        "--text, --no-text, --selector, --no-selector, --fails-when EXPR"
    )


def _diverged(replayed: ReplayResult) -> str:
    """The first step that led elsewhere than in the recording."""
    return "".join(f" ({note})" for note in replayed.notes if ELSEWHERE in note)


def _observed(log: EventLog) -> list[dict[str, Any]]:
    """The errors that occurred while the recording was made."""
    noted = log.head.get(OBSERVED)
    return [each for each in noted if isinstance(each, dict)] if isinstance(noted, list) else []


def _last_observed(log: EventLog) -> str:
    """The last of these errors, in words."""
    for last in _observed(log)[-1:]:
        message = str(last.get("message"))[:90]
        return f" (when it was recorded, step {last.get('step')} showed: {last.get('kind')}: {message})"
    return ""


def _record_first_replays(
    record: Record, data: bytes, criterion: PageCriterion, seen: list[ReplayResult], found: list[list[int]]
) -> None:
    """Journals the learned failure, waits and routes; the first replays count as checks of the recording."""
    error = dataclasses.asdict(criterion.error) if isinstance(criterion, LearnedPageFailure) else None
    if error is not None:
        error["kind"] = error["kind"].value
    learned = {"sighting": error, "waits": dataclasses.asdict(seen[-1].waits), "routes": found}
    journal_first_replays(record, data, learned, seen, criterion.judge)


def _restored_waits(known: dict[str, Any]) -> Waits:
    return Waits(**{**known, "endless": tuple(known["endless"])})


def _restored(known: dict[str, Any]) -> PageError:
    return PageError(**{**known, "kind": PageErrorKind(known["kind"])})
