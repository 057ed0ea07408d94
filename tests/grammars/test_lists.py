"""Lists, however a grammar spells them: what every single removal leaves."""

from __future__ import annotations

import pytest

from tests.grammars.grammars import document, grammar, removals
from thresher.grammars.bnf import productions_of
from thresher.grammars.lists import Freedom, GrammarLists

ELEMENT = "x: 'a' | 'b' | 'c' | 'd'"


def results(rules: str, text: str, *, flat: bool = True) -> set[str]:
    """The texts that single removals leave, all of them in the language."""
    found = document(f"{rules}; {ELEMENT}\n~BLANKS = [ ]+", text, flat=flat)
    assert all(found.valid(kept) for kept in removals(found.tree))
    return {found.tree.render(kept).decode() for kept in removals(found.tree)}


@pytest.mark.parametrize(
    ("rules", "text", "expected"),
    [
        ("s: s x | x", "b c d", "c d|b d|b c|a"),
        ("s: x s | x", "b c d", "c d|b d|b c|a"),
        ("s: s x | ", "b c d", "c d|b d|b c|"),
        ("s: x s | ", "b c d", "c d|b d|b c|"),
        ("s: s ',' x | x", "b,c,d", "c,d|b,d|b,c|a,c,d|b,a,d|b,c,a|a"),
        ("s: x ',' s | x", "b,c,d", "c,d|b,d|b,c|a,c,d|b,a,d|b,c,a|a"),
        ("s: s ';' s | x", "b;c;d", "c;d|b;d|b;c|a;c;d|b;a;d|b;c;a|a"),
        ("s: s x ';' | x ';'", "b; c; d;", "c; d;|b; d;|b; c;|a; c; d;|b; a; d;|b; c; a;|a;"),
        ("s: x ';' s | x ';'", "b; c; d;", "c; d;|b; d;|b; c;|a; c; d;|b; a; d;|b; c; a;|a;"),
        ("s: s x ';' | ", "b; c; d;", "c; d;|b; d;|b; c;|a; c; d;|b; a; d;|b; c; a;|"),
        ("s: x*", "b c d", "c d|b d|b c|"),
        ("s: x+", "b c d", "c d|b d|b c|a"),
        ("s: '(' x* ')'", "(b c)", "(c)|(b)|()"),
        ("s: '(' x+ ')'", "(b c)", "(c)|(b)|(a)"),
        ("s: x (',' x)*", "b,c,d", "c,d|b,d|b,c|a,c,d|b,a,d|b,c,a|a"),
        ("s: '(' (x (',' x)*)? ')'", "(b,c)", "(c)|(b)|(a,c)|(b,a)|()"),
        ("s: (x ',')* x", "b,c,d", "c,d|b,d|a,c,d|b,a,d|b,c,a|a"),
        ("s: x? ';'", "b;", ";|a;"),
        ("s: '!' x | x", "!b", "b|!a|a"),
        ("s: s '[' x ']' | x", "b[c][d]", "b[d]|b[c]|a[c][d]|b[a][d]|b[c][a]|a"),
        ("s: '*' s | '&' s | x", "*&*b", "&*b|* *b|*&b|*&*a|a"),
        ("s: x '(' t ')' | x '(' ')'; t: t ',' x | x", "b(c,d)", "b(c)|b(d)|b(a,d)|b(c,a)|b(a)|b()|a(c,d)|a()"),
        ("s: (','? x)*", "b,c d", ",c d|b d|b,c|b c d|b,a d|"),
        ("s: '[' (','? x)* ']'", "[b,c d]", "[,c d]|[b d]|[b,c]|[b c d]|[b,a d]|[]"),
    ],
)
def test_what_single_removals_leave(rules: str, text: str, expected: str) -> None:
    assert results(rules, text) - {text} == set(expected.split("|")) - {text}


@pytest.mark.parametrize(
    ("rules", "text", "expected"),
    [
        ("s: s x | x", "b c d", "a d|b c a|a"),
        ("s: s ',' x | x", "b,c,d", "a,d|a,c,d|b,a,d|b,c,a|a"),
    ],
)
def test_lists_that_are_not_flat_keep_the_shape_of_the_grammar(rules: str, text: str, expected: str) -> None:
    assert results(rules, text, flat=False) >= set(expected.split("|"))
    assert results(rules, text, flat=False).isdisjoint({"c d", "c,d"})


@pytest.mark.parametrize(
    ("rules", "freedom", "left"),
    [
        ("s: s x | x", Freedom.BUT_ONE, True),
        ("s: x s | x", Freedom.BUT_ONE, False),
        ("s: s x | t; t: 'z' | x", Freedom.BUT_ONE, True),
        ("s: s x | ", Freedom.ALL, True),
        ("s: x ';' s | ", Freedom.ALL, False),
        ("s: s ',' x | x", Freedom.SEPARATED, True),
        ("s: s ',' t | t; t: u; u: x | 'z'", Freedom.SEPARATED, True),
        ("s: s '+' s | x", Freedom.SEPARATED, True),
        ("s: x '=' s | x", Freedom.SEPARATED, False),
        ("s: s '.' 'name' | x", Freedom.AFFIX, True),
        ("s: '!' s | x", Freedom.AFFIX, False),
    ],
)
def test_which_elements_are_free(rules: str, freedom: Freedom, left: bool) -> None:
    productions = productions_of(grammar(f"{rules}; {ELEMENT}"))
    steps = GrammarLists(productions).steps
    assert [(step.freedom, step.left) for step in steps.values()] == [(freedom, left)]


@pytest.mark.parametrize("rules", ["s: 's' '(' s ')' | x", "s: x", "s: t; t: x | ", "s: '(' s 's' | x"])
def test_rules_that_are_not_lists(rules: str) -> None:
    assert GrammarLists(productions_of(grammar(f"{rules}; {ELEMENT}"))).steps == {}


def test_alternatives_say_what_can_go() -> None:
    """Of `x y z | x z | y z | z` the x and the y can go, each alone or both."""
    assert results("s: '1' x '2' | '1' x | x '2' | x", "1 b 2") == {"b 2", "1 b", "1 a 2", "a"}
    assert results("s: 'if' x 'else' x | 'if' x", "if b else c") >= {"if b", "if a else c", "if b else a"}


def test_runs_that_cannot_go_together_are_not_offered_together() -> None:
    assert results("s: '1' x '2' | '1' x | x '2'", "1 b 2").isdisjoint({"b", "1", "2"})
