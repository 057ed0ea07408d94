"""`thresher history`: the tests of a reduction, one by one."""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
from collections import Counter
from difflib import unified_diff
from pathlib import Path

from thresher.cli.argument_types import Subparsers, positive
from thresher.cli.commands import COMMANDS
from thresher.cli.options import add_session
from thresher.cli.recorded import add_trust, recorded_command, shown
from thresher.cli.several_inputs import recorded_task
from thresher.errors import UsageError
from thresher.formats.content import is_binary
from thresher.kernel.outcome import Outcome
from thresher.session.folder.history import find, read_history
from thresher.session.folder.tests import NumberedTest, TestedContents, tests_of
from thresher.session.repetition import repeat


def add_to(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "history",
        help=COMMANDS["history"],
        usage="thresher history [INPUT or FOLDER] [-n TEST [-n TEST]] [--repeat TEST]",
        description="Lists the tests of a reduction: number, outcome, size, the edit, and the reason for the outcome. "
        "With one -n, writes the candidate of that test to standard output; with two, compares their candidates. "
        "Candidates are kept by thresher reduce --keep-candidates; those that failed and improved the result always.",
    )
    add_session(parser)
    parser.add_argument(
        "-n", "--number", type=positive, metavar="TEST", action="append", default=[], help="show a test, or compare two"
    )
    parser.add_argument("--repeat", type=positive, metavar="TEST", help="run the program on a candidate once more")
    parser.add_argument("--outcome", choices=[each.value for each in Outcome], help="list only tests with this outcome")
    parser.add_argument(
        "--candidates", type=Path, metavar="FOLDER", help="where candidates were kept, if not in the session's folder"
    )
    parser.add_argument("--json", action="store_true", help="list the tests as JSON, one per line")
    add_trust(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """0, also if a repeated test does not fail."""
    folder = find(options.where or Path())
    tests = list(tests_of(folder))
    contents = TestedContents(read_history(folder), options.candidates)
    if options.repeat is not None:
        return _repeat(options, folder, contents.content(_numbered(tests, options.repeat)))
    if len(options.number) > 2:
        raise UsageError("-n may be given twice at most, to compare two tests")
    if options.number:
        _show([_numbered(tests, number) for number in options.number], contents)
    else:
        listed = [test for test in tests if options.outcome in (None, test.event.outcome.value)]
        _list(listed, contents, as_json=options.json)
    return 0


def _numbered(tests: list[NumberedTest], number: int) -> NumberedTest:
    if number > len(tests):
        raise UsageError(f"there is no test {number}; this session has {len(tests):,}")
    return tests[number - 1]


def _list(tests: list[NumberedTest], contents: TestedContents, *, as_json: bool) -> None:
    for test in tests:
        event = test.event
        if as_json:
            facts: dict[str, object] = {
                "number": test.number,
                "outcome": event.outcome.value,
                "size": event.size,
                "edit": event.label,
            }
            facts |= {"reason": event.reason, "seconds": event.seconds, "purpose": event.purpose.value}
            facts |= {"stage": test.stage.stage if test.stage else "", "digest": event.digest}
            print(json.dumps(facts | {"kept": test in contents}))
        else:
            kept = " " if test in contents else "-"
            print(
                shown(f"{test.number:6}{kept} {event.outcome.name:10} {event.size:10,}  {event.label}: {event.reason}")
            )
    if not as_json:
        counts = Counter(test.event.outcome.name for test in tests)
        numbers = ", ".join(f"{count:,} {name}" for name, count in sorted(counts.items()))
        print(f"{len(tests):,} tests ({numbers or 'none'}); - marks candidates that were not kept", file=sys.stderr)


def _show(tests: list[NumberedTest], contents: TestedContents) -> None:
    """The content of one test as it is, or the difference of two."""
    found = [contents.content(test) for test in tests]
    for test in tests:
        event = test.event
        line = f"test {test.number}: {event.outcome.name}, {event.size:,} bytes, {event.label}: {event.reason}"
        print(shown(line), file=sys.stderr)
    if len(found) == 1:
        if sys.stdout.isatty() and is_binary(found[0]):
            raise UsageError("the candidate is binary; send it to a file with > FILE")
        sys.stdout.flush()
        sys.stdout.buffer.write(found[0])
        return
    one, other = (content.decode("utf-8", "backslashreplace").splitlines() for content in found)
    from_name, to_name = (f"test {test.number}" for test in tests)
    for line in unified_diff(one, other, from_name, to_name, lineterm=""):
        print(shown(line))


def _repeat(options: argparse.Namespace, folder: Path, content: bytes) -> int:
    command = recorded_command(folder, options.parsed, trust=options.trust, made_by=("reduce",))
    command.enter()
    recorded = command.options
    task = recorded_task(recorded)
    answer = repeat(dataclasses.replace(task, fresh=False, candidates=None), content)
    verdict = answer.verdict
    print(shown(f"{verdict.outcome.name}: {verdict.reason} ({answer.seconds:.2f} s)"))
    print(shown(f"command: {command.line}"), file=sys.stderr)
    return 0
