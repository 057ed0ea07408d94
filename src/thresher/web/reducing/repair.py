"""Repairs a recording that cannot be replayed: a hover for what is hidden, more time for what is late, or a step less.

Each repair is a change of one step, kept if the replay then gets further. Fall-back selectors need no repair: every
replay tries them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from thresher.formats.events.records import step_of
from thresher.structures.events import EventLog, LogStep
from thresher.web.reducing.failure import PageCriterion
from thresher.web.reducing.first_replay import any_failure, first_timeouts
from thresher.web.reducing.oracle import Replayer
from thresher.web.replaying.replay import described
from thresher.web.replaying.replay_result import ReplayResult
from thresher.web.replaying.stuck_report import StuckReport

MOST_REPAIRS = 30
LONG_WAIT = 30_000  # milliseconds


@dataclass(frozen=True, slots=True)
class Repaired:
    """The recording, what was changed, and its last replay, with the report if it is still stuck."""

    log: EventLog
    changes: tuple[str, ...]
    replayed: ReplayResult
    report: StuckReport


def repair(log: EventLog, replayer: Replayer, criterion: PageCriterion | None = None) -> Repaired:
    """Costs one replay, and one to three more for each step at which the recording gets stuck."""
    changes: list[str] = []
    replayed, report = _replay(log, replayer, criterion)
    while replayed.stuck is not None and len(changes) < MOST_REPAIRS:
        place = replayed.stuck.step
        for change, candidate in _candidates(log, place, report):
            tried, found = _replay(candidate, replayer, criterion)
            if tried.stuck is None or _progress(tried, log, candidate) > place:
                log, replayed, report = candidate, tried, found
                changes.append(f"step {place + 1}, {change}")
                break
        else:
            break
    return Repaired(log, tuple(changes), replayed, report)


def _progress(tried: ReplayResult, before: EventLog, after: EventLog) -> int:
    """The step at which a candidate is stuck, in the numbers of the log before the change."""
    assert tried.stuck is not None
    return tried.stuck.step + len(before) - len(after)


def _replay(log: EventLog, replayer: Replayer, criterion: PageCriterion | None) -> tuple[ReplayResult, StuckReport]:
    report = StuckReport()
    replayed = replayer.replay(log, criterion or any_failure(log), first_timeouts(replayer, log), report=report)
    assert replayed is not None
    return replayed, report


def _candidates(log: EventLog, place: int, report: StuckReport) -> Iterator[tuple[str, EventLog]]:
    """From the smallest change to the largest."""
    step = log.steps[place]
    record: Any = step.record
    if report.host is not None:
        around = {name: record[name] for name in ("target", "frame") if name in record}
        hover = step_of({"type": "hover", **around, "selectors": report.host})  # type: ignore[dict-item]
        yield f"{described(step)}: hovered first", _with(log, place, [hover, step])
    if "timeout" not in record and "selectors" in record:
        yield f"{described(step)}: waited longer", _with(log, place, [step_of({**record, "timeout": LONG_WAIT})])
    yield f"{described(step)}: left out", _with(log, place, [])


def _with(log: EventLog, place: int, steps: list[LogStep]) -> EventLog:
    return replace(log, steps=(*log.steps[:place], *steps, *log.steps[place + 1 :]))
