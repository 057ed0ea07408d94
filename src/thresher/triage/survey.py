"""Runs every input and determines how the program fails on it, as the signature that a reduction would learn.

The runs go through the engine like all others: on many workers, each content once, and journalled, so that repeating a
survey, or surveying a folder that has grown, tests only what is new.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from thresher.engine.questions import digest
from thresher.engine.record.best_result import SmallestContent
from thresher.engine.record.event_bus import Listener
from thresher.engine.record.record import Record
from thresher.errors import OracleBroken
from thresher.kernel.outcome import Outcome, Verdict
from thresher.kernel.probe import Probe, Search
from thresher.oracle.answer import Answer
from thresher.oracle.command import Program, located, observe
from thresher.oracle.failures.observation import Observation
from thresher.oracle.failures.signature import Signature, learn
from thresher.oracle.running.handle import RunHandle
from thresher.oracle.running.limits import Limits
from thresher.oracle.running.run_directory import RunDirectories
from thresher.session.folder.saved import damaged_journal
from thresher.session.folder.storage import FolderStorage
from thresher.session.folder.store import FOLDER
from thresher.session.settings import OracleSettings
from thresher.session.setup.identity import identity
from thresher.session.setup.opening import Answering, SessionParts, in_threads, open_session, open_store
from thresher.session.setup.program_session import running_place
from thresher.session.target_failure.criteria import restored
from thresher.session.target_failure.first_run import limits_for, program_for
from thresher.triage.inputs import run_name


@dataclass(frozen=True, slots=True)
class SurveyedInput:
    """The result for one input: its failures, the most frequent first, and whether all runs were equal."""

    path: Path
    size: int
    digest: str
    failures: tuple[Signature, ...]
    steady: bool


@dataclass(frozen=True, slots=True)
class SurveyEffort:
    """How often each input is run, how many at a time, and whether gdb may be used to locate a crash.

    A `fresh` survey ignores earlier ones.
    """

    checks: int = 2
    jobs: int = 1
    debugger: bool = True
    fresh: bool = False


def survey(
    paths: Iterable[Path], settings: OracleSettings, effort: SurveyEffort, *, sessions: Path, listen: Listener
) -> list[SurveyedInput]:
    """One entry for each input, in their order. Costs `checks` runs for each content that was not seen before."""
    by_name: dict[str, list[Path]] = {}
    for path in paths:
        by_name.setdefault(run_name(path), []).append(path)
    seen: list[SurveyedInput] = []
    for name, same in by_name.items():
        seen += _surveyed(name, same, settings, effort, sessions=sessions, listen=listen)
    return sorted(seen, key=lambda each: each.path)


def _surveyed(
    name: str, paths: list[Path], settings: OracleSettings, effort: SurveyEffort, *, sessions: Path, listen: Listener
) -> Iterator[SurveyedInput]:
    command = located(settings.command, None)
    known_as = identity([], f"{name} {effort.checks} {effort.debugger}", settings, command)
    store = open_store(sessions / FOLDER / f"survey-{known_as}", fresh=effort.fresh)
    largest = max(path.stat().st_size for path in paths)
    program = program_for(settings, command, name)

    @contextmanager
    def answering(record: Record) -> Iterator[Answering[Surveyor]]:
        record.listen(listen)
        with running_place(settings, largest, command) as directories:
            limits = limits_for(settings, first_run=None, size=largest, jobs=effort.jobs)
            with in_threads(Surveyor(program, directories, limits, effort), effort.jobs) as answers:
                yield answers

    with open_session(SessionParts(name, SmallestContent(b""), FolderStorage(store)), answering) as session:
        record, driver = session.record, session.driver
        driver.drive(_each(paths), Path.read_bytes)
        if any(path.stat().st_size == 0 for path in paths) and record.known(b"") is None:
            driver.ask(b"")  # no search takes the empty content for a candidate
    for path in paths:
        content = path.read_bytes()
        verdict = record.known(content)
        assert verdict is not None
        yield SurveyedInput(path, len(content), digest(content), *_read(verdict))


def _each(paths: list[Path]) -> Search[Path, None]:
    """Asks for all inputs; no answer is a hit, so none is skipped."""
    yield (Probe(path) for path in paths)


def _read(verdict: Verdict) -> tuple[tuple[Signature, ...], bool]:
    try:
        result = json.loads(verdict.reason)
        return tuple(restored(json.dumps(each)) for each in result["failures"]), bool(result["steady"])
    except (ValueError, TypeError, KeyError, RecursionError):
        raise damaged_journal() from None


class Surveyor:
    """An oracle without a target failure that reports all failures: UNRESOLVED with what was seen, or PASS."""

    def __init__(self, program: Program, directories: RunDirectories, limits: Limits, effort: SurveyEffort) -> None:
        self._program, self._directories = program, directories
        self._limits, self._effort = limits, effort
        self._hide = (program.name, str(directories.root))

    def __call__(self, content: Callable[[], bytes], running: RunHandle) -> Answer:
        """Runs one content several times; a hang is not repeated."""
        seen: list[Observation] = []
        while len(seen) < self._effort.checks and not running.cancelled and not (seen and seen[-1].timed_out):
            seen.append(self._run(self._program, content, running))
        signatures = [learn(each, self._hide) for each in seen]
        counted = Counter(signature for signature in signatures if signature.failing)
        failures = [signature for signature, _ in counted.most_common()]
        steady = len(set(signatures)) == 1
        if steady and failures and self._effort.debugger and _placeless(failures[0]):
            failures = [self._placed(failures[0], content, running)]
        result = json.dumps({"failures": [asdict(each) for each in failures], "steady": steady})
        verdict = Verdict(Outcome.UNRESOLVED if failures else Outcome.PASS, result)
        return Answer(verdict, sum(each.seconds for each in seen), runs=len(seen))

    def _run(self, program: Program, content: Callable[[], bytes], running: RunHandle) -> Observation:
        return observe(program, self._directories, content, limits=self._limits, running=running)

    def _placed(self, signature: Signature, content: Callable[[], bytes], running: RunHandle) -> Signature:
        """The same failure with its position, if gdb finds it; unchanged for a program that gdb cannot run."""
        try:
            located_signature = learn(self._run(replace(self._program, backtrace=True), content, running), self._hide)
        except OracleBroken:
            return signature
        return located_signature if replace(located_signature, backtrace=()) == signature else signature


def _placeless(signature: Signature) -> bool:
    """Whether a signal ended the program at an unknown position."""
    return signature.signal is not None and not any(line.startswith("in ") for line in signature.lines)
