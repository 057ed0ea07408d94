"""`thresher reduce`: the small part of a failing input."""

from __future__ import annotations

import argparse
import dataclasses
import os
import shutil
import sys
from collections.abc import Callable
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from thresher.cli.argument_types import Subparsers, positive
from thresher.cli.commands import COMMANDS
from thresher.cli.inputs import add_inputs, inputs_of
from thresher.cli.options import (
    add_allow_trivial,
    add_no_report,
    add_oracle,
    add_output,
    add_progress,
    add_requirements,
    add_search,
)
from thresher.cli.progress_output import ProgressOutput, logged
from thresher.cli.result_output import STOPPED_EARLY, show
from thresher.cli.settings import reduction_task
from thresher.engine.control import Control
from thresher.errors import UsageError
from thresher.session.files.naming import result_name
from thresher.session.files.streams import is_stdout
from thresher.session.files.whole import write_whole
from thresher.session.run import Result, reduce_file
from thresher.session.task import IN_SESSION, Task

if TYPE_CHECKING:
    from thresher.tui.run_with_screen import ScreenRun

SEVERAL = 10  # results of --all-minimal
JOBS_PER_PROCESSOR = 4  # that the user may ask for on the live screen


def add_to(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "reduce",
        help=COMMANDS["reduce"],
        usage="thresher reduce INPUT... [options] -- COMMAND {}   or   thresher reduce SCRIPT INPUT... [options]",
        description="Reduces a failing input. The target failure is learned from the first run of the command.",
    )
    add_inputs(parser)
    parser.add_argument(
        "--in-place", action="store_true", help="replace INPUT at the end; a backup is kept as INPUT.orig"
    )
    parser.add_argument(
        "--tui",
        action=argparse.BooleanOptionalAction,
        help="show a live screen (default: on a terminal, if the extra thresher[tui] is installed)",
    )
    add_no_report(parser)
    parser.add_argument(
        "--all",
        action="store_true",
        help="reduce the options, the environment and the files of --with as well, and write a folder with a script "
        "that reproduces the failure (-o DIR; default: NAME.reproduction)",
    )
    parser.add_argument(
        "--all-minimal",
        type=positive,
        nargs="?",
        const=SEVERAL,
        metavar="N",
        help=f"find up to N (default: {SEVERAL}) different minimal results, in units of one kind (--format), and write "
        "each to a file of its own: NAME.min.1.EXT, ...",
    )
    add_allow_trivial(parser)
    add_oracle(parser)
    add_requirements(parser)
    add_search(parser)
    add_progress(parser)
    add_output(parser)
    parser.add_argument(
        "--keep-candidates",
        type=Path,
        nargs="?",
        const=IN_SESSION,
        metavar="FOLDER",
        help="keep every candidate that is tested, for thresher history (default: in the session's folder)",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """0 if the search has finished, 1 if it was stopped early."""
    inputs = inputs_of(options)
    if options.all_minimal and (len(inputs) > 1 or options.all or options.in_place or options.prefer):
        raise UsageError("--all-minimal is for one input; leave out --all, --in-place and --prefer")
    if len(inputs) > 1:
        from thresher.cli.several_inputs import run_several  # noqa: PLC0415 - not needed for one input

        return run_several(options, inputs)
    (options.input,) = inputs
    if options.all and options.sandbox:
        raise UsageError("--all runs the script that it writes without a sandbox; leave --sandbox out")
    if options.all:
        from thresher.cli.commands.reducing.reduce_all import run_whole  # noqa: PLC0415 - not needed without --all

        return run_whole(options)
    if options.in_place and options.output:
        raise UsageError("--in-place and -o cannot be combined")
    options.input = named(options.input)
    if options.in_place and options.input.is_dir():
        raise UsageError("--in-place is for files; the result of a directory is written beside it, or to -o")
    task = reduction_task(options, options.input, options.output or beside(options.input))
    if task.output.resolve() == task.input.resolve():
        raise UsageError("the output would overwrite the input; choose another with -o, or use --in-place")
    return reduce_task(options, task, at_end=_in_place if options.in_place else None)


def reduce_task(
    options: argparse.Namespace, task: Task, *, at_end: Callable[[Result, Path], Result] | None = None
) -> int:
    """Reduces, shows progress and result, and writes the report. A complete result is passed to `at_end`."""
    showing = _screen_run(options, task)
    progress = ProgressOutput(quiet=options.quiet, watched=showing is not None, verbose=options.verbose)
    if showing is not None:
        stops = dataclasses.replace(task.search.stops, control=showing.control)
        task = dataclasses.replace(task, search=dataclasses.replace(task.search, stops=stops))
    with logged(options, progress.opened) as opened:
        result = reduce_file(task, opened, until_end=showing)
    if at_end is not None and result.complete:
        result = at_end(result, task.input)
    report = None if options.no_report else _report(result)
    shown = options.json or options.output is None or is_stdout(options.output)
    if shown and sys.stdout.isatty():  # the summary comes last where both can be seen
        progress.clear()
        show(result, as_statistics=options.json)
    progress.closed(result, report)
    if shown and not sys.stdout.isatty():
        show(result, as_statistics=options.json)
    return 0 if result.complete else STOPPED_EARLY


def _report(result: Result) -> Path:
    from thresher.reports.html import write_report  # noqa: PLC0415 - not needed before the end

    return write_report(result.folder, before=result.before)


def _screen_run(options: argparse.Namespace, task: Task) -> ScreenRun | None:
    """The live screen, if requested with --tui, or by default on a terminal with Textual installed; else None."""
    installed = find_spec("textual") is not None
    terminal = sys.stdin.isatty() and sys.stderr.isatty() and os.environ.get("TERM", "dumb") != "dumb"
    if options.tui and not installed:
        raise UsageError("the live screen needs Textual; run: pip install 'thresher[tui]'")
    if options.tui and not terminal:
        raise UsageError("the live screen needs a terminal; leave --tui out for plain progress")
    if options.tui is False or not (installed and terminal) or (options.quiet and not options.tui):
        return None
    from thresher.tui.run_with_screen import DELAY, ScreenRun  # noqa: PLC0415 - not needed without a screen

    size, jobs = task.input.stat().st_size, task.search.jobs
    own = task.search.cluster is None and task.search.pool is None
    control = Control(jobs, max(jobs, JOBS_PER_PROCESSOR * len(os.sched_getaffinity(0)))) if own else Control()
    return ScreenRun(control, task.input.name, size, task.search.jobs, 0.0 if options.tui else DELAY)


def named(path: Path) -> Path:
    """The same file or directory by a path that ends in its name: `.` has none."""
    return path if path.name and path.name != ".." else path.resolve()


def beside(path: Path) -> Path:
    """`crash.min.html` for `crash.html`.

    >>> str(beside(Path("a/crash.html"))), str(beside(Path("Makefile")))
    ('a/crash.min.html', 'Makefile.min')
    """
    return path.with_name(f"{path.name}.min" if path.is_dir() else result_name(path.name))


def _in_place(result: Result, path: Path) -> Result:
    """The result takes the input's place."""
    back_up(path)
    write_whole(path, result.after)
    result.output.unlink()
    return dataclasses.replace(result, output=path)


def back_up(path: Path) -> None:
    """Copies a file to NAME.orig; a backup that is there already is never overwritten."""
    backups = (path.with_name(f"{path.name}.orig{number or ''}") for number in count())
    shutil.copy2(path, next(backup for backup in backups if not backup.exists()))
