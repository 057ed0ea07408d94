"""Runs a reduction for the command line: reads the input, searches in a session, and writes the output."""

from __future__ import annotations

import dataclasses
import os
import shlex
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from thresher import formats
from thresher.engine.driver import Driver
from thresher.engine.external.reducer import ExternalReducers
from thresher.engine.questions import Question, digest
from thresher.engine.record.best_result import SmallestContent
from thresher.engine.record.prefix_inference import PrefixInference
from thresher.engine.record.record import OnAnswer, Record
from thresher.engine.record.statistics import Statistics
from thresher.engine.record.verdict_cache import Inference
from thresher.engine.reduction import Reduction
from thresher.errors import UsageError
from thresher.formats import BRACKETS
from thresher.formats.programs.llvm.bitcode import missing_programs
from thresher.formats.source.languages import missing_grammar, unparsed
from thresher.oracle.answer import Answer
from thresher.oracle.command import CommandOracle, Subject, located
from thresher.oracle.directory import DirectoryProgram
from thresher.oracle.secrets import Secrets
from thresher.plan import Plan, PlanOptions, plan_for
from thresher.session.files.candidates import CandidateFolder
from thresher.session.files.directories import check_output, read_directory, read_result
from thresher.session.files.numbered import write_numbered
from thresher.session.files.streams import deliver
from thresher.session.files.whole import check_output_file, read_input
from thresher.session.folder.about import About, forget_certificate, write_certificate
from thresher.session.folder.failure_output import FailureOutput
from thresher.session.folder.ownership import Ownership
from thresher.session.folder.storage import FolderStorage
from thresher.session.folder.store import Store
from thresher.session.interrupts import SearchEnd, until_stopped
from thresher.session.program_versions import save_versions
from thresher.session.setup.opening import OracleT, Session, SessionParts
from thresher.session.setup.program_session import open_program_session
from thresher.session.target_failure.first_run import program_for
from thresher.session.task import Task

if TYPE_CHECKING:
    from thresher.verify.granularity import Granularity

MOST_CERTIFIED = 1 << 13  # bytes of a result whose single removals are looked up; a larger one takes long to split


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a search, and how it ended.

    `certain_tests` are the `new_tests` without the speculative ones. `granularity` says what a complete search has
    shown of the result. `several` are the files with different minimal results, if those were asked for.
    """

    before: bytes
    after: bytes
    output: Path
    folder: Path
    criterion: list[str]
    statistics: Statistics
    new_tests: int
    end: SearchEnd
    certain_tests: int = 0
    granularity: Granularity | None = None
    several: tuple[Path, ...] = ()

    @property
    def complete(self) -> bool:
        return self.end.complete

    @property
    def why(self) -> str:
        return self.end.why

    @classmethod
    def of(
        cls,
        session: Session[Any, Any],
        *,
        before: bytes,
        after: bytes,
        output: Path,
        end: SearchEnd,
        granularity: Granularity | None = None,
    ) -> Result:
        """The result of a session whose search has ended."""
        record = session.record
        return cls(
            before,
            after,
            output,
            session.folder,
            session.criterion,
            record.statistics,
            record.events.tests_this_run,
            end,
            record.stops.certain_tests,
            granularity,
        )


Hear = Callable[[Record, list[str], Plan], None]
UntilEnd = Callable[[Callable[[], object], Record], SearchEnd]


def reduce_file(task: Task, hear: Hear, subject: Subject | None = None, *, until_end: UntilEnd | None = None) -> Result:
    """Reduces a file; the best result is in the output file after each success. `hear` gets the target failure.

    `until_end` runs the search, as `until_stopped` does, and may show it meanwhile.
    """
    _check_output(task)
    data, subject = read_content(task.input), subject or subject_of(task)
    plan = plan_for(task.input.name, data, task.search.plan_options)
    check_language(plan, task.input.name, data)

    def parts_in(store: Store) -> SessionParts[SmallestContent]:
        if task.result_in(store.folder) == task.input:  # a copy of our own
            Ownership(store.folder, task.input).adopt(data)
        if task.search.plan_options.prefixes:
            return reduction_parts(task, data, store, inference=PrefixInference())
        return reduction_parts(task, data, store, measure=plan.measure(task.input.name))

    with open_program_session(task, [data], parts_in, subject, time_by_size=True) as session:
        return reduce_in(session, task, plan, hear, until_end=until_end)


def reduction_parts(
    task: Task,
    data: bytes,
    store: Store,
    *,
    inference: Inference | None = None,
    measure: Callable[[bytes], int] = len,
) -> SessionParts[SmallestContent]:
    """A session that writes its smallest failing content to the output of the task."""
    output = task.result_in(store.folder)
    result = SmallestContent(data, output=output, reread=read_result, measure=measure)
    storage = FolderStorage(store, output=output)
    return SessionParts(task.input.name, result, storage, task.search.stops, inference, _on_answer(task, store, result))


def _on_answer(task: Task, store: Store, result: SmallestContent) -> OnAnswer:
    """What keeps the output of the failure, and the candidates if that is asked for."""
    outputs = FailureOutput(store.folder, lambda: result.size, fresh=task.fresh)
    folder = task.candidates_in(store.folder)
    candidates = None if folder is None else CandidateFolder(folder, task.input.suffix)

    def answered(asked: Question[bytes], answer: Answer) -> None:
        outputs.answered(asked, answer)
        if answer.runs:
            task.tested(asked.content(), answer.verdict.outcome)
        if candidates is not None:
            candidates.answered(asked, answer)

    return answered


def _check_output(task: Task) -> None:
    """The output can be written, and is not the input, unless the input is a copy of our own."""
    if task.input.is_dir():
        check_output(task.input, task.output)
    elif task.output != task.input:
        check_output_file(task.output, task.input)


def reduce_in(
    session: Session[SmallestContent, OracleT], task: Task, plan: Plan, hear: Hear, *, until_end: UntilEnd | None = None
) -> Result:
    """Reduces the original of an open session, whatever its oracle is. All files are complete at the end."""
    record, data, output = session.record, session.result.original, task.result_in(session.folder)
    about = _about(task, data, session.criterion, plan, output)
    about.write(session.folder)
    forget_certificate(session.folder)
    save_versions(session.folder, session.oracle, fresh=task.fresh)
    hear(record, session.criterion, plan)
    _note_missing_syntax(record, task, plan, data)
    with _reducers(task.search.plan_options, session.oracle) as reducers:
        reduction = Reduction(
            session.result,
            session.driver,
            record,
            plan,
            task.search.trust,
            name=task.input.name,
            reducers=reducers,
            command=task.oracle.command,
        )
        end = (until_end or until_stopped)(reduction.run, record)
    after = record.best
    if task.readable and end.complete:
        after = _laid_out(session, task.input.name, plan, reduction.driver)
    if read_result(output) != after:
        record.write_output(output, after)
    deliver(task.output, output, after)
    granularity = _granularity(record, task.input.name, plan) if end.complete else None
    _completed(about, record, granularity).write(session.folder)
    if end.complete and len(record.best) <= MOST_CERTIFIED:
        _certify(session, task.input.name, plan)
    result = Result.of(session, before=data, after=after, output=output, end=end, granularity=granularity)
    return dataclasses.replace(result, several=write_numbered(output, reduction.results))


def _note_missing_syntax(record: Record, task: Task, plan: Plan, data: bytes) -> None:
    """Notes that a grammar or a program is not installed, or that only brackets are used of what does not parse."""
    missing = missing_grammar(task.input.name) or missing_programs(data)
    if missing and missing not in record.statistics.notes:
        record.note(missing)
    if plan.format == BRACKETS and not task.search.plan_options.format and (note := unparsed(task.input.name, data)):
        record.note(note)


def _laid_out(session: Session[SmallestContent, OracleT], name: str, plan: Plan, driver: Driver[bytes]) -> bytes:
    from thresher.session.readable import laid_out  # noqa: PLC0415 - only --prefer readable needs it

    return laid_out(session, name, plan, driver)


@contextmanager
def _reducers(options: PlanOptions, oracle: object) -> Iterator[ExternalReducers | None]:
    """The external reducers, in the directory of runs, which is guarded; they have ended at the end."""
    if not options.reduce_with:
        yield None
        return
    with ExitStack() as stack:
        if isinstance(oracle, CommandOracle):
            place = oracle.directories.root
        else:
            place = Path(stack.enter_context(TemporaryDirectory(prefix="thresher-")))
        yield stack.enter_context(closing(ExternalReducers(place)))


def _granularity(record: Record, name: str, plan: Plan) -> Granularity:
    from thresher.verify.granularity import granularity  # noqa: PLC0415 - not needed before the end

    return granularity(record.best, name, plan, record.known)


def _certify(session: Session[SmallestContent, OracleT], name: str, plan: Plan) -> None:
    """Writes what is known of the single removals from the result."""
    from thresher.verify.removals import Certificate, known_removals  # noqa: PLC0415 - not needed before the end

    known, all_known = known_removals(session.record.best, name, plan, session.record.known)
    write_certificate(session.folder, Certificate(known, all_known, session.criterion))


def read_content(path: Path) -> bytes:
    """What a file or a directory holds."""
    return read_directory(path) if path.is_dir() else read_input(path)


def subject_of(task: Task) -> Subject | None:
    """The program, run in the directory that a candidate is; None if candidates are files."""
    if not task.input.is_dir():
        return None
    if task.oracle.from_stdin or task.oracle.function is not None:
        raise UsageError("--stdin and --python are for files; the command after -- is run in the directory")
    return DirectoryProgram(program_for(task.oracle, located(task.oracle.command, task.input), task.input.name))


def _about(task: Task, data: bytes, criterion: list[str], plan: Plan, output: Path) -> About:
    return About(
        input=str(task.input.absolute()),
        digest=digest(data),
        size=len(data),
        output=str(output.absolute()),
        criterion=[Secrets.of(os.environb).hide(line) for line in criterion],
        format=plan.format,
        test=shlex.join(task.oracle.command) if task.oracle.script else "",
    )


def _completed(about: About, record: Record, shown: Granularity | None) -> About:
    """What is known about the session when its search has ended; `shown` if it is complete."""
    done = dataclasses.replace(about, cached=record.statistics.cached)
    if shown is None:
        return dataclasses.replace(done, claim="", caveat="", scope="")
    return dataclasses.replace(done, claim=shown.claim, caveat=shown.caveat, scope=shown.scope)


def check_language(plan: Plan, name: str, data: bytes) -> None:
    """An input that is not in the language of its grammar is a UsageError before the program is run."""
    if plan.format == formats.GRAMMAR and plan.syntax is not None:
        _ = plan.syntax.parse(name, data).tree
