"""What is found out about a grammar before it is used."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.grammars.grammars import grammar
from thresher.errors import GrammarError
from thresher.grammars.analysis import Analysis, checked, mistakes
from thresher.grammars.grammar import Grammar, Problem, SourcePosition, Terminal


def messages(grammar: Grammar) -> list[tuple[str, bool]]:
    """All problems, and whether they are fatal."""
    problems = mistakes(grammar)
    if not any(problem.fatal for problem in problems):
        problems += Analysis(grammar).problems()
    return [(problem.message, problem.fatal) for problem in problems]


@pytest.mark.parametrize(
    ("rules", "message", "fatal"),
    [
        ("s: nowhere", "nowhere is used but not defined", True),
        ("s: (('a' | nowhere)* 'b')?", "nowhere is used but not defined", True),
        ("s: A\nA = [", "A: bad regular expression: unterminated character set at position 0", True),
        ("s: A\nA = a{99999999999999}", "A: bad regular expression: ", True),
        ("s: A\nA = a*", "A matches the empty text, which is not a token: only longer matches count", False),
        ("s: s 'a'", "s derives no string: every way to write it needs itself", True),
        ("s: t | 'a'; t: u 'a'; u: t", "t derives no string: every way to write it needs itself", False),
        ("s: t | 'a'; t: t", "t derives no string", False),
        ("s: A | 'b'\nA = (a)?b\\1", "no text was found that A matches; give its minimal text, or it is never", False),
        ("s: s | 'a'", None, False),
        ("s: t | 'a'; t: s", "s can be derived from itself alone; such steps are left out", False),
        ("s: s s | 'a' | ", "s can be derived from itself alone; such steps are left out", False),
        ("s: t s 'a' | 'b'; t: 'c'?", "s is left-recursive after what can be empty", False),
        ("s: t u | 'b'; t: 'c'?; u: s 'a'", "s is left-recursive after what can be empty", False),
        ("s: s 'a' | 'b'; t: 'c'", "t cannot be reached from s", False),
        ("s: 'a'\nB = b", "B cannot be reached from s", False),
        ("s: 'a'\n~B = b", None, False),
        ("s: s 'a' | 'b'", None, False),
    ],
)
def test_problems(rules: str, message: str | None, fatal: bool) -> None:
    found = messages(grammar(rules))
    if message is None:
        assert found == []
    else:
        assert (
            [each for each in found if each[0].startswith(message)]
            == [(text, fatal) for text, _ in found if text.startswith(message)]
            != []
        ), found


def test_a_start_rule_that_is_not_there() -> None:
    found = messages(grammar("s: 'a' t; t: 'b'").starting("nowhere"))
    assert found == [("there is no rule 'nowhere' to start from; there are s, t", True)]


def test_a_usable_grammar_is_handed_on() -> None:
    usable = grammar("s: t s 'a' | 'b'; t: 'c'?; u: 'd'")
    assert checked(usable) is usable


def test_errors_have_their_position() -> None:
    bad = replace(grammar("s: A B"), terminals={"A": Terminal("A", "(", place=SourcePosition(3, 7))})
    with pytest.raises(GrammarError) as caught:
        checked(bad)
    assert str(caught.value).splitlines() == [
        "test.y: B is used but not defined",
        "test.y:3:7: A: bad regular expression: missing ), unterminated subpattern at position 0",
    ]


def test_of_many_mistakes_the_first_are_shown() -> None:
    with pytest.raises(GrammarError) as caught:
        checked(grammar("s: " + " ".join(f"r{number}" for number in range(20))))
    lines = str(caught.value).splitlines()
    assert lines[0] == "test.y: r0 is used but not defined"
    assert lines[5:] == ["and 15 more; see: thresher grammar check test.y"]


def test_the_readers_problems_come_first() -> None:
    problem = Problem(SourcePosition(1, 1), "an action was left out")
    assert mistakes(replace(grammar("s: 'a'"), problems=(problem,))) == [problem]


def test_properties() -> None:
    analysis = Analysis(grammar("s: t* u; t: '(' s ')' | 'x'; u: 'y' | ; v: 'z'"))
    productions = analysis.productions
    assert analysis.names(productions.nullable) == ["s", "u"]
    assert analysis.names(analysis.recursive) == ["s", "t"]
    assert analysis.names(analysis.reachable) == ["'('", "')'", "'x'", "'y'", "s", "t", "u"]


def test_a_grammar_of_500_rules() -> None:
    rules = [
        f"r{number}: '(' r{(number * 7 + 1) % 500} ')' | r{(number + 1) % 500} ',' r{number} | 'x{number}'"
        for number in range(500)
    ]
    analysis = Analysis(checked(grammar("; ".join(rules))))
    assert [problem for problem in analysis.problems() if problem.fatal] == []
    assert analysis.spelling.strings.rounds <= 4
