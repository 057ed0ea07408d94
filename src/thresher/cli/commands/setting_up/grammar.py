"""`thresher grammar`: what a grammar says, and what is wrong with it."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterator
from pathlib import Path

from thresher.cli.argument_types import Subparsers
from thresher.cli.commands import COMMANDS
from thresher.grammars.analysis import Analysis, located, mistakes
from thresher.grammars.bnf import SymbolRole
from thresher.grammars.grammar import Problem
from thresher.grammars.language import Language
from thresher.grammars.lists import Freedom
from thresher.session.grammars import load_grammar

UNUSABLE = 1
WIDTH = 110
LISTS = {
    Freedom.ALL: "any element can be removed",
    Freedom.BUT_ONE: "any element but the last can be removed",
    Freedom.SEPARATED: "any element but the last can be removed, with its separator",
    Freedom.AFFIX: "all but the first element can be removed",
}


def add_to(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "grammar",
        help=COMMANDS["grammar"],
        usage="thresher grammar (check|strings) FILE [--start RULE]",
        description="Reads a grammar: .y (yacc, or the HDD thesis' specification), .g4 (ANTLR 4), .lark, grammar.json "
        "(tree-sitter). check reports its properties and every problem with its position; strings prints the text "
        "that replaces each symbol when it is removed.",
    )
    parser.add_argument("action", choices=["check", "strings"])
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--start", metavar="RULE", help="the rule for a whole file (default: the grammar's own)")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """0 if the grammar can be used."""
    grammar = load_grammar(options.file, options.start)
    problems = mistakes(grammar)
    analysis = None
    if not any(problem.fatal for problem in problems):
        analysis = Analysis(grammar)
        problems += analysis.problems()
    if options.action == "check" or analysis is None:
        print("\n".join(_problems(grammar.name, problems)))
    if analysis is not None:
        print("\n".join(_properties(analysis) if options.action == "check" else _strings(analysis)))
    return UNUSABLE if any(problem.fatal for problem in problems) else 0


def _problems(name: str, problems: list[Problem]) -> Iterator[str]:
    for problem in sorted(problems, key=lambda problem: (not problem.fatal, problem.place)):
        yield located(name, problem._replace(message=("error: " if problem.fatal else "warning: ") + problem.message))
    fatal = sum(problem.fatal for problem in problems)
    yield f"{name}: {_count(fatal, 'error')}, {_count(len(problems) - fatal, 'warning')}"


def _properties(analysis: Analysis) -> Iterator[str]:
    grammar, productions = analysis.grammar, analysis.productions
    skipped = [terminal.name for terminal in grammar.terminals.values() if terminal.skip]
    yield ""
    yield f"start rule        {grammar.start}"
    yield f"rules             {len(grammar.rules)}, in {len(productions.productions) - 1} productions"
    yield f"terminals         {len(grammar.terminals)}, of which skipped: {', '.join(skipped) or 'none'}"
    strings = analysis.spelling.strings
    yield f"minimal strings   found in {_count(strings.rounds, 'round')}; see: thresher grammar strings"
    if productions.start in strings.lengths:
        tables = Language(grammar).parser.tables
        conflicts = f"{_count(tables.conflicts, 'conflict')}, where all branches are followed"
        yield f"parser            {len(tables.shifts)} states, {conflicts if tables.conflicts else 'deterministic'}"
    yield from _wrapped("can be empty", analysis.names(productions.nullable))
    yield from _wrapped("recursive", analysis.names(analysis.recursive))
    yield from _lists(analysis)


def _lists(analysis: Analysis) -> Iterator[str]:
    """The lists by what can go."""
    productions = analysis.productions
    found: dict[Freedom, dict[str, None]] = {freedom: {} for freedom in Freedom}
    for number, step in analysis.lists.steps.items():
        head = productions.productions[number].head
        if productions.role(head) is SymbolRole.RULE:
            found[step.freedom][productions.names[head]] = None
    for freedom, names in found.items():
        yield from _wrapped("lists", list(names), f" ({LISTS[freedom]})")


def _wrapped(title: str, names: list[str], after: str = "") -> Iterator[str]:
    if names:
        lines = textwrap.wrap(", ".join(names) + after, WIDTH - 18)
        yield "\n".join([f"{title:18}{lines[0]}", *(" " * 18 + line for line in lines[1:])])


def _strings(analysis: Analysis) -> Iterator[str]:
    """The table: symbol, length in terminals, text."""
    productions, spelling = analysis.productions, analysis.spelling
    names = {
        name: number
        for number, name in enumerate(productions.names)
        if name in analysis.grammar.rules or name in analysis.grammar.terminals
    }
    width = min(40, max(map(len, names)))
    for name, number in sorted(names.items(), key=lambda item: (item[1] < productions.terminals, item[1])):
        length, text = spelling.strings.lengths.get(number), spelling.text(number)
        if length is None:
            yield f"{name:{width}}  -  derives no string"
        else:
            yield f"{name:{width}}  {length.terminals}  {text if text and text.isprintable() else repr(text)}"


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" + ("" if number == 1 else "s")
