"""What the commands for recorded sessions share, in a browser or in a program: options, the task, exit codes, files."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Protocol, TypeVar

from thresher.cli.argument_types import Subparsers, positive
from thresher.cli.commands.reducing.reduce import beside
from thresher.cli.options import add_flakiness, add_most, add_stall
from thresher.cli.progress_output import ProgressOutput
from thresher.cli.settings import stop_conditions
from thresher.engine.reduction import FlakinessSettings
from thresher.errors import UsageError
from thresher.kernel.outcome import Outcome
from thresher.reports.html import write_report
from thresher.session.files.streams import is_stream
from thresher.session.folder.ownership import set_aside
from thresher.session.run import Hear, Result
from thresher.session.settings import OracleSettings, SearchSettings
from thresher.session.task import Task

EXIT_CODES: Mapping[Outcome, int] = MappingProxyType({Outcome.PASS: 0, Outcome.FAIL: 1, Outcome.UNRESOLVED: 2})
"""Of a replay: nothing fails, the failure occurs, a step cannot be done."""


class FilesOfResult(Protocol):
    """The files that belong to a reduced recording, such as tests and screenshots."""

    def write(self, folder: Path) -> None: ...


FilesT = TypeVar("FilesT", bound=FilesOfResult)


def add_replay_action(
    actions: Subparsers, usage: str, run: Callable[[argparse.Namespace], int]
) -> argparse.ArgumentParser:
    """The parser of `replay FILE`."""
    parser = actions.add_parser(
        "replay",
        help="replay a recording and report what fails",
        usage=usage,
        description="Replays a recording from a clean state. Exits with 0 if nothing fails, 1 if the failure occurs, "
        "and 2 if a step cannot be replayed.",
    )
    parser.add_argument("input", type=Path, metavar="FILE")
    parser.set_defaults(run=run)
    return parser


def add_reduce_action(
    actions: Subparsers,
    usage: str,
    run: Callable[[argparse.Namespace], int],
    *,
    writes: str,
) -> argparse.ArgumentParser:
    """The parser of `reduce FILE`, which `writes` more files than the recording."""
    parser = actions.add_parser(
        "reduce",
        help="find the few steps that matter",
        usage=usage,
        description="Reduces a failing recording. The target failure is learned from the first replay unless given. "
        f"Writes FILE.min.json, and into FILE.min/ {writes}.",
    )
    parser.add_argument("input", type=Path, metavar="FILE")
    parser.set_defaults(run=run)
    return parser


def add_replays(group: argparse._ArgumentGroup) -> None:
    """How many replays to make, and when to stop."""
    group.add_argument("-j", "--jobs", type=positive, default=1, metavar="N", help="replays in parallel (default: 1)")
    add_flakiness(group, checks=2, what="initial replays")
    add_most(group)
    add_stall(group)


def recording_task(options: argparse.Namespace, trust: FlakinessSettings | None = None) -> Task:
    """The reduction of a recording; `trust` if it has more than the options say."""
    trust = trust or FlakinessSettings(options.checks, options.confidence)
    task = Task(
        input=options.input,
        output=options.output or beside(options.input),
        oracle=OracleSettings(command=()),
        search=SearchSettings(jobs=options.jobs, stops=stop_conditions(options), trust=trust),
        arguments=options.given,
        fresh=options.fresh,
    )
    if task.output.resolve() == task.input.resolve():
        raise UsageError("the output would overwrite the input; choose another with -o")
    return task


def reduce_recorded(
    options: argparse.Namespace, task: Task, reduce: Callable[[Hear], tuple[Result, FilesT]], *, written: str
) -> tuple[Result, FilesT]:
    """Reduces a recording, writes the files that belong to the result and the report, and says where they are."""
    progress = ProgressOutput(quiet=options.quiet)
    result, files = reduce(progress.opened)
    folder = _folder_of(task)
    files.write(folder)
    report = None if options.no_report else write_report(result.folder, before=result.before)
    progress.closed(result, report)
    if not options.quiet:
        print(f"{written}: {folder}", file=sys.stderr)
    return result, files


def _folder_of(task: Task) -> Path:
    """Where the files that belong to a reduced recording are written."""
    return (beside(task.input) if is_stream(task.output) else task.output).with_suffix("")


def keep_earlier(output: Path) -> None:
    """Renames a recording that is there already, and says so."""
    if not is_stream(output) and output.exists() and output.stat().st_size:
        print(f"the earlier {output} is kept as {set_aside(output)}", file=sys.stderr)
