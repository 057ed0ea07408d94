"""`thresher events mine`, `merge` and `rewrite`: rules from logs of successful runs, and logs made short by them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from thresher.cli.argument_types import Subparsers
from thresher.errors import UsageError
from thresher.formats.events.events import EventsDocument
from thresher.rewriting.learning import believed
from thresher.rewriting.mining import FOUR_WITNESSES, Arguments, mine, trusted
from thresher.rewriting.normal_form import Application, Derivation, rewrite
from thresher.rewriting.rule import RewriteRule, WindowStart
from thresher.rewriting.saving import dump_rules, merged
from thresher.rewriting.system import System
from thresher.rewriting.text import rules_as_text
from thresher.session.files.streams import is_stdout
from thresher.session.files.whole import check_output_file, read_input, write_whole
from thresher.session.recordings import read_rules
from thresher.structures.events import EventLog

MOST_MISSING = 5  # events that a message names


def add_mine(actions: Subparsers) -> None:
    parser = actions.add_parser(
        "mine",
        help="rewrite rules from logs of successful runs",
        usage="thresher events mine LOG... [-o RULES] [--confidence P]",
        description="Finds rules that say which events lead to the same state: [X(a)] = [], [X(a); Y(a)] = [], "
        "[X(a); Y(b)] = [Y(b)], [X(a); Y(b)] = [Y(b); X(a)]. The logs need the state after each step.",
    )
    parser.add_argument("logs", nargs="+", type=Path, metavar="LOG")
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="RULES",
        help="write the rules to this file: with their witnesses if it ends in .json, else as text",
    )
    parser.add_argument(
        "--confidence",
        type=_confidence,
        default=FOUR_WITNESSES,
        metavar="P",
        help="1 - 1/2^witnesses must be at least this (default: 0.9, four witnesses); no counter-example is allowed",
    )
    parser.add_argument(
        "--arguments",
        choices=[each.value for each in Arguments],
        default=Arguments.MATCHED.value,
        help="whether arguments of one letter must be equal; loose: not those of [X(a); Y(a)] (default: matched)",
    )
    parser.set_defaults(run=_mine)


def add_merge(actions: Subparsers) -> None:
    parser = actions.add_parser(
        "merge",
        help="rules from several files as one list",
        usage="thresher events merge RULES... [-o RULES] [--confidence P]",
        description="Adds up the witnesses and the counter-examples of equal rules. Rules that were written by hand, "
        "without witnesses, stay.",
    )
    parser.add_argument("rules", nargs="+", type=Path, metavar="RULES")
    parser.add_argument("-o", "--output", type=Path, metavar="RULES", help="default: text on standard output")
    parser.add_argument(
        "--confidence",
        type=_confidence,
        default=0.0,
        metavar="P",
        help="leave out rules below this confidence (default: 0)",
    )
    parser.set_defaults(run=_merge)


def add_rewrite(actions: Subparsers) -> None:
    parser = actions.add_parser(
        "rewrite",
        help="shorten a log by rules, without running it",
        usage="thresher events rewrite LOG --rules RULES [-o FILE]",
        description="Applies rules until none applies any more. Reports on stderr which rule removed which steps; the "
        "remaining log goes to stdout.",
    )
    parser.add_argument("log", type=Path, metavar="LOG")
    parser.add_argument(
        "--rules", type=Path, required=True, metavar="RULES", help="a file written by thresher events mine, or by hand"
    )
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="write the log to this file")
    parser.add_argument(
        "--drop-last", action="store_true", help="the last step may be removed too: nothing failed there"
    )
    parser.set_defaults(run=_rewrite)


def _mine(options: argparse.Namespace) -> int:
    if options.output is not None:
        check_output_file(options.output, *options.logs)
    names = [str(path) for path in options.logs]
    logs = [EventsDocument(read_input(path), str(path)).log for path in options.logs]
    if all(step.state is None for log in logs for step in log):
        raise UsageError(
            "no step of these logs has a state, so there are no witnesses; record the state after each step"
        )
    rules = trusted(mine(logs, arguments=Arguments(options.arguments)), options.confidence)
    for rule in rules if options.output is None or not is_stdout(options.output) else ():
        print(_shown(rule, names, logs))
    print(f"rules: {len(rules)}, from {sum(map(len, logs)):,} steps; logs: {len(logs)}", file=sys.stderr)
    if options.output is not None:
        write_rules(options.output, rules, names)
    return 0


def _merge(options: argparse.Namespace) -> int:
    if options.output is not None:
        check_output_file(options.output, *options.rules)
    found = merged(rule for path in options.rules for rule in read_rules(path))
    left = [rule for rule in found if rule.is_stated or rule.confidence >= options.confidence]
    if options.output is None:
        print(rules_as_text(left), end="")
    else:
        write_rules(options.output, left)
    print(f"rules: {len(left)} of {len(found)}; files: {len(options.rules)}", file=sys.stderr)
    return 0


def write_rules(path: Path, rules: Sequence[RewriteRule], logs: Sequence[str] = ()) -> None:
    """As JSON or as text, by the file's name."""
    text = dump_rules(rules, logs) if path.suffix == ".json" else rules_as_text(rules)
    write_whole(path, text.encode())


def _shown(rule: RewriteRule, names: Sequence[str], logs: Sequence[EventLog]) -> str:
    """A rule, its witnesses, and where the first one is."""
    count = f"{rule.witnesses} witness{'es' if rule.witnesses > 1 else ''}"
    places = [place for place in rule.examples[0] if place is not None] if rule.examples else []
    where = " and ".join(_place(place, names, logs) for place in places)
    return f"{rule}    {count}, at {where}" if where else f"{rule}    {count}"


def _place(place: WindowStart, names: Sequence[str], logs: Sequence[EventLog]) -> str:
    return f"{names[place.log]} step {place.step + 1}, {logs[place.log].steps[place.step]}"


def _rewrite(options: argparse.Namespace) -> int:
    if options.output is not None:
        check_output_file(options.output, options.log, options.rules)
    document = EventsDocument(read_input(options.log), str(options.log))
    rules = believed(read_rules(options.rules))
    found = rewrite(document.log.steps, System(rules), keep_last=not options.drop_last)
    for line in _derivation(document.log, found):
        print(line, file=sys.stderr)
    if not found.applications:
        print(unused_rules(options.rules, rules, document.log), file=sys.stderr)
    left = document.tree.render(document.with_steps(found.kept))
    if options.output is not None:
        write_whole(options.output, left)
    else:
        sys.stdout.buffer.write(left)
        sys.stdout.buffer.flush()
    return 0


def unused_rules(path: Path, rules: Sequence[RewriteRule], log: EventLog) -> str:
    """Says that no rule of a file applies to a log, and which of their events the log does not have."""
    missing = sorted({name for rule in rules for name in rule.events} - {step.event for step in log})
    why = f"; the log has no event {', '.join(missing[:MOST_MISSING])}" if missing else ""
    return f"thresher: no rule of {path} applies to this log{why}"


def _derivation(log: EventLog, found: Derivation) -> Iterator[str]:
    for number, each in enumerate(found.applications, start=1):
        yield f"{number:4}  {_application(log, each)}"
    yield f"{len(found.kept)} of {len(log)} steps remain"
    if not found.unique:
        yield "the rules compete: another order of applying them leaves other steps; this is the shortest result found"


def _application(log: EventLog, each: Application) -> str:
    steps = [f"{number + 1} {log.steps[number]}" for number in each.dropped]
    text = f"drops {' and '.join(steps)}"
    if each.before is not None:
        text += f" before {each.before + 1} {log.steps[each.before]}"
    text += f"  by {each.law}"
    if each.moved:
        ways = dict.fromkeys(str(rule) for _, rule in each.moved)
        text += f", past {len(each.moved)} by {' and '.join(ways)}"
    return text


def _confidence(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0.0 <= value < 1.0:
        raise argparse.ArgumentTypeError(f"a number from 0 to below 1 is needed, not {text!r}")
    return value
