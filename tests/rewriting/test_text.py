"""Rules as text: what people write, what is written, and what cannot be read."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.errors import UsageError
from thresher.rewriting.mining import less_doubtful
from thresher.rewriting.normal_form import rewrite
from thresher.rewriting.rule import Pattern, RewriteRule
from thresher.rewriting.saving import load_rules, merged
from thresher.rewriting.system import System
from thresher.rewriting.text import rules_as_text, rules_from_text
from thresher.structures.events import LogStep

names = st.text(min_size=1, max_size=8).filter(
    lambda name: not set(name) & set("\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029")
)


@st.composite
def rules(draw: st.DrawFn) -> RewriteRule:
    pattern = draw(st.sampled_from(Pattern))
    events = tuple(
        draw(
            st.lists(names, min_size=1, max_size=1)
            if pattern is Pattern.SKIP
            else st.lists(names, min_size=2, max_size=2)
        )
    )
    plain = frozenset(draw(st.lists(st.sampled_from(events), max_size=2)))
    equal = pattern is not Pattern.SKIP and not plain and draw(st.booleans())
    counts = (draw(st.integers(0, 99)), draw(st.integers(0, 99)))
    return RewriteRule(pattern, events, *counts, plain=plain, equal_arguments=equal)


@given(st.lists(rules(), min_size=1, max_size=5))
def test_rules_are_read_as_they_were_written(written: list[RewriteRule]) -> None:
    assert rules_from_text(rules_as_text(written)) == [
        RewriteRule(
            rule.pattern,
            rule.events,
            rule.witnesses,
            rule.counterexamples,
            plain=rule.plain,
            equal_arguments=rule.equal_arguments,
        )
        for rule in written
    ]


def test_a_file_by_hand() -> None:
    text = """
    # what we know of the shop
    [scroll(a)] = []
    [add(a); delete(a)] = []        # 4 witnesses
    ["press a key"(x); enter] = [enter]
    [add(a); add(b)]=[add(b); add(a)]  # 1 witness, 2 counterexamples
    """
    found = load_rules(text)
    assert [str(rule) for rule in found] == [
        "[scroll(a)] = []",
        "[add(a); delete(a)] = []",
        "[press a key(a); enter] = [enter]",
        "[add(a); add(b)] = [add(b); add(a)]",
    ]
    assert [(rule.witnesses, rule.counterexamples, rule.is_stated) for rule in found] == [
        (0, 0, True),
        (4, 0, False),
        (0, 0, True),
        (1, 2, False),
    ]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("add(a) = []", r"expected \["),
        ("[add(a)", "expected ; or ]"),
        ("[add(a)]", "expected = after the left side"),
        ("[add(a)] = [] []", r"unexpected '\['"),
        ("[add(a); b(b); c(c)] = []", "none of the forms"),
        ("[add(a); b(b)] = [add(a)]", "none of the forms"),
        ("[add(] = []", "a letter in brackets after add"),
        ('["\\x"] = []', "not a quoted name"),
        ('["open] = []', "cannot read"),
        ("[;] = []", "name of an event"),
        ("# nothing", "there are none in it"),
    ],
)
def test_what_cannot_be_read(line: str, problem: str) -> None:
    with pytest.raises(UsageError, match=f"shop.txt has no rules that can be read: .*{problem}"):
        load_rules(line, "shop.txt")


def test_a_condition_on_arguments_is_kept() -> None:
    steps = [LogStep("set", (1,)), LogStep("set", (1,)), LogStep("set", (2,)), LogStep("end", ())]
    conditional = System(load_rules("[set(a); set(a)] = [set(a)]"))
    always = System(load_rules("[set(a); set(b)] = [set(b)]"))
    assert len(rewrite(steps, conditional).kept) == 3
    assert len(rewrite(steps, always).kept) == 2
    loose = System(load_rules("[set(a); end] = []"))
    assert len(rewrite(steps, loose, keep_last=False).kept) == 2


def test_the_rules_of_the_paper_s_data() -> None:
    data = {
        "source": "x.pat",
        "rules": [
            {"type": "Skip", "lhs": ["a"], "rhs": [], "pos": 2, "neg": 0},
            {"type": "Zero", "lhs": ["a", "b"], "rhs": ["b"], "pos": 6, "neg": 1},
            {"type": "Com", "lhs": ["a", "b"], "rhs": ["b", "a"], "pos": 1, "neg": 0},
        ],
    }
    found = load_rules(json.dumps(data))
    assert [rule.pattern for rule in found] == [Pattern.SKIP, Pattern.ABSORB, Pattern.COMMUTE]
    assert [rule.confidence for rule in found] == [0.75, 0.0, 0.5]
    data["rules"][1]["rhs"] = ["a"]  # type: ignore[index]
    with pytest.raises(UsageError, match="Zero does not have the form"):
        load_rules(json.dumps(data))


def test_rules_of_many_logs_are_merged() -> None:
    one = load_rules("[a(a)] = []  # 2 witnesses\n[b(a)] = []")
    other = load_rules("[a(a)] = []  # 3 witnesses, 1 counterexample\n[c(a); c(b)] = [c(b)]  # 1 witness")
    assert rules_as_text(merged([*one, *other])).splitlines() == [
        "[a(a)] = []  # 5 witnesses, 1 counterexample",
        "[b(a)] = []",
        "[c(a); c(b)] = [c(b)]  # 1 witness",
    ]


def test_doubtful_rules_go_first_and_stated_ones_never() -> None:
    found = load_rules("[a(a)] = []  # 1 witness\n[b(a)] = []  # 9 witnesses\n[c(a)] = []")
    events = [[rule.events[0] for rule in rules] for rules in less_doubtful(found)]
    assert events == [["a", "b", "c"], ["b", "c"], ["c"]]
