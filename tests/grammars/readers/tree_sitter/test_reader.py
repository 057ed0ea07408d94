"""Reading tree-sitter's grammar.json: tokens, precedences, what may stand anywhere, and what only C recognises."""

from __future__ import annotations

import json
import re
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.errors import GrammarError
from thresher.grammars.grammar import (
    Associativity,
    Choice,
    Concatenation,
    Grammar,
    Lexing,
    Precedence,
    Repeat,
    Symbol,
    symbols,
)
from thresher.grammars.readers.tree_sitter.patterns import longest, property_ranges, translated
from thresher.grammars.readers.tree_sitter.reader import read

Json = dict[str, Any]


def string(value: str) -> Json:
    return {"type": "STRING", "value": value}


def pattern(value: str, **more: str) -> Json:
    return {"type": "PATTERN", "value": value, **more}


def symbol(name: str) -> Json:
    return {"type": "SYMBOL", "name": name}


def seq(*members: Json) -> Json:
    return {"type": "SEQ", "members": list(members)}


def choice(*members: Json) -> Json:
    return {"type": "CHOICE", "members": list(members)}


def wrap(kind: str, content: Json, **more: object) -> Json:
    return {"type": kind, "content": content, **more}


BLANK = {"type": "BLANK"}
SUM = wrap("PREC_LEFT", seq(symbol("_expression"), string("+"), symbol("_expression")), value=1)
POWER = wrap("PREC_RIGHT", seq(symbol("_expression"), string("^"), symbol("_expression")), value="power")
CALCULATOR: Json = {
    "name": "calculator",
    "word": "name",
    "rules": {
        "program": wrap("REPEAT", symbol("statement")),
        "statement": seq(
            choice(wrap("FIELD", seq(string("let"), symbol("name")), name="left"), BLANK),
            symbol("_expression"),
            string(";"),
        ),
        "_expression": choice(
            symbol("name"), symbol("number"), SUM, wrap("PREC", choice(POWER, symbol("text")), value=2)
        ),
        "name": pattern("[\\p{XID_Start}_][\\p{XID_Continue}]*"),
        "number": wrap(
            "TOKEN", choice(string("0"), seq(string("0x"), wrap("REPEAT1", pattern("[0-9a-f]", flags="i"))))
        ),
        "text": seq(string('"'), wrap("IMMEDIATE_TOKEN", wrap("PREC", pattern('[^"]*'), value=3)), string('"')),
        "comment": wrap("TOKEN", seq(string("//"), pattern(".*"))),
    },
    "extras": [pattern("\\s"), symbol("comment")],
    "conflicts": [],
    "precedences": [[string("power"), symbol("statement")], [string("other"), string("power")]],
    "externals": [],
    "inline": [],
    "supertypes": [],
}


def reading(rules: Json, **fields: object) -> Grammar:
    return read("grammar.json", json.dumps({"name": "small", "rules": rules, **fields}))


@pytest.fixture
def calculator() -> Grammar:
    return read("grammar.json", json.dumps(CALCULATOR))


def test_rules_and_terminals_are_distinguished(calculator: Grammar) -> None:
    assert calculator.start == "program"
    assert list(calculator.rules) == ["program", "statement", "_expression", "text"]
    assert [rule.name for rule in calculator.rules.values() if rule.hidden] == ["_expression"]
    assert calculator.lexing is Lexing.EXPECTED
    assert calculator.problems == ()


def test_optional_and_repeated_parts_keep_their_shape(calculator: Grammar) -> None:
    assert calculator.rules["program"].alternatives[0].body == Repeat(Symbol("statement"), 0, None)
    declared = Repeat(Concatenation((Symbol("'let'"), Symbol("name"))), 0, 1)
    assert calculator.rules["statement"].alternatives[0].body == Concatenation(
        (declared, Symbol("_expression"), Symbol("';'"))
    )


def test_each_alternative_has_the_innermost_precedence_around_it(calculator: Grammar) -> None:
    found = [alternative.precedence for alternative in calculator.rules["_expression"].alternatives]
    assert found[:3] == [None, None, Precedence(1, Associativity.LEFT)]
    assert found[3] == Precedence(2, Associativity.RIGHT, "precedences[1]")
    assert found[4] == Precedence(2, Associativity.SILENT)
    assert calculator.rules["statement"].alternatives[0].precedence == Precedence(
        1, Associativity.SILENT, "precedences[1]"
    )


def test_tokens_are_ordered_as_tree_sitter_prefers_them(calculator: Grammar) -> None:
    names = list(calculator.terminals)
    assert names.index("'let'") < names.index("name")
    assert names[-1] == "/\\s/"
    inner = calculator.terminals['immediate /[^"]*/']
    assert (inner.immediate, inner.priority) == (True, 3)
    assert [terminal.name for terminal in calculator.terminals.values() if terminal.skip] == ["comment", "/\\s/"]


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("number", "0x1Fz", "0x1F"),  # the longest, though "0" is the first choice
        ("name", "größe+", "größe"),
        ("'let'", "let x", "let"),
        ("'let'", "letter", None),  # a word, as `word` says
        ("comment", "// a\nb", "// a"),
    ],
)
def test_patterns_match(calculator: Grammar, name: str, text: str, expected: str | None) -> None:
    match = re.match(calculator.terminals[name].pattern, text)
    assert (match and match[0]) == expected


def test_a_precedence_within_a_sequence_becomes_a_hidden_rule() -> None:
    inner = wrap("PREC", seq(symbol("start"), string("y")), value=7)
    grammar = reading({"start": seq(string("x"), wrap("REPEAT", inner), wrap("PREC", string("z"), value=0))})
    lifted = grammar.rules["_start_1"]
    assert lifted.hidden
    assert lifted.alternatives[0].precedence == Precedence(7, Associativity.SILENT)
    assert grammar.rules["start"].alternatives[0].body == Concatenation(
        (Symbol("'x'"), Repeat(Symbol("_start_1"), 0, None), Symbol("'z'"))
    )


def test_the_same_token_is_one_terminal() -> None:
    grammar = reading(
        {"start": seq(string("self"), symbol("me"), symbol("again")), "me": string("self"), "again": string("self")}
    )
    assert list(grammar.terminals) == ["me"]
    assert grammar.rules["start"].alternatives[0].body == Concatenation((Symbol("me"), Symbol("me"), Symbol("again")))
    assert grammar.rules["again"].alternatives[0].body == Symbol("me")


def test_a_start_rule_that_is_a_token_stays_a_rule() -> None:
    grammar = reading({"start": wrap("PREC", string("x"), value=1)})
    assert grammar.rules["start"].alternatives[0].body == Symbol("'x'")


def test_what_needs_an_external_token_is_left_out() -> None:
    grammar = reading(
        {
            "start": seq(
                symbol("end"), choice(symbol("block"), string("x"), string("y")), wrap("REPEAT", symbol("block"))
            ),
            "end": choice(string(";"), symbol("_newline")),
            "block": seq(symbol("_indent"), symbol("start"), symbol("_dedent")),
            "rest": symbol("block"),
        },
        externals=[symbol("_newline"), symbol("_indent"), symbol("_dedent"), string("x"), symbol("end")],
        extras=[symbol("_newline")],
    )
    assert list(grammar.rules) == ["start", "end"]
    assert grammar.rules["start"].alternatives[0].body == Concatenation(
        (Symbol("end"), Choice((Symbol("'x'"), Symbol("'y'"))))
    )
    assert grammar.rules["end"].alternatives[0].body == Symbol("';'")
    (problem,) = grammar.problems
    assert "_dedent, _indent, _newline" in problem.message
    assert not problem.fatal


def test_a_start_that_needs_an_external_token_is_an_error() -> None:
    with pytest.raises(GrammarError, match=r"rules\.start: nothing is left"):
        reading({"start": symbol("_indent")}, externals=[symbol("_indent")])


def test_an_extra_that_rules_use_is_a_token_where_they_do() -> None:
    line = pattern("\\n")
    grammar = reading(
        {"start": seq(string("x"), line, symbol("note")), "note": pattern("#.*")}, extras=[line, symbol("note")]
    )
    skipped = {name: terminal.skip for name, terminal in grammar.terminals.items()}
    assert skipped == {"'x'": False, "/\\n/": False, "note": False, "/\\n/ (skipped)": True, "note (skipped)": True}


def test_an_extra_with_structure_is_a_problem() -> None:
    rules = {"start": string("x"), "pragma": seq(string("#"), string("x"))}
    (problem,) = reading(rules, extras=[symbol("pragma")]).problems
    assert "pragma" in problem.message


@pytest.mark.parametrize(
    ("rules", "fields", "message"),
    [
        (
            {"a": seq(string("x"), string("y"), {"type": "FOO"})},
            {},
            r"rules\.a\.members\[2\]: there is no rule type 'FOO'",
        ),
        ({"a": seq(BLANK, pattern("[a-z&&[^b]]"))}, {}, r"rules\.a\.members\[1\]: cannot use the pattern"),
        ({"a": wrap("TOKEN", seq(symbol("a")))}, {}, r"rules\.a\.content\.members\[0\]: a token cannot"),
        ({"a": wrap("PREC", string("x"), value=None)}, {}, r"rules\.a\.value: expected a number or a name"),
        ({"a": wrap("PREC", BLANK, value="high")}, {}, r"rules\.a\.value: no list of precedences has 'high'"),
        ({"a": choice()}, {}, r"rules\.a\.members: a choice needs"),
        ({"a": symbol("a")}, {"precedences": [[string("x"), string("y")], [string("y"), string("x")]]}, "contradict"),
        ({"a": symbol("a")}, {"extras": 3}, "extras: expected an array, found int 3"),
        ({}, {}, "rules: the grammar has no rule"),
    ],
)
def test_errors_name_the_path(rules: Json, fields: Json, message: str) -> None:
    with pytest.raises(GrammarError, match=message):
        reading(rules, **fields)


def test_broken_json_is_an_error_with_its_line() -> None:
    with pytest.raises(GrammarError, match=r"^grammar\.json:2:3: this is not JSON"):
        read("grammar.json", "{\n  x")


@pytest.mark.parametrize("text", ["[" * 100_000, '{"rules": ' + "9" * 5000 + "}", "[]", "null"])
def test_no_json_is_too_odd(text: str) -> None:
    with pytest.raises(GrammarError):
        read("grammar.json", text)


@pytest.mark.parametrize(
    ("rust", "matches", "fails"),
    [
        (r"a|ab|", "ab", "b"),
        (r"\u0041\u{1F600}\x42\x{43}\U00000044", "A\U0001f600BCD", "A"),
        (r"[\u{61}-\x63\-\]\[&|]+", "abc-][&|", "d"),
        (r"[^\p{L}\n]+", "1 2", "é"),
        (r"\P{Lu}\pL", "\U00100000É", "AB"),
        (r"\p{gc=Decimal_Number}+?", "42", "x"),
        (r"(?i)(?P<x>a(?:b){1,2})", "AbB", "b"),
        (r"(?s:.)x", "\nx", "x"),
        (r"a{2}{2}b*??", "aaaabb", "aaa"),
        (r"a{x}\/\"\$", 'a{x}/"$', "ax"),
        (r"[]-]+[\w-]", "]--", "a"),
        (r"#[ \t]*\d\S", "# 1x", "#"),
    ],
)
def test_patterns_are_translated(rust: str, matches: str, fails: str) -> None:
    python = re.compile(translated(rust))
    assert python.fullmatch(matches)
    assert not python.fullmatch(fails)
    found = python.match(matches)
    assert found
    assert found[0] == matches


@pytest.mark.parametrize(
    "rust",
    [
        "(",
        ")",
        "[a",
        "*",
        "a(?=b)",
        "x(?i)y",
        r"\p{Klingon}",
        r"\q",
        "\\",
        r"\u{110000}",
        "[z-a]",
        r"[\b]",
        "a{9}{2,1}",
    ],
)
def test_what_tree_sitter_has_not_is_an_error(rust: str) -> None:
    with pytest.raises(ValueError):
        translated(rust)


@given(st.text("ab|()[]^-\\{}?*+.0,pPLux&~ é\n", max_size=25))
def test_any_pattern_is_translated_or_refused(rust: str) -> None:
    try:
        python = translated(rust)
    except ValueError:
        return
    assert re.compile(f"{python}{longest([python, 'x'])}")


def test_property_ranges_are_what_python_says() -> None:
    letters = re.compile(f"[{property_ranges('XID_Start')}]")
    assert all(bool(letters.fullmatch(chr(code))) == chr(code).isidentifier() for code in range(0x3000))


def paths(value: object, path: tuple[object, ...] = ()) -> list[tuple[Any, ...]]:
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(found for key, entry in entries for found in paths(entry, (*path, key)))]


ODDITIES: st.SearchStrategy[object] = st.sampled_from(
    [
        None,
        True,
        0,
        -1.5,
        "",
        "PREC",
        "(",
        "name",
        [],
        {},
        [[]],
        BLANK,
        seq(),
        symbol("program"),
        symbol("nowhere"),
        pattern("("),
        wrap("TOKEN", BLANK),
    ]
)


@given(st.data())
def test_any_change_is_read_or_refused(data: st.DataObject) -> None:
    changed = json.loads(json.dumps(CALCULATOR))
    for _ in range(data.draw(st.integers(1, 3))):
        *above, key = data.draw(st.sampled_from(paths(changed)[1:]))
        parent = changed
        for step in above:
            parent = parent[step]
        parent[key] = deepcopy(data.draw(ODDITIES))  # a later change may be within
    try:
        grammar = read("grammar.json", json.dumps(changed))
    except GrammarError:
        return
    assert grammar.start in grammar.rules
    for terminal in grammar.terminals.values():
        re.compile(terminal.pattern)
    used = {each.name for rule in grammar.rules.values() for way in rule.alternatives for each in symbols(way.body)}
    defined = grammar.rules.keys() | grammar.terminals.keys()
    assert used - defined <= {"", "PREC", "(", *CALCULATOR["rules"], "nowhere"}


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    with pytest.raises(GrammarError):
        read("grammar.json", text)
