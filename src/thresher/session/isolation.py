"""Isolation: from a passing and a failing input to the smallest difference between two such inputs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from thresher import formats
from thresher.algorithms.dd import dd
from thresher.errors import NotFailing, UsageError
from thresher.kernel.events import Improved, StageStarted
from thresher.kernel.outcome import Outcome
from thresher.kernel.selection import Selection
from thresher.plan import Plan, Stage
from thresher.session.driver import Driver
from thresher.session.files import read_input, write_whole
from thresher.session.record import Record
from thresher.session.run import Hear, Result, Task, opened, until_stopped
from thresher.session.store import Store
from thresher.structures.changes import Changes

STAGES = ("lines", "tokens", "characters")
MOST_ALIGNED = 10**8  # product of the lengths of two differing stretches that are still aligned unit by unit


@dataclass(frozen=True, slots=True)
class Pair:
    """Where the closest passing and failing contents are written."""

    passing: Path
    failing: Path


class PairRecord(Record):
    """Remembers as a record does; what it keeps as best is a passing and a failing content, both on disk."""

    def __init__(self, passing: bytes, failing: bytes, pair: Pair, store: Store, task: Task) -> None:
        super().__init__(failing, name=task.input.name, store=store, stops=task.search.stops)
        self.passing, self.failing, self._pair = passing, failing, pair

    def hit(self, content: bytes, wants: Outcome, label: str) -> None:
        if wants is Outcome.FAIL:
            self.failing = content
        else:
            self.passing = content
        self.save()
        self.emit(
            Improved(round(self.elapsed, 6), abs(len(self.failing) - len(self.passing)), self.statistics.tests, label)
        )

    def save(self) -> None:
        write_whole(self._pair.passing, self.passing)
        write_whole(self._pair.failing, self.failing)


def isolate_files(good: Path, pair: Pair, task: Task, hear: Hear) -> tuple[Result, bytes]:
    """The result for the failing side, and the passing content closest to it."""
    passing, failing = read_good(good), read_input(task.input)
    if passing == failing:
        raise UsageError(f"{good} and {task.input} are equal; there is no difference to isolate")
    plan = _plan(task)

    def record_in(store: Store) -> PairRecord:
        return PairRecord(passing, failing, pair, store, task)

    with opened(task, [passing, failing], record_in) as session:
        record = session.record
        hear(record, session.criterion, plan)
        _require_passing(session.driver, record, passing, good)
        complete, why = until_stopped(lambda: _stages(session.driver, record, plan), record)
        record.save()
        result = Result(
            failing,
            record.failing,
            pair.failing,
            session.folder,
            session.criterion,
            record.statistics,
            record.tests_this_sitting,
            complete,
            why,
        )
        return result, record.passing


def read_good(path: Path) -> bytes:
    """The passing input, which may be empty."""
    return b"" if path.is_file() and path.stat().st_size == 0 else read_input(path)


def _plan(task: Task) -> Plan:
    wishes = task.search.wishes
    if wishes.algorithm not in (None, "dd"):
        raise UsageError("isolate always uses dd; --algorithm is for reduce")
    names = STAGES if wishes.format is None else formats.format_named(wishes.format).stages
    if wishes.min_granularity in names:
        names = names[: names.index(wishes.min_granularity) + 1]
    return Plan("difference", tuple(Stage(name, "dd") for name in names))


def _require_passing(driver: Driver[bytes], record: Record, passing: bytes, good: Path) -> None:
    verdict = record.known(passing) or driver.ask(passing).verdict
    if verdict.outcome is not Outcome.PASS:
        raise NotFailing(
            f"{good} does not pass ({verdict.outcome.value}: {verdict.reason}); "
            "isolation needs one input that passes and one that fails"
        )


def _stages(driver: Driver[bytes], record: PairRecord, plan: Plan) -> None:
    """dd by lines, then between the two contents it found by tokens, then by characters."""
    for number, stage in enumerate(plan.stages):
        before, after = _cut(stage.format, record.passing), _cut(stage.format, record.failing)
        if number > 0 and len(before) * len(after) > MOST_ALIGNED:
            record.note(f"not isolated further by {stage.format}: the inputs are too long for that")
            return
        changes = Changes(before, after)
        record.emit(StageStarted(record.elapsed, stage.format, "dd", len(changes)))
        render = _rendered(changes)
        near, far = driver.drive(dd(Selection(), Selection.all(len(changes))), render)
        record.passing, record.failing = render(near), render(far)


def _rendered(changes: Changes[bytes]) -> Callable[[Selection], bytes]:
    return lambda chosen: b"".join(changes.applied(chosen))


def _cut(stage: str, data: bytes) -> list[bytes]:
    units = formats.parse(stage, data)
    return [data[units.offsets[index] : units.offsets[index + 1]] for index in range(len(units))]
