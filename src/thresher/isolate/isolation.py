"""Isolation: from a passing and a failing input to the smallest difference between two such inputs.

Inputs of a language are compared by their trees; then, and for others, by lines, tokens and characters.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from thresher import formats
from thresher.algorithms.combinators import filtered
from thresher.algorithms.lists.dd import dd
from thresher.engine.driver import Driver
from thresher.engine.record.record import Record
from thresher.errors import NotFailing, UsageError
from thresher.isolate.content_pair import ContentPair, Pair
from thresher.isolate.tree_isolation import isolate_trees
from thresher.kernel.events import StageStarted
from thresher.kernel.outcome import Outcome
from thresher.kernel.selection import Selection
from thresher.plan import Plan, format_for
from thresher.plan.stages import ListStage, Stage, TreeStage
from thresher.plan.syntax import Syntax
from thresher.session.files.whole import check_output_file, read_input, read_regular
from thresher.session.folder.storage import FolderStorage
from thresher.session.folder.store import Store
from thresher.session.interrupts import until_stopped
from thresher.session.run import Hear, Result
from thresher.session.setup.opening import Session, SessionParts
from thresher.session.setup.program_session import ProgramOracle, fails, open_program_session
from thresher.session.task import Task
from thresher.structures.changes.changes import Changes

STAGES = ("lines", "tokens", "characters")
MOST_ALIGNED = 10**8  # product of the lengths of two differing stretches that are still aligned unit by unit
MOST_PARSED = 1 << 22  # bytes: larger inputs are compared by lines unless a format is given


PairSession: TypeAlias = Session[ContentPair, ProgramOracle]


@dataclass(frozen=True, slots=True)
class Isolated:
    """The result for the failing side, the passing content closest to it, and how large the difference was and is."""

    result: Result
    passing: bytes
    before: int
    after: int


def isolate_files(good: Path, pair: Pair, task: Task, hear: Hear, *, last_first: bool = False) -> Isolated:
    """Isolates the difference of two files; `last_first` is an option of dd.

    If the good one fails and the bad one does not, the error says so.
    """
    for path in (pair.passing, pair.failing):
        check_output_file(path, good, task.input)
    passing, failing = read_good(good), read_input(task.input)
    if passing == failing:
        raise UsageError(f"{good} and {task.input} are equal; there is no difference to isolate")
    try:
        return _isolate(good, (passing, failing), pair, task, hear, last_first=last_first)
    except _BadPasses as error:
        result = ContentPair(b"", passing, pair)
        if not fails(task, [b"", passing], lambda store: _parts(result, task, store)):
            raise NotFailing(str(error)) from error
        raise NotFailing(
            f"{task.input} does not fail, and {good} does: GOOD and BAD may be swapped; "
            f"run thresher isolate {task.input} {good}"
        ) from error


class _BadPasses(NotFailing):
    """The content that should fail does not."""


def _isolate(
    good: Path, contents: tuple[bytes, bytes], pair: Pair, task: Task, hear: Hear, *, last_first: bool
) -> Isolated:
    passing, failing = contents
    plan = _plan(task, passing, failing)

    result = ContentPair(passing, failing, pair)
    with ExitStack() as stack:
        try:
            session = stack.enter_context(
                open_program_session(task, [passing, failing], lambda store: _parts(result, task, store))
            )
        except NotFailing as error:
            raise _BadPasses(str(error)) from error
        record = session.record
        hear(record, session.criterion, plan)
        _require_passing(session.driver, record, passing, good)
        end = until_stopped(lambda: _stages(session, plan, task.input.name, last_first=last_first), record)
        for path, content in result.files:
            record.write_output(path, content)
        outcome = Result.of(session, before=failing, after=result.failing, output=pair.failing, end=end)
        return Isolated(outcome, result.passing, result.original_size, result.size)


def _parts(result: ContentPair, task: Task, store: Store) -> SessionParts[ContentPair]:
    return SessionParts(task.input.name, result, FolderStorage(store), task.search.stops)


def read_good(path: Path) -> bytes:
    """The passing input, which may be empty."""
    return read_regular(path)


def _plan(task: Task, passing: bytes, failing: bytes) -> Plan:
    plan_options = task.search.plan_options
    if plan_options.algorithm not in (None, "dd"):
        raise UsageError("isolate always uses dd; --algorithm is for reduce")
    tree = _tree_format(task, passing, failing)
    if tree is not None:
        names: tuple[str, ...] = (tree, *STAGES)
    elif plan_options.format in (None, STAGES[0]):
        names = STAGES
    else:
        names = formats.format_named(plan_options.format).stages
    if plan_options.min_granularity in names:
        names = names[: names.index(plan_options.min_granularity) + 1]
    syntax = None if tree is None else Syntax(tree, plan_options.grammar or plan_options.language)
    stages = tuple(TreeStage(syntax, "dd") if syntax and name == tree else ListStage(name, "dd") for name in names)
    return Plan("difference", stages, syntax)


def _tree_format(task: Task, passing: bytes, failing: bytes) -> str | None:
    """The format whose trees are compared: the requested one, or the one that both inputs are in."""
    plan_options, name = task.search.plan_options, task.input.name
    chosen = format_for(name, failing, plan_options)
    if chosen.parse_document is None:
        return None
    if plan_options.format or plan_options.language or plan_options.grammar:
        return chosen.name
    same = not passing or format_for(name, passing, plan_options) is chosen
    return chosen.name if same and max(len(passing), len(failing)) <= MOST_PARSED else None


def _require_passing(driver: Driver[bytes], record: Record, passing: bytes, good: Path) -> None:
    verdict = record.known(passing) or driver.ask(passing).verdict
    if verdict.outcome is not Outcome.PASS:
        raise NotFailing(
            f"{good} does not pass ({verdict.outcome.value}: {verdict.reason}); "
            "isolation needs one input that passes and one that fails"
        )


def _stages(session: PairSession, plan: Plan, name: str, *, last_first: bool) -> None:
    """dd on the trees, if there are any, then by lines, tokens, characters on the two contents it found."""
    pair, valid = session.result, _valid(session, plan, name)
    for number, stage in enumerate(plan.stages):
        if isinstance(stage, TreeStage):
            _tree_stage(session, plan, name, valid, last_first=last_first)
            continue
        before, after = _trimmed(_cut(stage.format, pair.passing), _cut(stage.format, pair.failing))
        if number > 0 and len(before) * len(after) > MOST_ALIGNED:
            session.record.note(f"not isolated further by {stage.format}: the inputs are too long")
            return
        _list_stage(session, stage, valid, last_first=last_first)


def _valid(session: PairSession, plan: Plan, name: str) -> Callable[[bytes], bool] | None:
    """Whether a text parses as well as one of the two inputs; None where nothing is parsed."""
    if plan.syntax is None:
        return None
    documents = [plan.syntax.parse(name, data) for data in (session.result.passing, session.result.failing)]

    def valid(text: bytes) -> bool:
        session.record.before()  # many invalid candidates take time too
        return any(document.valid_text(text) for document in documents)

    return valid


def _tree_stage(
    session: PairSession, plan: Plan, name: str, valid: Callable[[bytes], bool] | None, *, last_first: bool
) -> None:
    assert plan.syntax is not None
    assert valid is not None
    syntax, record, pair = plan.syntax, session.record, session.result
    before, after = (syntax.parse(name, data).tree for data in (pair.passing, pair.failing))

    def started(count: int) -> None:
        record.emit(StageStarted(record.elapsed, syntax.format, "dd", count))

    pair.settle(*isolate_trees(before, after, session.driver, valid, started, last_first=last_first))


def _list_stage(session: PairSession, stage: Stage, valid: Callable[[bytes], bool] | None, *, last_first: bool) -> None:
    record, pair = session.record, session.result
    changes = Changes(_cut(stage.format, pair.passing), _cut(stage.format, pair.failing))
    render = _rendered(changes)
    record.emit(StageStarted(record.elapsed, stage.format, "dd", len(changes)))
    search = dd(Selection(), Selection.all(len(changes)), last_first=last_first)
    if valid is not None:
        search = filtered(search, lambda kept: valid(render(kept)), every=True)
    near, far = session.driver.drive(search, render)
    pair.settle(render(near), render(far))


def _rendered(changes: Changes[bytes]) -> Callable[[Selection], bytes]:
    return lambda chosen: b"".join(changes.applied(chosen))


def _trimmed(before: list[bytes], after: list[bytes]) -> tuple[list[bytes], list[bytes]]:
    """The two lists without their common beginning and end."""
    limit = min(len(before), len(after))
    start = next((index for index in range(limit) if before[index] != after[index]), limit)
    limit -= start
    end = next((index for index in range(limit) if before[-1 - index] != after[-1 - index]), limit)
    return before[start : len(before) - end], after[start : len(after) - end]


def _cut(stage: str, data: bytes) -> list[bytes]:
    units = formats.parse(stage, data)
    return [data[units.offsets[index] : units.offsets[index + 1]] for index in range(len(units))]
