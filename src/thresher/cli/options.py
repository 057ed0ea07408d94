"""Options that several commands share."""

from __future__ import annotations

import argparse
from pathlib import Path

from thresher import formats
from thresher.algorithms.registry import DEFAULT, list_algorithms, tree_algorithms
from thresher.cli.argument_types import ListedNames, positive, probability, size
from thresher.executors import LOCAL
from thresher.plan.default import transformations
from thresher.plan.effort import Effort


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
    add_side_files(group)
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
    failure.add_argument("--hang", type=float, metavar="SECONDS", help="the program runs for at least SECONDS")
    add_any_failure(failure)
    add_limits(parser, timeout="default: ten times the first run, at least 1 s")


def add_allow_trivial(parser: argparse.ArgumentParser) -> None:
    """Whether a reduction continues where an empty input shows the failure as well."""
    parser.add_argument(
        "--allow-trivial", action="store_true", help="continue even if an empty input shows the same failure"
    )


def add_requirements(parser: argparse.ArgumentParser) -> None:
    """What must hold for every candidate beside the failure."""
    group = parser.add_argument_group("must also hold", "Checked before the program is run; does not count as a test.")
    group.add_argument(
        "--require",
        metavar="COMMAND",
        action="append",
        default=[],
        help="a command that succeeds on every candidate, e.g. 'gcc -fsyntax-only -Werror {}'; may be repeated",
    )
    group.add_argument(
        "--prefer",
        choices=["readable"],
        help="rename nothing, keep the format (--valid), and end with line breaks and indentation as a person would "
        "write them, by clang-format, black, prettier, gofmt or rustfmt where installed",
    )
    group.add_argument(
        "--keep", metavar="REGEX", action="append", default=[], help="text that stays in the file; may be repeated"
    )


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
    """What a run may use; the help of --timeout states the default."""
    limits = parser.add_argument_group("limits per run", "0 means no limit, for --memory and --file-size.")
    limits.add_argument("--timeout", type=float, metavar="SECONDS", help=timeout)
    limits.add_argument("--memory", type=size, metavar="SIZE", help="resident memory, e.g. 2G (default: 3/4 of all)")
    limits.add_argument("--file-size", type=size, metavar="SIZE", help="of a file it writes, e.g. 100M (default: 1G)")


def add_search(parser: argparse.ArgumentParser, *, checks: int = 3) -> None:
    """How to search, and when to stop."""
    group = parser.add_argument_group("search")
    _add_format(group)
    algorithm = group.add_argument(
        "--algorithm", metavar="NAME", help="for lists %(lists)s; for trees %(trees)s (hdd+, hdd*, hddr)"
    )
    vars(algorithm).update(lists=ListedNames(list_algorithms), trees=ListedNames(tree_algorithms))
    group.add_argument(
        "--effort",
        choices=[each.value for each in Effort],
        default=Effort.NORMAL.value,
        help="quick: until little more is to be expected; normal: until no single unit can be removed; thorough: then "
        "with more patience, and by another route (default: normal)",
    )
    group.add_argument(
        "--only",
        action="store_true",
        help="with --algorithm: run it alone and as published, with ddmin inside it and nothing before or after it",
    )
    group.add_argument(
        "--without",
        metavar="PASS",
        action="append",
        default=[],
        help=f"leave out transformations: {', '.join(transformations())}",
    )
    group.add_argument(
        "--valid", action="store_true", help="test only candidates in the format of the input: it parses as before"
    )
    group.add_argument("--keep-names", action="store_true", help="rename nothing: --without merging,names")
    group.add_argument(
        "--minimizer", metavar="NAME", help=f"the list algorithm that tree algorithms use (default: {DEFAULT})"
    )
    group.add_argument(
        "--minimality", type=positive, default=1, metavar="N", help="no N units can be removed together (default: 1)"
    )
    group.add_argument(
        "--reduce-with",
        metavar="COMMAND",
        action="append",
        default=[],
        help="also try the candidates of an external reducer, which speaks JSON as those of Shrink Ray do; repeatable",
    )
    group.add_argument("--min-granularity", metavar="UNIT", help="the finest unit to remove: lines, tokens, ..., or N")
    add_effort(parser, group, checks=checks)


def _add_format(group: argparse._ArgumentGroup) -> None:
    """How to split the input."""
    format_name = group.add_argument(
        "--format", metavar="NAME", help="how to split the file: %(names)s (default: by content)"
    )
    vars(format_name)["names"] = ListedNames(formats.formats)
    group.add_argument(
        "--language", metavar="NAME", help="the language to parse the file in (default: by name, content)"
    )
    group.add_argument(
        "--grammar", type=Path, metavar="FILE", help="a grammar of the language: .y, .g4, .lark, grammar.json"
    )
    group.add_argument(
        "--start", metavar="RULE", help="the grammar's rule for a whole file (default: the grammar's own)"
    )
    group.add_argument(
        "--nested-lists",
        action="store_true",
        help="with --grammar: lists written by recursion stay nested, as in the HDD papers (default: one level)",
    )


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
        "--executor",
        metavar="NAME",
        default=LOCAL,
        help="where tests run: local (the default), dask, or one of an installed package",
    )
    group.add_argument(
        "--scheduler", metavar="ADDRESS", help="address of the Dask scheduler (default: start a local cluster)"
    )
    group.add_argument(
        "--needs", metavar="NAME", action="append", default=[], help="a resource that workers must offer, e.g. gcc-12"
    )
    add_flakiness(group, checks=checks, what="initial runs of the input")
    stop = parser.add_argument_group("stopping early", "Run the same command again to continue.")
    add_most(stop)
    add_stall(stop)


def add_flakiness(group: argparse._ArgumentGroup, *, checks: int, what: str) -> None:
    """How many first runs there are, and how sure a verdict of a flaky test has to be."""
    group.add_argument("--checks", type=positive, default=checks, metavar="N", help=f"{what} (default: {checks})")
    group.add_argument(
        "--confidence", type=probability, default=0.99, metavar="P", help="confidence of flaky verdicts (default: 0.99)"
    )


def add_most(group: argparse._ArgumentGroup) -> None:
    """After how much time, and how many tests, to stop."""
    group.add_argument("--max-seconds", type=float, metavar="S", help="stop after S seconds")
    group.add_argument(
        "--max-tests", type=positive, metavar="N", help="stop after N tests; speculative tests do not count"
    )


def add_stall(group: argparse._ArgumentGroup) -> None:
    """At which progress to stop."""
    group.add_argument("--stall", metavar="P/N", help="stop when N tests removed less than P %%, e.g. 1/100")


def add_side_files(group: argparse._ArgumentGroup) -> None:
    """The files that the program needs beside its input."""
    group.add_argument(
        "--with",
        dest="beside",
        metavar="FILE",
        action="append",
        default=[],
        help="a file that the program needs in its directory",
    )


def add_no_report(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--no-report", action="store_true", help="write no HTML report into the session's folder")


def add_session(parser: argparse.ArgumentParser) -> None:
    """Which session to read."""
    parser.add_argument(
        "where",
        type=Path,
        nargs="?",
        metavar="INPUT or FOLDER",
        help="the file that was reduced, its session's folder, or a directory with sessions (default: this one)",
    )


def add_progress(parser: argparse.ArgumentParser) -> None:
    """How much is said during a search, and where all of it is written."""
    group = parser.add_argument_group("progress")
    group.add_argument(
        "-v", "--verbose", action="store_true", help="show stages, speed and reasons of outcomes as well"
    )
    group.add_argument("--log", type=Path, metavar="FILE", help="append every stage, test and outcome to a file")


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
