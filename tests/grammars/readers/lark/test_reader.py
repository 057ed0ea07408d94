"""Reading Lark's grammars: its imports, templates and terminals, in EBNF, with places and errors."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.errors import GrammarError
from thresher.grammars.grammar import Choice, Concatenation, Grammar, Lexing, Repeat, SourcePosition, Symbol, symbols
from thresher.grammars.readers.lark.reader import read

LANGUAGE = """\
%import common (WS, NUMBER)
%import .shared.pair
// "a comment": not_a_rule: x
?statement.2: NAME "=" value -> assign
    | "if" value ("then"i | "do") statement~2..3
    | INDENT statement* [pair]
start: _separated{statement, ";"}
value: NUMBER | value "+" value | LETTER+ | /x.y/is
_separated{item, mark}: item (mark item)*
NAME.2: LETTER (LETTER | DIGIT)*
LETTER: "a".."z" | "_"
DIGIT: /[0-9]/
%declare INDENT
%ignore WS
%ignore /#[^\\n]*/
"""
SHARED = 'pair: KEY ":" other?\nother: "o"\nKEY: /k+/\nunused: "u"\n'


@pytest.fixture
def language() -> Grammar:
    return read("language.lark", LANGUAGE, {"shared.lark": SHARED}.get)


def bodies(grammar: Grammar, rule: str) -> list[str]:
    return [" ".join(each.name for each in symbols(way.body)) for way in grammar.rules[rule].alternatives]


def test_rules_stay_in_ebnf(language: Grammar) -> None:
    assert bodies(language, "statement") == ["NAME EQUAL value", "IF value THEN DO statement", "INDENT statement pair"]
    body = language.rules["statement"].alternatives[1].body
    assert isinstance(body, Concatenation)
    assert isinstance(body.parts[2], Choice)
    assert body.parts[3] == Repeat(Symbol("statement", SourcePosition(5, 35)), 2, 3)
    last = language.rules["statement"].alternatives[2].body
    assert isinstance(last, Concatenation)
    assert [(part.least, part.most) for part in last.parts if isinstance(part, Repeat)] == [(0, None), (0, 1)]


def test_templates_become_rules(language: Grammar) -> None:
    assert bodies(language, "start") == ["_separated{statement,SEMICOLON}"]
    assert bodies(language, "_separated{statement,SEMICOLON}") == ["statement SEMICOLON statement"]
    assert [rule.name for rule in language.rules.values() if rule.hidden] == ["_separated{statement,SEMICOLON}"]
    assert "_separated" not in language.rules


def test_imports_are_asked_of_the_loader(language: Grammar) -> None:
    assert bodies(language, "pair") == ["shared__KEY COLON shared__other"]
    assert "shared__unused" not in language.rules


def test_everything_has_its_place(language: Grammar) -> None:
    assert language.rules["statement"].place == SourcePosition(4, 2)
    assert language.rules["statement"].alternatives[2].place == SourcePosition(6, 7)
    assert language.rules["shared__other"].place == SourcePosition()
    assert language.terminals["NAME"].place == SourcePosition(10, 1)


def test_terminals(language: Grammar) -> None:
    terminals = language.terminals
    assert "DIGIT" not in terminals  # only a part of another
    assert terminals["NAME"].priority == 2
    assert terminals["THEN"].pattern == "(?i:then)"
    assert [name for name, terminal in terminals.items() if terminal.skip] == ["WS", "__IGNORE_1"]
    assert list(terminals).index("IF") < list(terminals).index("LETTER")
    assert re.fullmatch(terminals["NAME"].pattern, "a1_")
    assert re.fullmatch(terminals["__ANON_0"].pattern, "X\nY")
    assert language.lexing is Lexing.EXPECTED


def test_a_declared_terminal_is_a_problem_but_no_error(language: Grammar) -> None:
    (problem,) = language.problems
    assert problem.message.startswith("INDENT is declared")
    assert not problem.fatal
    assert "INDENT" not in language.terminals


def test_override_and_extend() -> None:
    text = '%import .shared (pair, other)\n%override pair: "p" other\n%extend other: "q"\nstart: pair\n'
    grammar = read("g.lark", text, {"shared.lark": SHARED}.get)
    assert bodies(grammar, "pair") == ["P other"]
    assert sorted(bodies(grammar, "other")) == ["O", "Q"]


def test_without_a_rule_named_start_the_first_of_the_file_is_it() -> None:
    grammar = read("g.lark", "%import .shared.pair\ntop: pair\nnext: top\n", {"shared.lark": SHARED}.get)
    assert grammar.start == "top"


def test_an_empty_alternative() -> None:
    assert read("g.lark", 'start: "x" |').rules["start"].alternatives[1].body == Concatenation()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "g.lark:1:1: the grammar has no rule"),
        ("start: (", "g.lark:1:9: Unclosed parenthesis"),
        ('start: "a" "', "g.lark:1:12: Unexpected input"),
        ("start: A", "g.lark:1:8: Rule 'A' used but not defined"),
        ('start: a\na: "x"\na: "y"', "g.lark:2:1: Rule 'a' defined more than once"),
        ("start: A\nA: B\nB: A", "g.lark:2:1: Recursion in terminal 'A'"),
        ('\nstart: a~3..1\na: "x"', "g.lark:2:1: cannot repeat 3..1 times"),
        ("start: A\nA: /(/", "g.lark:2:1: Python cannot compile the pattern of A, (:"),
        ("%import .shared.pair\nstart: pair", "g.lark:1:1: there is no grammar shared.lark to import"),
        ("%import .broken.x\nstart: x", "broken.lark:1:5: Unexpected colon"),
        ("%import .cycle.x\nstart: x", "g.lark:1:1: the grammar is nested too deeply, or imports itself"),
    ],
)
def test_errors_have_a_place(text: str, message: str) -> None:
    others = {"broken.lark": "foo::", "cycle.lark": "%import .cycle.x\n"}
    with pytest.raises(GrammarError) as caught:
        read("g.lark", text, others.get)
    assert str(caught.value).startswith(message)


PUNCTUATION = ': | ( ) [ ] { } ~ 1 3 .. . * + ? ! -> , "x" "" /y/ /(/ /z/i # %ignore %import %declare %extend'
PIECES = st.sampled_from([*PUNCTUATION.split(), "start", "a", "_b", "A", "B", "common", "WS", "\\", "\n"])


@given(st.lists(PIECES, max_size=30).map(" ".join))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        grammar = read("g.lark", text)
    except GrammarError:
        return
    assert grammar.start in grammar.rules
    for terminal in grammar.terminals.values():
        re.compile(terminal.pattern)


@given(st.data())
def test_any_damage_is_read_or_refused(data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(LANGUAGE)))
    end = data.draw(st.integers(start, min(len(LANGUAGE), start + 12)))
    text = LANGUAGE[:start] + data.draw(PIECES) + LANGUAGE[end:]
    try:
        grammar = read("language.lark", text, {"shared.lark": SHARED}.get)
    except GrammarError:
        return
    defined = (
        grammar.rules.keys() | grammar.terminals.keys() | {problem.message.split()[0] for problem in grammar.problems}
    )
    used = {each.name for rule in grammar.rules.values() for way in rule.alternatives for each in symbols(way.body)}
    assert used <= defined
