"""Reduces a whole reproduction: input, options, environment and side files in turn until nothing changes.

Each step is a session of its own: the conditions as a list, then each file by its format. A step is repeated when
another one has changed something since. The same command finds these sessions again, and continues them.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from os import fsencode
from pathlib import Path

from thresher.conditions.condition import FILE, OPTION, VARIABLE, Condition, of_kind
from thresher.conditions.environment import variables
from thresher.conditions.option_search import Conditions, OptionSearchRequest, find_causes
from thresher.conditions.options import CommandTemplate
from thresher.conditions.side_file_program import SideFileProgram
from thresher.conditions.varied_program import VariedProgram
from thresher.engine.record.stop_conditions import StopConditions
from thresher.errors import UsageError
from thresher.oracle.command import locate
from thresher.oracle.secrets import Environment
from thresher.plan import PlanOptions
from thresher.session.files.whole import write_whole
from thresher.session.run import Hear as HearFile
from thresher.session.run import Result, reduce_file
from thresher.session.setup.program_session import ContentSession
from thresher.session.task import Task

CONDITIONS = "conditions"


@dataclass(frozen=True, slots=True)
class Case:
    """Everything a run needs: the files in the working folder, and the conditions that are left.

    `places` maps words of the command that name files to their replacements.
    """

    command: CommandTemplate
    places: Mapping[str, str]
    conditions: Conditions
    input: Path
    sides: tuple[Path, ...]
    environment: Environment

    @property
    def words(self) -> list[str]:
        """The command as the user wrote it, with the options that are left."""
        return self.command.words(of_kind(self.conditions, OPTION))

    @property
    def variables(self) -> dict[bytes, bytes]:
        """The environment that is left."""
        names = [fsencode(each.words[0]) for each in of_kind(self.conditions, VARIABLE)]
        return {name: self.environment[name] for name in names}

    @property
    def files(self) -> tuple[Path, ...]:
        """The side files that are left."""
        kept = {each.words[0] for each in of_kind(self.conditions, FILE)}
        return tuple(path for path in self.sides if path.name in kept)

    def state(self) -> tuple[object, ...]:
        """Equal if and only if the case is the same."""
        contents = [path.read_bytes() for path in (self.input, *self.files) if path.is_file()]
        return (self.conditions, *contents)


@dataclass(frozen=True, slots=True)
class ReproductionListeners:
    """Callbacks: when a session on conditions or on a file opens, and after each step."""

    conditions: Callable[[ContentSession], None]
    file: HearFile
    step: Callable[[str, Result, Case], None]


def places_of(words: Iterable[str], input: Path | None, sides: tuple[Path, ...] = ()) -> dict[str, str]:
    """Replacements of words: a placeholder for the input, names for side files, absolute paths for other files."""
    named = {str(side.absolute()): side.name for side in sides}
    found = {}
    for word in words:
        head, equals, tail = locate(word, input).rpartition("=")
        found[word] = head + equals + named.get(tail, tail)
    return found


def prepare(task: Task, command: CommandTemplate, environment: Environment, work: Path) -> Case:
    """Copies the files to the working folder; the case with everything that can be removed."""
    names = [path.name for path in (task.input, *task.oracle.beside)]
    if len(set(names)) < len(names):
        raise UsageError("two files of the reproduction have the same name; rename one of them")
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    for path in (task.input, *task.oracle.beside):
        if path.is_dir():
            shutil.copytree(path, work / path.name)
        else:
            shutil.copyfile(path, work / path.name)
    sides = tuple(work / path.name for path in task.oracle.beside)
    files = tuple(Condition(FILE, (path.name,)) for path in sides)
    everything = (*command.options, *variables(environment), *files)
    places = places_of(command.words(command.options)[1:], task.input, task.oracle.beside)
    return Case(command, places, everything, work / task.input.name, sides, environment)


class ReproductionSearch:
    """Reduces a case step by step; `case` is always one that fails."""

    def __init__(self, task: Task, case: Case, hearing: ReproductionListeners) -> None:
        self.case = case
        self.last: Result | None = None
        self._task, self._hearing = task, hearing
        self.tests = self._certain_tests = 0
        self._input_begun = False
        self._begun = time.monotonic()

    def run(self) -> bool:
        """Reduces until no step can remove anything more; False if it was stopped before."""
        settled: dict[str, tuple[object, ...]] = {}
        while True:
            open_steps = [step for step in self._steps() if settled.get(step) != self.case.state()]
            if not open_steps:
                return True
            step = open_steps[0]
            result = self._conditions() if step == CONDITIONS else self._file(step)
            self.last, self.tests = result, self.tests + result.new_tests
            self._certain_tests += result.certain_tests
            settled[step] = self.case.state()
            self._hearing.step(step, result, self.case)
            if not result.complete:
                return False

    def _steps(self) -> list[str]:
        files = [path.name for path in self.case.files if path.is_file() and path.stat().st_size > 0]
        conditions = [CONDITIONS] if self.case.conditions else []
        return [*conditions, self.case.input.name, *files]

    def _conditions(self) -> Result:
        case = self.case
        task = self._step_task(f"{case.input.name}.{CONDITIONS}", PlanOptions(), beside=())
        program = VariedProgram(
            case.command,
            places=case.places,
            where=f"on {case.input.name} with everything given",
            varied=case.variables,
            files={path.name: path for path in case.files},
            input=case.input,
            from_stdin=task.oracle.from_stdin,
            backtrace=task.oracle.backtrace,
        )
        answer = find_causes(OptionSearchRequest(task, program, case.conditions), self._hearing.conditions)
        if answer.findings.sets:
            self.case = replace(case, conditions=answer.findings.sets[0])
        return answer.result

    def _file(self, name: str) -> Result:
        case = self.case
        others = tuple(path for path in (case.input, *case.files) if path.name != name)
        plan_options = self._task.search.plan_options
        if name != case.input.name:
            plan_options = replace(plan_options, format=None, language=None, grammar=None)  # those of the input
        task = self._step_task(name, plan_options, beside=others)
        if name != case.input.name or self._input_begun:  # a side file, or what options need of the input, may be empty
            trust = replace(task.search.trust, allow_trivial=True)
            task = replace(task, search=replace(task.search, trust=trust))
        self._input_begun |= name == case.input.name
        words = tuple(case.places.get(word, word) for word in case.words)
        subject = SideFileProgram(
            words, name, case.input.name, case.variables, task.oracle.from_stdin, task.oracle.backtrace
        )
        return reduce_file(task, self._hearing.file, subject)

    def _step_task(self, name: str, plan_options: PlanOptions, *, beside: tuple[Path, ...]) -> Task:
        """The task of one step, in the working folder and with the remaining limits."""
        case, task, stops = self.case, self._task, self._task.search.stops
        path = case.input.with_name(name)
        left = StopConditions(
            None if stops.seconds is None else max(0.0, stops.seconds - (time.monotonic() - self._begun)),
            None if stops.tests is None else max(0, stops.tests - self._certain_tests),
            stops.stall,
        )
        oracle = replace(task.oracle, command=tuple(case.words), beside=beside, environment=case.variables)
        search = replace(task.search, plan_options=plan_options, stops=left)
        return replace(task, input=path, output=path, oracle=oracle, search=search)


def write_folder(case: Case, attached: tuple[Path, ...], script: str, folder: Path) -> None:
    """Writes the files of a case and its script; removes files of an earlier case that are no longer needed."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in case.sides:
        target = folder / path.name
        if path not in case.files and target.exists():
            shutil.rmtree(target) if target.is_dir() else target.unlink()
    for path in (case.input, *case.files, *attached):
        if path.is_dir():
            shutil.copytree(path, folder / path.name, dirs_exist_ok=True)
        elif path.resolve() != (folder / path.name).resolve():
            write_whole(folder / path.name, path.read_bytes())
            (folder / path.name).chmod(path.stat().st_mode & 0o777)
    write_whole(folder / "reproduce.sh", script.encode("utf-8", "surrogateescape"))
    (folder / "reproduce.sh").chmod(0o755)


def require_new_folder(folder: Path) -> None:
    """Raises UsageError for a folder that contains anything but a reproduction."""
    if folder.is_dir() and any(folder.iterdir()) and not (folder / "reproduce.sh").is_file():
        raise UsageError(f"{folder} has other files in it; choose another folder with -o DIR")
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is a file; --all writes a folder, choose it with -o DIR")
