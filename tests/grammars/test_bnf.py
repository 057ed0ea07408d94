"""Plain productions derive what the grammar does."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings

from tests.grammars.brute_force import strings
from tests.grammars.grammars import grammar, grammars
from thresher.grammars.bnf import Productions, SymbolRole, productions_of
from thresher.grammars.grammar import Alternative, Associativity, Grammar, Precedence, Repeat, Rule, Symbol

MOST = 3


def written(productions: Productions) -> list[str]:
    """The productions as lines, but for that of the goal."""
    names = productions.names
    return [
        f"{names[each.head]}: {' '.join(names[symbol] for symbol in each.body)}".strip()
        for each in productions.productions[1:]
    ]


def plain_strings(productions: Productions) -> frozenset[tuple[str, ...]]:
    """All strings that the start derives by the productions."""
    known: dict[int, set[tuple[str, ...]]] = {head: set() for head in productions.by_head}
    changed = True
    while changed:
        changed = False
        for head, body, *_ in productions.productions:
            found: set[tuple[str, ...]] = {()}
            for symbol in body:
                right = known[symbol] if symbol in known else {(productions.names[symbol],)}
                found = {one + two for one in found for two in right if len(one) + len(two) <= MOST}
            changed |= not found <= known[head]
            known[head] |= found
    return frozenset(known[productions.start])


@given(grammars())
@settings(max_examples=80)
def test_the_strings_are_the_same(grammar: Grammar) -> None:
    assert plain_strings(productions_of(grammar)) == strings(grammar, MOST)[grammar.start]


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ("s: 'a' | ", ["s: 'a'", "s:"]),
        ("s: 'a'?", ["s: $optional1", "$optional1:", "$optional1: 'a'"]),
        ("s: 'a'*", ["s: $star1", "$star1:", "$star1: $star1 'a'"]),
        ("s: 'a'+", ["s: $plus1", "$plus1: 'a'", "$plus1: $plus1 'a'"]),
        ("s: ('a' | 'b') 'c'", ["s: $group1 'c'", "$group1: 'a'", "$group1: 'b'"]),
        ("s: ('a' | 'b')", ["s: 'a'", "s: 'b'"]),
        ("s: ('a' 'b') 'c'", ["s: 'a' 'b' 'c'"]),
        ("s: s | 'a'", ["s: 'a'"]),
        ("s: 'a' | 'a'", ["s: 'a'"]),
    ],
)
def test_repetition_becomes_helpers(rules: str, expected: list[str]) -> None:
    found = written(productions_of(grammar(rules)))
    assert sorted(found) == sorted(expected)


def test_the_same_expression_is_one_helper_wherever_it_stands() -> None:
    productions = productions_of(grammar("s: 'a'* 'b' 'a'* t; t: 'a'*"))
    assert [productions.names[symbol] for symbol in productions.by_head if productions.names[symbol][0] == "$"] == [
        "$goal",
        "$star1",
    ]
    assert productions.role(productions.names.index("$star1")) is SymbolRole.STAR
    assert productions.role(productions.start) is SymbolRole.RULE
    assert productions.role(0) is None


@pytest.mark.parametrize(
    ("least", "most", "sizes"), [(2, 2, [2]), (2, None, [2, 3]), (0, 2, [0, 1, 2]), (1, 3, [1, 2, 3]), (0, 0, [0])]
)
def test_other_counts_are_written_out(least: int, most: int | None, sizes: list[int]) -> None:
    rule = Rule("s", (Alternative(Repeat(Symbol("'a'"), least, most)),))
    found = productions_of(replace(grammar("s: 'a'"), rules={"s": rule}))
    assert sorted(map(len, plain_strings(found))) == sizes


def test_a_choice_within_an_alternative_with_a_precedence_is_multiplied_out() -> None:
    """`e ("+" | "-") e` must be as good as `e "+" e | e "-" e`."""
    base = grammar("e: e ('+' | '-') e | 'n'")
    level = Precedence(1, Associativity.LEFT)
    first, second = base.rules["e"].alternatives
    rules = {"e": Rule("e", (replace(first, precedence=level), second))}
    found = productions_of(replace(base, rules=rules))
    assert written(found) == ["e: e '+' e", "e: e '-' e", "e: 'n'"]
    assert [each.precedence for each in found.productions[1:]] == [level, level, None]


def test_what_can_be_empty() -> None:
    productions = productions_of(grammar("s: t u | 'a'; t: 'a'*; u: 'a'? | v; v: 'b'"))
    assert {productions.names[symbol] for symbol in productions.nullable} >= {"s", "t", "u"}
    assert productions.names.index("v") not in productions.nullable


def test_a_symbol_that_is_not_defined() -> None:
    with pytest.raises(KeyError, match="nowhere"):
        productions_of(grammar("s: nowhere"))
