"""Tables: no conflicts where there are none, and precedences that decide."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.grammars.grammars import grammar
from thresher.grammars.grammar import Alternative, Associativity, Grammar, Precedence, Rule
from thresher.grammars.parsing import DerivationNode, Parser

SUMS = "e: e '-' e | e '*' e | '(' e ')' | 'n'"


def with_precedences(rules: str, sides: dict[str, tuple[int, Associativity]]) -> Parser:
    """A parser for a grammar in which operators, and the alternatives with them, have precedences."""
    base = grammar(rules)
    levels = {repr(text): Precedence(level, side) for text, (level, side) in sides.items()}

    def given(alternative: Alternative) -> Alternative:
        found = [level for name, level in levels.items() if repr(name) in repr(alternative.body)]
        return replace(alternative, precedence=found[0] if found else None)

    rule = base.rules[base.start]
    rules_ = {**base.rules, base.start: Rule(rule.name, tuple(map(given, rule.alternatives)))}
    return Parser(Grammar("test", rules_, base.terminals, base.start, levels))


def bracketed(node: DerivationNode, text: str) -> str:
    """A derivation with brackets around every operation."""
    if node.production < 0:
        return text[node.start : node.stop]
    inside = "".join(bracketed(child, text) for child in node.children)
    return f"({inside})" if len(node.children) > 1 else inside


@pytest.mark.parametrize(
    ("rules", "conflicts"),
    [
        ("e: e '+' t | t; t: '(' e ')' | 'n'", 0),
        ("s: l '=' r | r; l: '*' r | 'i'; r: l", 0),
        ("s: 'a' s | ", 0),
        ("s: x* ';'; x: 'a' | 'b'", 0),
        ("s: '(' (x (',' x)*)? ')'; x: 'a' | 'b'", 0),
        ("e: e '+' e | 'n'", 1),
        (SUMS, 4),
        ("s: 'if' s | 'if' s 'else' s | 'x'", 1),
    ],
    ids=["LALR", "LALR but not SLR", "right", "star", "separated", "sum", "arithmetic", "dangling else"],
)
def test_conflicts_are_counted_where_they_are(rules: str, conflicts: int) -> None:
    assert Parser(grammar(rules)).tables.conflicts == conflicts


@pytest.mark.parametrize(
    ("sides", "text", "expected"),
    [
        ({"-": (1, Associativity.LEFT), "*": (2, Associativity.LEFT)}, "n-n*n-n", "((n-(n*n))-n)"),
        ({"-": (2, Associativity.LEFT), "*": (1, Associativity.LEFT)}, "n-n*n-n", "((n-n)*(n-n))"),
        ({"-": (1, Associativity.RIGHT), "*": (2, Associativity.RIGHT)}, "n-n-n*n*n", "(n-(n-(n*(n*n))))"),
        ({"-": (1, Associativity.NONE), "*": (2, Associativity.LEFT)}, "n-n*n", "(n-(n*n))"),
    ],
)
def test_precedences_decide(sides: dict[str, tuple[int, Associativity]], text: str, expected: str) -> None:
    parser = with_precedences(SUMS, sides)
    assert parser.tables.conflicts == 0
    assert bracketed(parser.parse(text).root, text) == expected


def test_what_does_not_associate_cannot_be_chained() -> None:
    parser = with_precedences(SUMS, {"-": (1, Associativity.NONE), "*": (2, Associativity.LEFT)})
    assert not parser.accepts("n-n-n")
    assert parser.accepts("(n-n)-n")


def test_a_precedence_that_says_nothing_of_its_equals_leaves_the_conflict() -> None:
    parser = with_precedences(SUMS, {"-": (1, Associativity.SILENT), "*": (2, Associativity.SILENT)})
    assert parser.tables.conflicts == 2
    assert bracketed(parser.parse("n-n*n").root, "n-n*n") == "(n-(n*n))"


def test_a_dangling_else_goes_where_its_precedence_says() -> None:
    sides = {"else": (2, Associativity.RIGHT), "if": (1, Associativity.RIGHT)}
    parser = with_precedences("s: 'if' s | 'if' s 'else' s | 'x'", sides)
    text = "ififxelsex"
    assert bracketed(parser.parse(text).root, text) == "(if(ifxelsex))"
