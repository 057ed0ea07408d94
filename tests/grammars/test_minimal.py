"""Minimal strings are minimal: against all strings of random grammars."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from tests.grammars.brute_force import derives, strings
from tests.grammars.grammars import grammar, grammars
from thresher.grammars.bnf import Productions, productions_of
from thresher.grammars.grammar import Grammar
from thresher.grammars.minimal import LONGEST, Length, MinimalStrings

MOST = 4  # terminals of the strings that are enumerated


def minimal(grammar: Grammar) -> tuple[Productions, MinimalStrings]:
    productions = productions_of(grammar)
    return productions, MinimalStrings(productions, dict.fromkeys(range(productions.terminals), "x"))


@given(grammars())
@settings(max_examples=80)
def test_minimal_strings_are_the_shortest_of_all(grammar: Grammar) -> None:
    productions, found = minimal(grammar)
    every = strings(grammar, MOST)
    for name in grammar.rules:
        tokens = found.tokens(productions.names.index(name))
        shortest = min(map(len, every[name]), default=None)
        if tokens is None:
            assert shortest is None
            assert productions.names.index(name) not in found.lengths
            continue
        written = [productions.names[token] for token in tokens]
        assert derives(grammar, written, name)
        assert found.lengths[productions.names.index(name)].terminals == len(tokens)
        assert len(tokens) == shortest if shortest is not None else len(tokens) > MOST


@given(grammars())
@settings(max_examples=60)
def test_there_are_no_more_rounds_than_nonterminals(grammar: Grammar) -> None:
    productions, found = minimal(grammar)
    assert found.rounds <= len(productions.names) - productions.terminals


def test_of_strings_with_as_many_terminals_the_one_with_fewer_characters_is_taken() -> None:
    productions = productions_of(grammar("s: 'while' | 'if'"))
    found = MinimalStrings(productions, {0: "while", 1: "if"})
    assert found.lengths[productions.start] == Length(1, 2)
    assert found.tokens(productions.start) == (1,)


def test_a_terminal_without_a_text_derives_nothing() -> None:
    productions = productions_of(grammar("s: 'a' | 'b' 'b'"))
    found = MinimalStrings(productions, {1: "b"})
    assert found.tokens(productions.start) == (1, 1)
    assert found.tokens(0) is None


def test_a_rule_that_needs_itself_derives_nothing() -> None:
    productions, found = minimal(grammar("s: 'a' | t; t: 'b' t | u; u: t 'c'"))
    names = ("s", "t", "u")
    assert [found.tokens(productions.names.index(name)) for name in names] == [(0,), None, None]


def test_a_minimal_string_of_two_to_the_fortieth_terminals_is_not_written_down() -> None:
    doubled = "; ".join(f"r{number}: r{number + 1} r{number + 1}" for number in range(40))
    productions, found = minimal(grammar(f"{doubled}; r40: 'x'"))
    assert found.lengths[productions.start].terminals == 2**40 > LONGEST
    assert found.tokens(productions.start) is None
    assert found.tokens(productions.names.index("r35")) == (0,) * 32


@pytest.mark.parametrize("backwards", [False, True])
def test_a_chain_of_500_rules_is_looked_at_a_few_times_each(backwards: bool) -> None:
    """Each round looks only at productions in which something has changed, so a chain costs one look for each rule."""
    rules = [f"r{number}: '(' r{number + 1} ')' | 'x' r{number + 1} r{number + 1}" for number in range(500)]
    text = "; ".join(["start: r0", *(reversed(rules) if backwards else rules), "r500: 'x'"])
    looks = 0

    class Counting(MinimalStrings):
        def _improved(self, number: int) -> int | None:
            nonlocal looks
            looks += 1
            return super()._improved(number)

    productions = productions_of(grammar(text))
    found = Counting(productions, dict.fromkeys(range(productions.terminals), "x"))
    assert found.lengths[productions.start].terminals == 1001
    assert found.rounds <= len(productions.names) - productions.terminals
    assert looks <= 3 * len(productions.productions)
