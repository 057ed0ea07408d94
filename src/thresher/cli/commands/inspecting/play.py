"""`thresher play`: an algorithm step by step on a small list."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from thresher.algorithms.registry import list_algorithm, list_algorithms
from thresher.algorithms.tracing import Trace, TracedStep
from thresher.cli.argument_types import ListedNames, Subparsers
from thresher.cli.commands import COMMANDS
from thresher.errors import UsageError
from thresher.kernel.outcome import Outcome
from thresher.kernel.selection import Selection
from thresher.reports.page.trace import PlayedList
from thresher.session.files.whole import check_output_file, write_whole

MOST_UNITS = 200
MOST_STEPS = 5000


@dataclass(frozen=True, slots=True)
class Example:
    """A list and its failure, from a text that teaches delta debugging."""

    text: str
    contains: tuple[str, ...]
    words: bool
    about: str


EXAMPLES = {
    "numbers": Example(
        "1 2 3 4 5 6 7 8", ("1", "7", "8"), words=True, about="the numbers of the ddmin paper: 1, 7 and 8 fail"
    ),
    "select": Example(
        '<SELECT NAME="priority" MULTIPLE SIZE=7>',
        ("<SELECT", ">"),
        words=False,
        about="Why Programs Fail, Example 5.8; its 48 steps are those of --algorithm complement",
    ),
    "quiz": Example("2424", ("42",), words=False, about="the quiz of Naik's lecture: a test that fails on 42"),
}


def add_to(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "play",
        help=COMMANDS["play"],
        usage="thresher play [TEXT] --contains PART [--contains PART] [--algorithm NAME] [--html FILE]",
        description="Runs a list algorithm on a small text and shows every question it asks: the candidate, the "
        "outcome, and what follows. On a terminal it waits for Enter after each step.",
        epilog="examples: " + "; ".join(f"{name} ({each.about})" for name, each in EXAMPLES.items()),
    )
    parser.add_argument("text", nargs="?", metavar="TEXT", help="the list: its characters, or its words with --words")
    parser.add_argument("--words", action="store_true", help="the units are words, not characters")
    parser.add_argument(
        "--contains",
        metavar="PART",
        action="append",
        default=[],
        help="the failure occurs if the candidate contains PART; given several times, all of them",
    )
    parser.add_argument(
        "--unresolved", metavar="PART", action="append", default=[], help="a candidate that contains PART is UNRESOLVED"
    )
    algorithm = parser.add_argument("--algorithm", metavar="NAME", default="ddmin", help="%(lists)s (default: ddmin)")
    vars(algorithm)["lists"] = ListedNames(list_algorithms)
    parser.add_argument("--example", choices=EXAMPLES, help="a list from a book, a paper or a lecture instead of TEXT")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write all steps as a page for the browser")
    parser.add_argument("--no-wait", action="store_true", help="do not wait for Enter, on a terminal")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """0 once the search has ended; 1 if the reader stopped it."""
    played, parts = _played(options)

    def test(kept: Selection) -> Outcome:
        text = played.text(kept)
        if any(part in text for part in options.unresolved):
            return Outcome.UNRESOLVED
        return Outcome.FAIL if all(part in text for part in parts) else Outcome.PASS

    everything = Selection.all(len(played.units))
    if test(everything) is not Outcome.FAIL:
        raise UsageError(f"the whole text does not fail: it must contain {' and '.join(map(repr, parts))}")
    trace = Trace(list_algorithm(options.algorithm).search(everything), test)
    waits = sys.stdin.isatty() and sys.stdout.isatty() and not options.no_wait and options.html is None
    steps: list[TracedStep[Selection]] = []
    if options.html is None:
        print(played.heading() + ("; Enter for the next step, q to stop" if waits else ""))
    for step in _bounded(trace.steps()):
        steps.append(step)
        if options.html is None:
            print(played.line(step), end="" if waits else "\n", flush=True)
            if waits and sys.stdin.readline().strip().lower().startswith("q"):
                return 1
    if options.html is not None:
        check_output_file(options.html)
        write_whole(options.html, played.page(steps, trace.result, trace.tests).encode())
        print(options.html)
    else:
        print(played.end(trace.result, trace.tests))
    return 0


def _played(options: argparse.Namespace) -> tuple[PlayedList, tuple[str, ...]]:
    if options.example is not None and (options.text is not None or options.contains):
        raise UsageError("--example has a text and a failure of its own; leave out TEXT and --contains")
    if options.example is not None:
        example = EXAMPLES[options.example]
        text, words, parts = example.text, example.words, example.contains
    else:
        text, words, parts = options.text, options.words, tuple(options.contains)
    if not text or not parts:
        raise UsageError("give a text and what fails in it: thresher play 12345678 --contains 1 --contains 78")
    units = text.split() if words else list(text)
    if len(units) > MOST_UNITS:
        raise UsageError(f"the text has {len(units):,} units; at most {MOST_UNITS} can be followed step by step")
    failure = "the candidate contains " + " and ".join(map(repr, parts))
    return PlayedList(list_algorithm(options.algorithm).name, units, " " if words else "", failure), parts


def _bounded(steps: Iterator[TracedStep[Selection]]) -> Iterator[TracedStep[Selection]]:
    for step in steps:
        yield step
        if step.number >= MOST_STEPS:
            raise UsageError(f"stopped after {MOST_STEPS:,} steps; play with a shorter text")
