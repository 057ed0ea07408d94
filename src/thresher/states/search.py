"""Isolates the variables that cause a failure, at one line after the other (Zeller, cause transitions).

At each line, dd finds the smallest difference between the variables of the passing and the failing run that decides
whether the passing run fails, when it continues with those values.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from thresher.algorithms.lists.dd import dd
from thresher.engine.record.best_result import SmallestContent
from thresher.errors import NotFailing, UsageError
from thresher.kernel.events import StageStarted
from thresher.kernel.outcome import Outcome, Verdict
from thresher.kernel.selection import Selection
from thresher.oracle.command import CommandOracle, observe
from thresher.oracle.failures.observation import Observation
from thresher.session.folder.storage import FolderStorage
from thresher.session.folder.store import Store
from thresher.session.interrupts import SearchEnd, until_stopped
from thresher.session.setup.opening import SessionParts
from thresher.session.setup.program_session import ContentSession, fails, open_program_session
from thresher.session.task import Task
from thresher.states.differences import StateChange, StateDifference, answer_of
from thresher.states.location import Location
from thresher.states.python_program import PythonRun, PythonSubject
from thresher.states.visits import visits_to_compare

_FRAME = re.compile(r'^  File "(?P<file>[^"\n]+)", line (?P<line>\d+)', re.MULTILINE)
_INSTALLED = re.compile(r"/(site|dist)-packages/|/lib/python\d")


@dataclass(frozen=True, slots=True)
class StateSearch:
    """What to search: the program as the agent runs it, both runs, and the lines in the order of the execution.

    Without lines, those of the traceback of the failing run are taken, each at the time where the states first differ.
    """

    task: Task
    good: Path
    program: PythonSubject
    passing: PythonRun
    failing: PythonRun
    locations: tuple[Location, ...]


@dataclass(frozen=True, slots=True)
class StateCause:
    """What was found at a line: the `cause`, among so many changes, given that those of the `context` are made.

    If nothing was found, `why` says so.
    """

    location: Location
    difference: StateDifference
    cause: tuple[StateChange, ...] = ()
    context: tuple[StateChange, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class StateCauses:
    """The causes at the lines, and how the search ended."""

    causes: tuple[StateCause, ...]
    end: SearchEnd
    tests: int
    criterion: tuple[str, ...]

    def transitions(self) -> Iterator[tuple[StateCause, StateCause]]:
        """Neighbouring lines at which different variables are the cause."""
        found = [each for each in self.causes if each.cause]
        for one, other in pairwise(found):
            if {each.variable for each in one.cause} != {each.variable for each in other.cause}:
                yield one, other


Hear = Callable[[ContentSession], None]


def find_state_causes(search: StateSearch, hear: Hear, found: Callable[[StateCause], None]) -> StateCauses:
    """The cause at each line; `found` is called after each. The failure is learned from the failing run."""
    failing, causes = search.failing.render(), list[StateCause]()
    inputs = [search.passing.render(), failing]

    def parts_in(store: Store) -> SessionParts[SmallestContent]:
        return SessionParts(
            search.program.name, SmallestContent(failing), FolderStorage(store), search.task.search.stops
        )

    def every_line(session: ContentSession) -> None:
        verdict = _verdict(session, inputs[0])
        if verdict.outcome is not Outcome.PASS:
            raise _GoodFails(
                f"the run on GOOD does not pass ({verdict.outcome.value}: {verdict.reason}); give an input that "
                "passes, then one that fails"
            )
        for location in search.locations or _traceback(session, failing):
            find = _cause if search.locations else _cause_at_a_visit
            causes.append(find(session, search, location))
            found(causes[-1])

    try:
        with open_program_session(search.task, inputs, parts_in, search.program) as session:
            hear(session)
            end = until_stopped(lambda: every_line(session), session.record)
            return StateCauses(tuple(causes), end, session.record.statistics.tests, tuple(session.criterion))
    except _GoodFails:
        raise
    except NotFailing as error:
        if not fails(search.task, [failing, inputs[0]], parts_in, search.program):
            raise
        raise NotFailing(
            f"{search.task.input} does not fail, and {search.good} does: GOOD and BAD may be swapped; run thresher "
            f"states {search.task.input} {search.good}"
        ) from error


class _GoodFails(NotFailing):
    """The run that should pass does not."""


def _traceback(session: ContentSession, failing: bytes) -> list[Location]:
    """The lines of the traceback that the failing run prints, from the outside in, outside of installed packages."""
    printed = _observed(session, failing).stderr.decode("utf-8", "replace")
    found = dict.fromkeys((Path(match["file"]), int(match["line"])) for match in _FRAME.finditer(printed))
    lines = [Location(file, line) for file, line in found if file.is_file() and not _INSTALLED.search(str(file))]
    if not lines:
        raise UsageError(
            "the failing run prints no traceback with lines of the program; name lines with --at FILE:LINE"
        )
    return lines


def _observed(session: ContentSession, content: bytes) -> Observation:
    """One run without a verdict."""
    oracle = session.oracle
    assert isinstance(oracle, CommandOracle)
    return observe(oracle.program, oracle.directories, lambda: content, limits=oracle.limits)


def _cause_at_a_visit(session: ContentSession, search: StateSearch, location: Location) -> StateCause:
    """The cause at a line, at a time that is chosen: the first one that differs, or the last if that has no cause."""
    known = [
        answer_of(_observed(session, _at(run, location).visiting()).stdout) for run in (search.passing, search.failing)
    ]
    visits = visits_to_compare(*(each["visits"] if each else [] for each in known))
    first, *others = visits
    found = _cause(session, search, replace(location, hit=first))
    later = (_cause(session, search, replace(location, hit=hit)) for hit in others if not found.cause)
    return next((each for each in later if each.cause), found)


def _cause(session: ContentSession, search: StateSearch, location: Location) -> StateCause:
    difference, missing = _difference(session, search, location)
    if missing:
        return StateCause(location, difference, why=missing)
    changes = difference.changes
    if not changes:
        return StateCause(location, difference, why=_same(location))
    run = _at(search.passing, location)

    def render(kept: Selection) -> bytes:
        return run.changed(_chosen(changes, kept)).render()

    everything = Selection.all(len(changes))
    verdict = _verdict(session, render(everything))
    if verdict.outcome is not Outcome.FAIL:
        why = f"with all {len(changes)} differences the run is {verdict.outcome.value} ({verdict.reason})"
        return StateCause(location, difference, why=f"{why}; the cause is in what cannot be copied, or outside of here")
    record = session.record
    record.emit(StageStarted(record.elapsed, "variables", "dd", len(changes)))
    near, far = session.driver.drive(dd(Selection(), everything), render)
    return StateCause(location, difference, _chosen(changes, far - near), _chosen(changes, near))


def _difference(session: ContentSession, search: StateSearch, location: Location) -> tuple[StateDifference, str]:
    """The difference at a line; or why there is none."""
    before = _answer(session, _at(search.passing, location).describing(), location)
    if "hits" in before:
        return StateDifference(()), _not_reached("passing", before["hits"])
    after = _answer(session, _at(search.failing, location).comparing(before), location)
    if "hits" in after:
        return StateDifference(()), _not_reached("failing", after["hits"])
    return StateDifference(tuple(map(StateChange, after["changes"])), tuple(after["left"])), ""


def _same(location: Location) -> str:
    later = f"; if the line runs more than once: --at {location.file.name}:{location.line}:2"
    return f"no variable that can be copied differs{later if location.hit == 1 else ''}"


def _not_reached(which: str, hits: int) -> str:
    often = f"only {hits} time{'' if hits == 1 else 's'}" if hits else "not at all"
    return f"the {which} run reaches it {often}"


def _answer(session: ContentSession, content: bytes, location: Location) -> Any:
    observation = _observed(session, content)
    answer = answer_of(observation.stdout)
    if answer is None:
        raise UsageError(
            f"the variables at {location} cannot be read ({observation.how}); there may be too many: choose a line in "
            "a function with fewer, or set --timeout"
        )
    return answer


def _at(run: PythonRun, location: Location) -> PythonRun:
    return PythonRun(run.name, run.data, run.from_stdin, location)


def _verdict(session: ContentSession, content: bytes) -> Verdict:
    return session.record.known(content) or session.driver.ask(content).verdict


def _chosen(changes: Sequence[StateChange], kept: Selection) -> tuple[StateChange, ...]:
    return tuple(changes[number] for number in kept)
