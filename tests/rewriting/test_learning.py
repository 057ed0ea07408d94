"""What tests of logs say about rules."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from thresher.kernel.outcome import Outcome
from thresher.rewriting.learning import TestedLogs, believed, with_evidence
from thresher.rewriting.rule import Pattern, RewriteRule
from thresher.rewriting.text import rules_from_text
from thresher.structures.events import EventLog, LogStep

FAIL, PASS, UNRESOLVED = Outcome.FAIL, Outcome.PASS, Outcome.UNRESOLVED


def log(text: str) -> EventLog:
    return EventLog(tuple(LogStep(letter) for letter in text))


def learned(**outcomes: Outcome) -> dict[str, tuple[int, int]]:
    tested = TestedLogs()
    for text, outcome in outcomes.items():
        tested.add(log(text), outcome)
    return {str(rule): (rule.witnesses, rule.counterexamples) for rule in tested.rules()}


def test_a_step_that_was_not_needed_is_a_witness() -> None:
    assert learned(xay=FAIL, ay=FAIL) == {"[x] = []": (1, 0), "[x; a] = [a]": (1, 0)}


def test_a_step_that_was_needed_is_a_counterexample() -> None:
    assert learned(ax=FAIL, a=PASS) == {"[x] = []": (0, 1)}


def test_a_log_that_cannot_be_executed_says_nothing() -> None:
    assert learned(ax=FAIL, a=UNRESOLVED) == {}
    assert learned(ax=PASS, a=PASS) == {}


def test_two_steps_that_undo_each_other() -> None:
    assert learned(axyb=FAIL, ab=FAIL) == {"[x; y] = []": (1, 0)}


def test_both_kinds_of_evidence_are_counted() -> None:
    found = learned(xab=FAIL, ab=FAIL, xa=PASS, b=PASS)
    assert found["[x] = []"] == (1, 0)
    assert found["[b] = []"] == (0, 1)
    assert found["[a] = []"] == (0, 1)


def test_what_was_learned_is_added_up() -> None:
    mined = [RewriteRule(Pattern.SKIP, ("x",), 3)]
    (rule,) = with_evidence(mined, [RewriteRule(Pattern.SKIP, ("x",), 2, 1)])
    assert (rule.witnesses, rule.counterexamples) == (5, 1)
    assert believed([rule]) == []


def test_a_stated_rule_is_doubted_by_counterexamples_only() -> None:
    stated = rules_from_text("[x] = []\n[y] = []\n", "rules")
    found = with_evidence(stated, [RewriteRule(Pattern.SKIP, ("x",), 2), RewriteRule(Pattern.SKIP, ("y",), 0, 1)])
    assert [(str(rule), rule.is_stated, rule.counterexamples) for rule in found] == [
        ("[x] = []", True, 0),
        ("[y(a)] = []", False, 1),
    ]


@given(st.dictionaries(st.text("abc", max_size=5), st.sampled_from(Outcome), max_size=12))
def test_every_count_is_a_pair_of_tested_logs(outcomes: dict[str, Outcome]) -> None:
    found = learned(**{text: outcome for text, outcome in outcomes.items() if text})
    pairs = [
        (text[at], outcomes.get(text[:at] + text[at + 1 :]))
        for text, outcome in outcomes.items()
        if text and outcome is FAIL
        for at in range(len(text))
        if text[:at] + text[at + 1 :]
    ]
    for letter in "abc":
        witnesses = sum(pair == (letter, FAIL) for pair in pairs)
        against = sum(pair == (letter, PASS) for pair in pairs)
        assert found.get(f"[{letter}] = []", (0, 0)) == (witnesses, against)
