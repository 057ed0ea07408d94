"""Options that several commands share, and how they become settings."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from thresher import formats
from thresher.algorithms.registry import DEFAULT, list_algorithms, tree_algorithms
from thresher.cli.argument_types import Names, positive, probability, size
from thresher.engine.reduction import FlakinessSettings
from thresher.engine.stop_conditions import Stall, StopConditions
from thresher.errors import UsageError
from thresher.executors.cluster import Cluster
from thresher.executors.slot_server import POOL
from thresher.oracle.failures.criterion import StatedCriterion, parse_pattern
from thresher.oracle.failures.signals import parse_signal
from thresher.plan import PlanOptions
from thresher.plan.choosing import RENAMING
from thresher.plan.default import transformations
from thresher.session.files.streams import STDOUT
from thresher.session.settings import OracleSettings, SearchSettings
from thresher.session.task import Task

if TYPE_CHECKING:
    from thresher.grammars.language import Language
    from thresher.oracle.python import PythonFunction


def add_oracle(parser: argparse.ArgumentParser) -> None:
    """The program under test and its failure."""
    group = parser.add_argument_group(
        "program under test",
        "The command follows --, with {} (or %s) for the file's path. Without a placeholder, the program finds the "
        "file in its working directory, under its own name.",
    )
    group.add_argument("--test", metavar="SCRIPT", help="an interestingness test: exits 0 when the failure occurs")
    group.add_argument(
        "--python",
        metavar="MODULE:FUNCTION",
        help="a Python function (or FILE.py:FUNCTION) of the content or a path: returns True or raises when the "
        "failure occurs",
    )
    group.add_argument("--stdin", action="store_true", help="the program reads the file from standard input")
    group.add_argument(
        "--with",
        dest="beside",
        metavar="FILE",
        action="append",
        default=[],
        help="a file that the program needs in its directory",
    )
    add_sandbox(group)
    group.add_argument("--backtrace", choices=["gdb"], help="run under gdb and compare backtraces")
    group.add_argument(
        "--no-backtrace",
        action="store_true",
        help="identify a crash that prints nothing by its signal alone, without a second run under gdb",
    )
    failure = parser.add_argument_group(
        "target failure", "Learned from the first run unless given; everything given must hold."
    )
    failure.add_argument("--exit-code", type=int, metavar="N", help="the program exits with N")
    failure.add_argument("--signal", metavar="NAME", help="a signal kills the program: SEGV, ABRT, 11, ...")
    failure.add_argument("--stdout", metavar="REGEX", help="the output matches")
    failure.add_argument("--stderr", metavar="REGEX", help="the error output matches")
    failure.add_argument("--not-stdout", metavar="REGEX", help="the output does not match")
    failure.add_argument("--not-stderr", metavar="REGEX", help="the error output does not match")
    failure.add_argument("--same-backtrace", action="store_true", help="the backtrace is that of the first run")
    failure.add_argument("--hang", type=float, metavar="SECONDS", help="the program runs longer than SECONDS")
    add_any_failure(failure)
    add_limits(parser, timeout="default: ten times the first run, at least 1 s")


def add_any_failure(group: argparse._ArgumentGroup) -> None:
    """Whether other failures than that of the first run will do."""
    group.add_argument(
        "--any-failure", action="store_true", help="every failure counts, not only that of the first run"
    )


def add_sandbox(group: argparse._ArgumentGroup) -> None:
    """Whether the program runs in a sandbox, and what it may read there."""
    group.add_argument(
        "--sandbox",
        action="store_true",
        help="run in a sandbox: no network, writes only to its own directory, reads only system files and named files "
        "(needs bwrap)",
    )
    group.add_argument(
        "--sandbox-read",
        type=Path,
        metavar="PATH",
        action="append",
        default=[],
        help="with --sandbox: a file or directory outside the system that the program may read",
    )


def add_limits(parser: argparse.ArgumentParser, *, timeout: str) -> None:
    """What a run may use; the help of --timeout tells what is the default."""
    limits = parser.add_argument_group("limits per run", "0 means no limit, for --memory and --file-size.")
    limits.add_argument("--timeout", type=float, metavar="SECONDS", help=timeout)
    limits.add_argument("--memory", type=size, metavar="SIZE", help="resident memory, e.g. 2G (default: 3/4 of all)")
    limits.add_argument("--file-size", type=size, metavar="SIZE", help="of a file it writes, e.g. 100M (default: 1G)")


def add_search(parser: argparse.ArgumentParser, *, checks: int = 3) -> None:
    """How to search, and when to stop."""
    group = parser.add_argument_group("search")
    format_name = group.add_argument(
        "--format", metavar="NAME", help="how to split the file: %(names)s (default: by content)"
    )
    vars(format_name)["names"] = Names(formats.formats)
    group.add_argument(
        "--language", metavar="NAME", help="the language to parse the file in (default: by name, content)"
    )
    group.add_argument(
        "--grammar", type=Path, metavar="FILE", help="a grammar of the language: .y, .g4, .lark, grammar.json"
    )
    group.add_argument(
        "--start", metavar="RULE", help="the grammar's rule for a whole file (default: the grammar's own)"
    )
    algorithm = group.add_argument(
        "--algorithm", metavar="NAME", help="for lists %(lists)s; for trees %(trees)s (hdd+, hdd*, hddr)"
    )
    vars(algorithm).update(lists=Names(list_algorithms), trees=Names(tree_algorithms))
    group.add_argument(
        "--without",
        metavar="PASS",
        action="append",
        default=[],
        help=f"leave out transformations: {', '.join(transformations())}",
    )
    group.add_argument("--keep-names", action="store_true", help="rename nothing: --without merging,names")
    group.add_argument(
        "--minimizer", metavar="NAME", help=f"the list algorithm that tree algorithms use (default: {DEFAULT})"
    )
    group.add_argument(
        "--minimality", type=positive, default=1, metavar="N", help="no N units can be removed together (default: 1)"
    )
    group.add_argument("--min-granularity", metavar="UNIT", help="the finest unit to remove: lines, tokens, ..., or N")
    add_effort(parser, group, checks=checks)


def add_effort(parser: argparse.ArgumentParser, group: argparse._ArgumentGroup, *, checks: int) -> None:
    """How much to run, and when to stop."""
    group.add_argument(
        "-j",
        "--jobs",
        type=positive,
        metavar="N",
        help="tests in parallel; does not change the result (default: all cores)",
    )
    group.add_argument(
        "--executor", choices=["local", "dask"], default="local", help="where tests run (default: this machine)"
    )
    group.add_argument(
        "--scheduler", metavar="ADDRESS", help="address of the Dask scheduler (default: start a local cluster)"
    )
    group.add_argument(
        "--needs", metavar="NAME", action="append", default=[], help="a resource that workers must offer, e.g. gcc-12"
    )
    group.add_argument(
        "--checks", type=positive, default=checks, metavar="N", help=f"initial runs of the input (default: {checks})"
    )
    group.add_argument(
        "--confidence", type=probability, default=0.99, metavar="P", help="confidence of flaky verdicts (default: 0.99)"
    )
    stop = parser.add_argument_group("stopping early", "Run the same command again to continue.")
    stop.add_argument("--max-seconds", type=float, metavar="S", help="stop after S seconds")
    stop.add_argument(
        "--max-tests", type=positive, metavar="N", help="stop after N tests; speculative tests do not count"
    )
    stop.add_argument("--stall", metavar="P/N", help="stop when N tests removed less than P %%, e.g. 1/100")


def add_output(
    parser: argparse.ArgumentParser, *, default: str = "NAME.min.EXT beside the input", what: str = "FILE"
) -> None:
    """Where results and progress go."""
    group = parser.add_argument_group("output", "Results go to stdout, progress to stderr.")
    alone = "- for standard output only; " if what == "FILE" else ""
    group.add_argument("-o", "--output", type=Path, metavar=what, help=f"{alone}default: {default}")
    group.add_argument("-q", "--quiet", action="store_true", help="errors only")
    group.add_argument("--json", action="store_true", help="statistics as JSON on standard output")
    group.add_argument("--fresh", action="store_true", help="discard the results of earlier runs of this command")


def oracle_settings(options: argparse.Namespace, command: tuple[str, ...] = ()) -> OracleSettings:
    """The oracle as the options say; its command is the one behind --, unless another is given."""
    function = _function(options)
    command = command or _command(options, function)
    stated = stated_failure(options)
    if options.test and stated is not None:
        raise UsageError("--test cannot be combined with options that describe the failure")
    if options.no_backtrace and (options.backtrace or options.same_backtrace):
        raise UsageError("--no-backtrace contradicts --backtrace and --same-backtrace; leave one of them out")
    beside = tuple(Path(name) for name in options.beside)
    for path in beside:
        if not path.exists():
            raise UsageError(f"there is no file {path} (--with)")
    return OracleSettings(
        command=command,
        script=bool(options.test),
        from_stdin=options.stdin,
        backtrace=options.backtrace is not None or options.same_backtrace,
        stated=stated,
        locate_crashes=not options.no_backtrace,
        same_backtrace=options.same_backtrace,
        timeout=options.timeout,
        memory=options.memory,
        file_size=options.file_size,
        beside=beside,
        function=function,
        sandbox=options.sandbox,
        readable=readable(options),
    )


def readable(options: argparse.Namespace) -> tuple[Path, ...]:
    """What --sandbox-read names, if it is there and there is a sandbox."""
    if options.sandbox_read and not options.sandbox:
        raise UsageError("--sandbox-read needs --sandbox")
    for path in options.sandbox_read:
        if not path.exists():
            raise UsageError(f"there is no file {path} (--sandbox-read)")
    return tuple(path.absolute() for path in options.sandbox_read)


def _command(options: argparse.Namespace, function: PythonFunction | None) -> tuple[str, ...]:
    if sum(map(bool, (options.test, options.python, options.program))) > 1:
        raise UsageError("give only one of: a command after --, a script with --test, a function with --python")
    command: tuple[str, ...] = tuple(shlex.split(options.test)) if options.test else options.program
    if function is not None:
        command = (sys.executable, options.python)
    if not command:
        raise UsageError("no command to run; put it after --, for instance: -- ./program {}, or use --test SCRIPT")
    return command


def _function(options: argparse.Namespace) -> PythonFunction | None:
    if not options.python:
        return None
    if options.stdin or options.backtrace or options.same_backtrace or options.sandbox:
        raise UsageError(
            "--stdin, --sandbox, --backtrace and --same-backtrace are for programs; they cannot be combined with "
            "--python"
        )
    from thresher.oracle.python import PythonFunction  # noqa: PLC0415 - only --python needs it

    return PythonFunction.parse(options.python)


def require_one_on_stdout(options: argparse.Namespace) -> None:
    """Standard output takes the result or the statistics, not both."""
    if options.json and options.output == STDOUT:
        raise UsageError("-o - and --json both write to standard output; leave one of them out")


def task_for(options: argparse.Namespace, failing: Path, output: Path) -> Task:
    """What the options ask for, on a failing file and with results beside `output`."""
    require_one_on_stdout(options)
    return Task(
        input=failing,
        output=output,
        oracle=oracle_settings(options),
        search=search_settings(options),
        arguments=options.given,
        fresh=options.fresh,
    )


def stated_failure(options: argparse.Namespace) -> StatedCriterion | None:
    """What the options say of the failure, if they do."""
    values: dict[str, Any] = {
        name: parse_pattern(getattr(options, name))
        for name in ("stdout", "stderr", "not_stdout", "not_stderr")
        if getattr(options, name) is not None
    }
    if options.signal is not None:
        values["signal"] = parse_signal(options.signal)
    for name in ("exit_code", "hang"):
        if getattr(options, name) is not None:
            values[name] = getattr(options, name)
    if options.any_failure and values:
        raise UsageError("--any-failure accepts every failure; leave out the options that describe it")
    return StatedCriterion(**values) if values or options.any_failure else None


def search_settings(options: argparse.Namespace) -> SearchSettings:
    """The search as the options say."""
    return effort_settings(options, plan_options(options))


def plan_options(options: argparse.Namespace) -> PlanOptions:
    """What the options ask of the plan."""
    return PlanOptions(
        options.format,
        options.language,
        options.algorithm,
        options.minimizer,
        options.min_granularity,
        options.minimality,
        _grammar(options),
        _left_out(options),
    )


def effort_settings(options: argparse.Namespace, plan_options: PlanOptions) -> SearchSettings:
    """The search for what is wished, with as much effort as the options say."""
    return SearchSettings(
        plan_options=plan_options,
        jobs=options.jobs or len(os.sched_getaffinity(0)),
        stops=StopConditions(
            options.max_seconds, options.max_tests, Stall.parse(options.stall) if options.stall else None
        ),
        trust=FlakinessSettings(options.checks, options.confidence),
        cluster=_cluster(options),
        pool=os.environ.pop(POOL, None),  # not for the tests, which would wait for the place they are in
    )


def _cluster(options: argparse.Namespace) -> Cluster | None:
    if options.executor == "dask":
        return Cluster(options.scheduler, tuple(options.needs), options.jobs)
    if options.scheduler or options.needs:
        raise UsageError("--scheduler and --needs need --executor dask")
    return None


def _left_out(options: argparse.Namespace) -> tuple[str, ...]:
    named = [name for names in options.without for name in names.split(",")]
    return (*named, *(RENAMING if options.keep_names else ()))


def _grammar(options: argparse.Namespace) -> Language | None:
    if options.grammar is None:
        if options.start is not None:
            raise UsageError("--start names a rule of a grammar; give the grammar with --grammar FILE")
        return None
    from thresher.session.grammars import load_language  # noqa: PLC0415 - only --grammar needs it

    return load_language(options.grammar, options.start)
