"""`thresher events`: rules from logs of successful runs, and failing logs made short with and without running them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from thresher.cli.argument_types import positive
from thresher.cli.commands import COMMANDS
from thresher.cli.commands.reducing.reduce import STOPPED_EARLY, ProgressOutput, beside, show
from thresher.cli.options import add_oracle, add_output, add_search
from thresher.cli.trivial import add_allow_trivial, reduction_task
from thresher.errors import UsageError
from thresher.formats import EVENTS
from thresher.formats.events.events import EventsDocument
from thresher.oracle.progress import parse_progress
from thresher.plan import HINT_TESTS, Hint
from thresher.reports.html import write_report
from thresher.rewriting.mining import FOUR_WITNESSES, Arguments, less_doubtful, mine, trusted
from thresher.rewriting.normal_form import Application, Derivation, rewrite
from thresher.rewriting.rule import RewriteRule, WindowStart
from thresher.rewriting.saving import dump_rules, load_rules, merged
from thresher.rewriting.system import System
from thresher.rewriting.text import rules_as_text
from thresher.session.files.streams import is_stdout
from thresher.session.files.whole import check_output_file, read_input, require_file, write_whole
from thresher.session.run import reduce_file
from thresher.session.task import Task
from thresher.structures.events import EventLog

RDDMIN = "rddmin"  # as the paper prints it: a hint, then ddmin


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "events",
        help=COMMANDS["events"],
        description="Logs of what a user or a program did, step by step: Chrome DevTools recordings, or JSON lines of "
        '{"event": ..., "args": [...], "state": ..., "task": ...}.',
    )
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    _add_mine(actions)
    _add_merge(actions)
    _add_rewrite(actions)
    _add_reduce(actions)


def _add_mine(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
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


def _add_merge(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
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


def _add_rewrite(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
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


def _add_reduce(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = actions.add_parser(
        "reduce",
        help="reduce a failing log",
        usage="thresher events reduce LOG [--rules RULES | --hint FILE] [options] -- COMMAND {}",
        description="Reduces a failing log by running a command on parts of it: tasks first, then steps.",
    )
    parser.add_argument("input", type=Path, metavar="LOG", help="the log that makes the program fail")
    group = parser.add_argument_group("hints")
    group.add_argument("--rules", type=Path, metavar="RULES", help="rewrite the log first, by these rules")
    group.add_argument("--hint", type=Path, metavar="FILE", help="a log with steps that may be sufficient")
    group.add_argument(
        "--hint-tests", type=_tests, default=HINT_TESTS, metavar="N",
        help=f"abandon the rules or the hint after N tests; 0: never (default: {HINT_TESTS})",
    )  # fmt: skip
    group = parser.add_argument_group("running a log", "Step by step, up to the failure.")
    group.add_argument(
        "--used", metavar="REGEX", help=r"matches the number of the current step in the output, e.g. 'step (\d+)'"
    )
    group.add_argument(
        "--no-prefixes", action="store_true", help="run every log: one may fail at its end though a longer one passes"
    )
    parser.add_argument("--no-report", action="store_true", help="write no HTML report into the session's folder")
    add_allow_trivial(parser)
    add_oracle(parser)
    add_search(parser)
    add_output(parser)
    parser.set_defaults(run=_reduce)


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
        _write(options.output, rules, names)
    return 0


def _merge(options: argparse.Namespace) -> int:
    if options.output is not None:
        check_output_file(options.output, *options.rules)
    found = merged(rule for path in options.rules for rule in _rules(path))
    left = [rule for rule in found if rule.is_stated or rule.confidence >= options.confidence]
    if options.output is None:
        print(rules_as_text(left), end="")
    else:
        _write(options.output, left, ())
    print(f"rules: {len(left)} of {len(found)}; files: {len(options.rules)}", file=sys.stderr)
    return 0


def _write(path: Path, rules: Sequence[RewriteRule], logs: Sequence[str]) -> None:
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
    found = rewrite(document.log.steps, System(_rules(options.rules)), keep_last=not options.drop_last)
    for line in _derivation(document.log, found):
        print(line, file=sys.stderr)
    left = document.tree.render(document.with_steps(found.kept))
    if options.output is not None:
        write_whole(options.output, left)
    else:
        sys.stdout.buffer.write(left)
        sys.stdout.buffer.flush()
    return 0


def _rules(path: Path) -> list[RewriteRule]:
    return load_rules(read_input(path).decode("utf-8", "replace"), str(path))


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


def _reduce(options: argparse.Namespace) -> int:
    require_file(options.input)
    if options.format not in (None, EVENTS):
        raise UsageError("events reduce removes steps; for other formats use thresher reduce --format")
    task = _task(options)
    if task.output.resolve() == task.input.resolve():
        raise UsageError("the output would overwrite the input; choose another with -o")
    progress = ProgressOutput(quiet=options.quiet)
    result = reduce_file(task, progress.opened)
    progress.closed(result, None if options.no_report else write_report(result.folder, before=result.before))
    show(result, as_statistics=options.json, log=True)
    return 0 if result.complete else STOPPED_EARLY


def _task(options: argparse.Namespace) -> Task:
    """The task of `thresher reduce`, and what is special about logs."""
    document = EventsDocument(read_input(options.input), str(options.input))
    hint = _hint(options, document)
    as_printed = options.algorithm == RDDMIN
    if as_printed and hint is None:
        raise UsageError(f"--algorithm {RDDMIN} needs a hint; use --rules RULES or --hint FILE")
    task = reduction_task(options, options.input, options.output or beside(options.input))
    plan_options = replace(task.search.plan_options, format=EVENTS, hint=hint, prefixes=not options.no_prefixes)
    plan_options = replace(plan_options, dependents=options.algorithm is None)
    if as_printed:
        plan_options = replace(plan_options, algorithm="ddmin", hint=hint and Hint(hint.log, most=None))
    progress = parse_progress(options.used) if options.used else None
    return replace(
        task, search=replace(task.search, plan_options=plan_options), oracle=replace(task.oracle, progress=progress)
    )


def _hint(options: argparse.Namespace, document: EventsDocument) -> Hint | None:
    """The log that rewriting leaves, or the one that is given."""
    if options.rules and options.hint:
        raise UsageError("give either --rules or --hint, not both")
    most = options.hint_tests or None
    if options.hint:
        data = read_input(options.hint)
        _ = EventsDocument(data, str(options.hint)).log
        return Hint(data, most)
    if not options.rules:
        _ = document.log
        return None
    found = [rewrite(document.log.steps, System(rules)).kept for rules in less_doubtful(_rules(options.rules))]
    first, *others = dict.fromkeys(found)
    if not options.quiet:
        print(f"thresher: rewriting leaves {len(first)} of {len(document.log)} steps", file=sys.stderr)
    log, *doubted = (document.tree.render(document.with_steps(kept)) for kept in (first, *others))
    return Hint(log, most, tuple(doubted))


def _confidence(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0.0 <= value < 1.0:
        raise argparse.ArgumentTypeError(f"a number from 0 to below 1 is needed, not {text!r}")
    return value


def _tests(text: str) -> int:
    return 0 if text == "0" else positive(text)
