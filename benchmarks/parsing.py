"""Compares our parser with those of Lark on the same grammar and text: seconds to build the tables, and to parse.

usage: python -m benchmarks.parsing GRAMMAR INPUT [GRAMMAR INPUT ...]
"""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path

import lark

from benchmarks.report import Report
from thresher.grammars.analysis import checked
from thresher.grammars.grammar import Grammar
from thresher.grammars.lexer import fixed_text
from thresher.grammars.parsing import NotInLanguage, Parser
from thresher.session.grammars import load_grammar


def seconds(call: Callable[[], object]) -> float:
    begun = time.perf_counter()
    call()
    return time.perf_counter() - begun


def for_lark(grammar: Grammar, parser: Parser) -> str:
    """The same productions and terminals as Lark writes them."""
    plain, lines = parser.productions, []
    names = [f"T{number}" if number < plain.terminals else f"r{number}" for number in range(len(plain.names))]
    for head, numbers in plain.by_head.items():
        bodies = [" ".join(names[symbol] for symbol in plain.productions[number].body) for number in numbers]
        lines.append(f"{names[head]}: {' | '.join(dict.fromkeys(bodies))}")
    for number, terminal in enumerate(grammar.terminals.values()):
        fixed = fixed_text(terminal.pattern)
        pattern = re.sub(r"(?<!\\)/", r"\/", terminal.pattern).replace("\n", r"\n")
        lines.append(f"T{number}: " + (json.dumps(fixed) if fixed else f"/{pattern}/"))
        lines += [f"%ignore T{number}"] * terminal.skip
    return "\n".join(lines)


def ours(parser: Parser, text: str) -> str:
    try:
        return f"{seconds(lambda: parser.parse(text)):.2f} s"
    except NotInLanguage as error:
        return f"cannot, at {error.position}"


def theirs(source: str, start: str, text: str, kind: str) -> tuple[str, str]:
    """How long Lark takes to read the grammar, and to parse; or why it does not."""
    made: list[lark.Lark] = []
    tables = 0.0
    options = {"parser": kind, "lexer": "contextual" if kind == "lalr" else "basic", "start": start}
    try:
        tables = seconds(lambda: made.append(lark.Lark(source, **options)))
        return f"{tables:.2f} s", f"{seconds(lambda: made[0].parse(text)):.2f} s"
    except lark.exceptions.GrammarError as error:
        return "–", str(error).splitlines()[0][:60]
    except lark.exceptions.LarkError as error:
        return f"{tables:.2f} s", type(error).__name__


def main() -> None:
    report = Report(
        "parsing", "Parsers on the same grammar and text", ["grammar", "input", "parser", "tables", "parse"]
    )
    pairs = zip(sys.argv[1::2], sys.argv[2::2], strict=True)
    for path, given in ((Path(first), Path(second)) for first, second in pairs):
        grammar, text = checked(load_grammar(path)), given.read_text("utf-8")
        found: list[Parser] = []
        tables = seconds(lambda grammar=grammar, found=found: found.append(Parser(grammar)))
        report.row(path.name, f"{given.name}, {len(text):,}", "thresher (GLR)", f"{tables:.2f} s", ours(found[0], text))
        source = for_lark(grammar, found[0])
        for kind in ("lalr", "earley"):
            start = f"r{found[0].productions.start}"
            report.row(path.name, f"{given.name}, {len(text):,}", f"Lark ({kind})", *theirs(source, start, text, kind))
    report.write()


if __name__ == "__main__":
    main()
