"""`thresher reduce --all`: a whole reproduction, ending in a folder that can be sent."""

from __future__ import annotations

import argparse
import json
import os
import shlex
import sys
from dataclasses import replace
from pathlib import Path

from thresher.cli.settings import reduction_task
from thresher.conditions.condition import FILE, OPTION, VARIABLE, of_kind
from thresher.conditions.environment import current_environment
from thresher.conditions.options import OPENING, CommandTemplate, every_word, split_command
from thresher.conditions.reproduction import Reproduction
from thresher.conditions.reproduction_search import (
    Case,
    ReproductionListeners,
    ReproductionSearch,
    prepare,
    require_new_folder,
    write_folder,
)
from thresher.engine.record.record import Record
from thresher.errors import UsageError
from thresher.kernel.events import OtherFailure, StageStarted
from thresher.oracle.command import PLACEHOLDERS, locate
from thresher.oracle.running.limits import Limits
from thresher.oracle.running.process import run as run_process
from thresher.plan import Plan
from thresher.reports.console import Console
from thresher.reports.sizes import sizes
from thresher.session.files.whole import check_writable, read_input
from thresher.session.folder.store import FOLDER
from thresher.session.run import Result
from thresher.session.setup.identity import identity
from thresher.session.setup.program_session import ContentSession
from thresher.session.target_failure.criteria import restored
from thresher.session.target_failure.first_run import FIRST_TIMEOUT
from thresher.session.task import Task
from thresher.triage.table import counted

STOPPED_EARLY = 1
MOST_ATTACHED = 1 << 20  # bytes of a file that the command names and that goes into the folder


def run_whole(options: argparse.Namespace) -> int:
    """0 if nothing more can go and the script in the folder shows the failure, 1 if not, or if stopped before."""
    if options.in_place or options.python:
        raise UsageError("--all writes a folder for a command; it cannot be combined with --in-place or --python")
    if options.input.is_dir():
        raise UsageError("--all is for a file; leave it out for a directory, and see thresher explain for the options")
    before = read_input(options.input)
    folder: Path = options.output or options.input.with_name(f"{options.input.stem}.reproduction")
    check_writable(folder.parent)
    require_new_folder(folder)
    command = _command(options)
    if options.program:
        options.program = tuple(command.words(command.options))
    task = replace(reduction_task(options, options.input, folder), sessions=folder.parent)
    progress = ReproductionOutput(quiet=options.quiet)
    case = prepare(task, command, current_environment(), _working_folder(task, before))

    def step(name: str, result: Result, now: Case) -> None:
        """What was found so far is in the folder after each step."""
        write_folder(now, tuple(_attached(now).values()), _script(task, now, progress), folder)
        progress.step(name, result, now)

    whole = ReproductionSearch(task, case, ReproductionListeners(progress.conditions, progress.file, step))
    complete = whole.run()
    shows = _shows(folder, tries=task.search.trust.checks)
    progress.closed(folder, complete=complete, why=whole.last.why if whole.last else "", shows=shows)
    if options.json:
        print(json.dumps(_statistics(whole, before, folder) | {"complete": complete, "reproduces": shows}, indent=1))
    else:
        sys.stdout.write(_script(task, whole.case, progress))
    return 0 if complete and shows else STOPPED_EARLY


def _command(options: argparse.Namespace) -> CommandTemplate:
    """The command with its options as marked; without marks each of its words is one, but program and input."""
    words = shlex.split(options.test) if options.test else list(options.program)
    here = [locate(word, options.input) for word in words]
    words = [
        found if any(place in found for place in PLACEHOLDERS) else word
        for word, found in zip(words, here, strict=True)
    ]
    if any(word.startswith(OPENING) for word in words):
        return split_command(words)
    return every_word(words) if words else CommandTemplate((), ())


def _working_folder(task: Task, data: bytes) -> Path:
    name = identity([data], task.input.name, task.oracle, task.oracle.command, task.search.plan_options)
    return (task.sessions or Path()) / FOLDER / f"{task.input.name}-{name}-all" / "files"


class ReproductionOutput:
    """What is said step by step, and what the failure is, as learned in the last session."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet
        self._console: Console | None = None
        self.criterion: list[str] = []
        self.signature = ""

    def conditions(self, session: ContentSession) -> None:
        self._opened(session.record, session.criterion)

    def file(self, record: Record, criterion: list[str], plan: Plan) -> None:
        self._opened(record, criterion)

    def _opened(self, record: Record, criterion: list[str]) -> None:
        first = not self.criterion
        self.criterion = criterion
        self.signature = record.verdicts.learned.signature if record.verdicts.learned else ""
        if not self._quiet:
            self._console = console = Console(
                record.statistics, record.result.size, original=record.result.original_size
            )
            record.listen(lambda event: None if isinstance(event, StageStarted | OtherFailure) else console(event))
            if first:
                self._console.say("target failure: " + "; ".join(criterion))

    def step(self, name: str, result: Result, case: Case) -> None:
        """One line after each step."""
        if self._console is None:
            return
        self._console.clear()
        left = {kind: len(of_kind(case.conditions, kind)) for kind in (OPTION, VARIABLE, FILE)}
        change = (
            f"{len(result.before):,} -> {len(result.after):,} bytes"
            if name in (case.input.name, *(path.name for path in case.files))
            else f"{', '.join(counted(count, kind) for kind, count in left.items())} left"
        )
        self._console.say(f"{name}: {change}, {counted(result.new_tests, 'test')}")

    def closed(self, folder: Path, *, complete: bool, why: str, shows: bool) -> None:
        if not shows:
            print(f"thresher: {folder / 'reproduce.sh'} does not reproduce the failure here", file=sys.stderr)
        if self._console is None:
            return
        if not complete:
            self._console.say(f"stopped early: {why}; rerun the same command to continue")
        self._console.say(
            f"written to {folder}{'; reproduce.sh was run there and reproduces the failure' if shows else ''}"
        )


def _script(task: Task, case: Case, progress: ReproductionOutput) -> str:
    return Reproduction(
        words=case.words,
        input=case.input.name,
        from_stdin=task.oracle.from_stdin,
        environment=case.variables,
        attached=_attached(case),
        places=case.places,
        criterion=progress.criterion,
        script=task.oracle.script,
        stated=task.oracle.stated,
        signature=restored(progress.signature),
    ).text()


def _attached(case: Case) -> dict[str, Path]:
    """Files that the command names, by its words: scripts and configurations without which it says nothing."""
    found = {word: Path(case.places.get(word, word).rpartition("=")[2]) for word in case.words[1:]}
    program = Path(case.words[0])
    if "/" in case.words[0] and program.is_file() and program.read_bytes()[:2] == b"#!":
        found[case.words[0]] = program.absolute()
    return {
        word: path
        for word, path in found.items()
        if path.is_absolute() and path.is_file() and path.stat().st_size <= MOST_ATTACHED
    }


def _shows(folder: Path, *, tries: int) -> bool:
    """Whether the script says so, in one of a few runs."""
    script = str((folder / "reproduce.sh").absolute())
    limits = Limits(seconds=FIRST_TIMEOUT)
    return any(
        run_process([script], directory=folder, environment=dict(os.environb), limits=limits).exit_code == 0
        for _ in range(tries)
    )


def _statistics(whole: ReproductionSearch, before: bytes, folder: Path) -> dict[str, object]:
    case = whole.case
    left = {f"{kind}s": [each.text for each in of_kind(case.conditions, kind)] for kind in (OPTION, VARIABLE, FILE)}
    return {
        "output": str(folder),
        "tests": whole.tests,
        "before": sizes(before),
        "after": sizes(case.input.read_bytes()),
        **left,
    }
