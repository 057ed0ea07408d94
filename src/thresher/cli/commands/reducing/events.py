"""`thresher events`: failing logs made short, with and without running them."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from thresher.cli.argument_types import Subparsers, positive
from thresher.cli.commands import COMMANDS
from thresher.cli.commands.reducing.event_rules import add_merge, add_mine, add_rewrite, unused_rules, write_rules
from thresher.cli.commands.reducing.reduce import beside
from thresher.cli.options import add_allow_trivial, add_no_report, add_oracle, add_output, add_search
from thresher.cli.progress_output import ProgressOutput
from thresher.cli.result_output import STOPPED_EARLY, show
from thresher.cli.settings import reduction_task
from thresher.errors import UsageError
from thresher.formats import EVENTS
from thresher.formats.events.events import EventsDocument
from thresher.kernel.outcome import Outcome
from thresher.oracle.progress import parse_progress
from thresher.plan import HINT_TESTS, Hint
from thresher.reports.html import write_report
from thresher.rewriting.learning import TestedLogs, believed, with_evidence
from thresher.rewriting.mining import less_doubtful
from thresher.rewriting.normal_form import rewrite
from thresher.rewriting.rule import RewriteRule
from thresher.rewriting.system import System
from thresher.session.files.whole import check_output_file, read_input, require_file
from thresher.session.recordings import read_rules
from thresher.session.run import reduce_file
from thresher.session.task import Task

RDDMIN = "rddmin"  # as the paper prints it: a hint, then ddmin


def add_to(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "events",
        help=COMMANDS["events"],
        description="Logs of what a user or a program did, step by step: Chrome DevTools recordings, or JSON lines of "
        '{"event": ..., "args": [...], "state": ..., "task": ...}.',
    )
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    add_mine(actions)
    add_merge(actions)
    add_rewrite(actions)
    _add_reduce(actions)


def _add_reduce(actions: Subparsers) -> None:
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
    group.add_argument(
        "--learn",
        type=Path,
        metavar="FILE",
        help="add what the tests show of rules to this file of rules, which need not exist",
    )
    group = parser.add_argument_group("running a log", "Step by step, up to the failure.")
    group.add_argument(
        "--used", metavar="REGEX", help=r"matches the number of the current step in the output, e.g. 'step (\d+)'"
    )
    group.add_argument(
        "--no-prefixes", action="store_true", help="run every log: one may fail at its end though a longer one passes"
    )
    add_no_report(parser)
    add_allow_trivial(parser)
    add_oracle(parser)
    add_search(parser)
    add_output(parser)
    parser.set_defaults(run=_reduce)


def _reduce(options: argparse.Namespace) -> int:
    require_file(options.input)
    if options.format not in (None, EVENTS):
        raise UsageError("events reduce removes steps; for other formats use thresher reduce --format")
    task = _task(options)
    if task.output.resolve() == task.input.resolve():
        raise UsageError("the output would overwrite the input; choose another with -o")
    progress, learned = ProgressOutput(quiet=options.quiet), TestedLogs()
    if options.learn is not None:
        check_output_file(options.learn, options.input)
        known = read_rules(options.learn) if options.learn.exists() else []
        task = replace(task, tested=lambda data, outcome: _tested(learned, data, outcome))
    result = reduce_file(task, progress.opened)
    if options.learn is not None:
        _learn(options, known, learned)
    progress.closed(result, None if options.no_report else write_report(result.folder, before=result.before))
    show(result, as_statistics=options.json, log=True)
    return 0 if result.complete else STOPPED_EARLY


def _tested(learned: TestedLogs, data: bytes, outcome: Outcome) -> None:
    if data.strip():
        learned.add(EventsDocument(data).log, outcome)


def _learn(options: argparse.Namespace, known: list[RewriteRule], learned: TestedLogs) -> None:
    """Adds what the tests of this run showed to the file of rules."""
    rules = learned.rules()
    write_rules(options.learn, with_evidence(known, rules))
    if not options.quiet:
        for_, against = sum(rule.witnesses for rule in rules), sum(rule.counterexamples for rule in rules)
        print(f"{options.learn}: {for_} witnesses and {against} counterexamples added", file=sys.stderr)


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
    rules = believed(read_rules(options.rules))
    found = [rewrite(document.log.steps, System(each)).kept for each in less_doubtful(rules)]
    first, *others = dict.fromkeys(found)
    if len(first) == len(document.log):
        print(unused_rules(options.rules, rules, document.log), file=sys.stderr)
    elif not options.quiet:
        print(f"thresher: rewriting leaves {len(first)} of {len(document.log)} steps", file=sys.stderr)
    log, *doubted = (document.tree.render(document.with_steps(kept)) for kept in (first, *others))
    return Hint(log, most, tuple(doubted))


def _tests(text: str) -> int:
    return 0 if text == "0" else positive(text)
