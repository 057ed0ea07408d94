"""`thresher triage`: which of many failing inputs show the same failure, and a small one for each."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from dataclasses import replace
from pathlib import Path

from thresher.cli.argument_types import Subparsers
from thresher.cli.commands import COMMANDS
from thresher.cli.options import add_limits, add_output, add_sandbox, add_search, add_side_files
from thresher.cli.result_output import STOPPED_EARLY
from thresher.cli.settings import oracle_settings, search_settings
from thresher.conditions.reproduction import Reproduction
from thresher.engine.record.record import Record
from thresher.engine.record.statistics import Statistics
from thresher.errors import UsageError
from thresher.kernel.events import Event, OtherFailure, StageStarted, Tested
from thresher.oracle.command import PLACEHOLDERS, located
from thresher.oracle.failures.signature import Signature
from thresher.plan import Plan
from thresher.reports.console import Console
from thresher.session.task import Task
from thresher.triage.bugs import Bug, BugFolders, require_place
from thresher.triage.groups import census
from thresher.triage.inputs import LAYOUTS, PLAIN, find_inputs
from thresher.triage.pages import as_json, as_text, write_pages
from thresher.triage.survey import SurveyEffort, survey
from thresher.triage.table import Triage, counted

TIMEOUT = 10.0  # seconds after which an input hangs
CHECKS = 2
OF_SANITIZERS = ("ASAN_OPTIONS", "UBSAN_OPTIONS", "MSAN_OPTIONS", "TSAN_OPTIONS", "LSAN_OPTIONS")
ONE_FAILURE = (  # options of other commands that state what the failure is
    *("test", "python", "backtrace", "same_backtrace", "exit_code", "signal", "hang"),
    *("stdout", "stderr", "not_stdout", "not_stderr", "any_failure"),
)
TELLING = {  # or else the reports do not say in which function
    "UBSAN_OPTIONS": "print_stacktrace=1",
    "ASAN_OPTIONS": "handle_abort=1",
}


def add_to(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "triage",
        help=COMMANDS["triage"],
        usage="thresher triage DIR [-o OUT] [options] -- COMMAND {}",
        description="Runs all inputs in a folder, groups them by their failure, reduces the smallest of "
        "each group, and writes a table and one folder for each failure. Knows the folder layouts of libFuzzer, AFL++ "
        "and OSS-Fuzz.",
    )
    parser.add_argument("folder", type=Path, metavar="DIR", help="the folder with the inputs")
    parser.add_argument(
        "--layout", choices=LAYOUTS, help="which files are inputs (default: by their names; plain takes all files)"
    )
    program = parser.add_argument_group("program under test", "The command follows --, with {} for the input's path.")
    program.add_argument("--stdin", action="store_true", help="the program reads the input from standard input")
    add_side_files(program)
    add_sandbox(program)
    program.add_argument(
        "--no-backtrace",
        "--no-debugger",
        action="store_true",
        help="identify a crash that prints nothing by its signal alone, without gdb",
    )
    parser.set_defaults(**dict.fromkeys(ONE_FAILURE))
    add_limits(parser, timeout=f"an input that takes longer hangs (default: {TIMEOUT:g})")
    add_search(parser, checks=CHECKS)
    add_output(parser, default="DIR.triage", what="FOLDER")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """0 if every failure has a reduced input or a reason why not, 1 if stopped before."""
    folder: Path = options.folder
    output: Path = options.output or Path(f"{folder if folder.name not in ('', '..') else folder.resolve()}.triage")
    _require_sense(options, output)
    settings, hang = oracle_settings(options), options.timeout or TIMEOUT
    found = find_inputs(folder, options.layout, leave_out=output.resolve())
    require_place(output)
    _enable_sanitizer_reports()
    progress = TriageOutput(len(found.paths), quiet=options.quiet)
    what = counted(len(found.paths), "input") + ("" if found.layout == PLAIN else f" of {found.layout}")
    left_out = f"; {counted(found.left_out, 'other file')} left out (see --layout)" if found.left_out else ""
    progress.say(f"{what} in {folder}{left_out}")
    search = search_settings(options)
    debugger = not options.no_backtrace and shutil.which("gdb") is not None
    effort = SurveyEffort(options.checks, search.jobs, debugger=debugger, fresh=options.fresh)
    result = census(
        survey(found.paths, replace(settings, timeout=hang), effort, sessions=output, listen=progress.surveyed)
    )
    progress.say(f"{counted(len(result.groups), 'distinct failure')}; {len(result.passing):,} do not fail")
    task = Task(folder, output, settings, search, fresh=options.fresh, sessions=output)
    bugs = BugFolders(output, task, hang, progress.opened, _script).bugs(result.groups, progress.reduced)
    triage = Triage(folder, result, bugs)
    write_pages(triage, output)
    progress.say(f"written to {output}: triage.md, triage.html, triage.json and a folder for each failure")
    sys.stdout.write(as_json(triage) if options.json else as_text(triage))
    return 0 if triage.complete else STOPPED_EARLY


def _require_sense(options: argparse.Namespace, output: Path) -> None:
    """The command takes an input, and the results are not written where the inputs are read from."""
    if not options.program:
        raise UsageError("no command to run; put it after --, with {} for the input: -- ./program {}")
    has_place = any(place in part for part in options.program for place in PLACEHOLDERS)
    if not has_place and not options.stdin:
        raise UsageError("the command does not say where the input goes; put {} there, or use --stdin")
    folder = options.folder.resolve()
    if output.resolve() in (folder, *folder.parents):
        raise UsageError(f"{output} contains the inputs; choose another folder with -o")


def _enable_sanitizer_reports() -> None:
    """Sanitizers name the function of every failure only if they are asked to; the runs inherit this environment."""
    for name, wanted in TELLING.items():
        given = os.environ.get(name, "")
        if wanted.partition("=")[0] not in given:
            os.environ[name] = f"{given}:{wanted}" if given else wanted


def _script(task: Task, signature: Signature, name: str) -> str:
    stated = task.oracle.stated
    options = {name.encode(): os.environb[name.encode()] for name in OF_SANITIZERS if name in os.environ}
    return Reproduction(
        words=located(task.oracle.command, None),
        input=name,
        from_stdin=task.oracle.from_stdin,
        environment=options,
        attached={},
        places={},
        criterion=stated.describe() if stated else signature.describe(),
        script=False,
        stated=stated,
        signature=signature,
        inherits=True,
    ).text()


class TriageOutput:
    """Prints the progress of a triage; nothing if quiet."""

    def __init__(self, inputs: int, *, quiet: bool) -> None:
        self._inputs, self._quiet = inputs, quiet
        self._console = Console(Statistics(), 1)
        self._asked = 0

    def say(self, message: str) -> None:
        if not self._quiet:
            self._console.say(message)

    def surveyed(self, event: Event) -> None:
        """A line for each tenth of the inputs."""
        if isinstance(event, Tested):
            self._asked += 1
            if self._asked * 10 // self._inputs > (self._asked - 1) * 10 // self._inputs:
                self.say(f"{self._asked:,} of {self._inputs:,} run")

    def opened(self, record: Record, criterion: list[str], plan: Plan) -> None:
        if self._quiet:
            return
        self._console = console = Console(record.statistics, record.result.size, original=record.result.original_size)
        record.listen(lambda event: None if isinstance(event, StageStarted | OtherFailure) else console(event))

    def reduced(self, bug: Bug) -> None:
        size = bug.group.representative.size
        what = bug.why if bug.reduced is None else f"{size:,} -> {len(bug.reduced):,} bytes, {bug.tests:,} tests"
        self.say(f"{bug.group.signature.short} ({counted(bug.group.files, 'input')}): {what}")
