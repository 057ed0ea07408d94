"""What the commands for recorded sessions share, in a browser or in a program: options, the task, exit codes, files."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from thresher.cli.argument_types import positive
from thresher.cli.commands.reducing.reduce import beside
from thresher.cli.options import add_flakiness, add_most, add_stall
from thresher.cli.settings import stop_conditions
from thresher.engine.reduction import FlakinessSettings
from thresher.errors import UsageError
from thresher.kernel.outcome import Outcome
from thresher.session.files.streams import is_stream
from thresher.session.folder.ownership import set_aside
from thresher.session.settings import OracleSettings, SearchSettings
from thresher.session.task import Task

EXIT_CODES: Mapping[Outcome, int] = MappingProxyType({Outcome.PASS: 0, Outcome.FAIL: 1, Outcome.UNRESOLVED: 2})
"""Of a replay: nothing fails, the failure occurs, a step cannot be done."""


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


def folder_of(task: Task) -> Path:
    """Where the files that belong to a reduced recording are written."""
    return (beside(task.input) if is_stream(task.output) else task.output).with_suffix("")


def keep_earlier(output: Path) -> None:
    """Renames a recording that is there already, and says so."""
    if not is_stream(output) and output.exists() and output.stat().st_size:
        print(f"the earlier {output} is kept as {set_aside(output)}", file=sys.stderr)
