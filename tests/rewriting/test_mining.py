"""Rules from logs: the paper's figures, and what a plain count of all pairs says."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.carts import figure_2
from thresher.rewriting.mining import Arguments, mine, trusted
from thresher.rewriting.rule import Pattern, RewriteRule, RuleWitness, WindowStart
from thresher.structures.events import EventLog, Json, LogStep

PAPER = [
    "[add(a); empty] = [empty]",
    "[add(a); delete(a)] = []",
    "[empty; empty] = [empty]",
    "[add(a); add(b)] = [add(b); add(a)]",
]
steps = st.builds(
    LogStep,
    st.sampled_from("xyz"),
    st.lists(st.integers(0, 1), max_size=1).map(tuple),
    st.sampled_from([None, 0, 1, 2]),
)
logs = st.lists(st.lists(steps, max_size=12).map(lambda some: EventLog(tuple(some))), max_size=3)


def test_the_rules_of_section_2_are_mined_from_the_log_of_figure_2() -> None:
    rules = trusted(mine([figure_2()]), 0.5)
    assert set(PAPER) <= set(map(str, rules))
    assert {str(rule) for rule in rules} - set(PAPER) == {"[empty; add(b)] = [add(b)]"}  # which holds in that log too
    assert all(rule.witnesses == 1 for rule in rules)


def test_a_poorer_state_lets_open_seem_superfluous() -> None:
    rules = trusted(mine([figure_2(catalogue=False)]), 0.5)
    assert {*PAPER, "[open] = []"} <= set(map(str, rules))
    assert "[open] = []" not in map(str, trusted(mine([figure_2()]), 0.0))


def test_witnesses_say_where() -> None:
    rule = next(rule for rule in mine([figure_2()]) if str(rule) == PAPER[0])
    assert rule.examples == (RuleWitness(WindowStart(0, 2), WindowStart(0, 4)),)


@pytest.mark.parametrize(("witnesses", "confidence"), [(0, 0.0), (1, 0.5), (3, 0.875), (4, 0.9375)])
def test_four_witnesses_are_ninety_percent(witnesses: int, confidence: float) -> None:
    rule = RewriteRule(Pattern.SKIP, ("x",), witnesses)
    assert rule.confidence == confidence
    assert (rule in trusted([rule])) == (witnesses >= 4)
    assert not trusted([RewriteRule(Pattern.SKIP, ("x",), 99, 1)], 0.0)


def test_no_window_goes_over_the_end_of_a_log_or_a_state_that_is_not_known() -> None:
    one = EventLog((LogStep("a", state=0), LogStep("b", state=0)))
    other = EventLog((LogStep("c", state=0), LogStep("d"), LogStep("e", state=0), LogStep("f", state=0)))
    assert {rule.events for rule in mine([one, other])} == {("b",), ("f",)}


@given(logs, st.sampled_from(Arguments))
def test_counting_is_as_comparing_each_pair_of_windows(some: list[EventLog], arguments: Arguments) -> None:
    found = {
        (rule.pattern, rule.events): (rule.witnesses, rule.counterexamples) for rule in mine(some, arguments=arguments)
    }
    for (pattern, events), counts in _by_hand(some, arguments).items():
        turned = (pattern, events[::-1])
        assert found.pop((pattern, events), None) == counts or (
            pattern is Pattern.COMMUTE and found.pop(turned, None) == counts
        )
    assert not found


def _by_hand(some: list[EventLog], arguments: Arguments) -> dict[tuple[Pattern, tuple[str, ...]], tuple[int, int]]:
    singles: list[tuple[Json, tuple[LogStep], Json]] = []
    pairs: list[tuple[Json, tuple[LogStep, LogStep], Json]] = []
    for log in some:
        for index in range(1, len(log)):
            before, first = log.steps[index - 1].state, log.steps[index]
            if before is None or first.state is None:
                continue
            singles.append((before, (first,), first.state))
            if index + 1 < len(log) and log.steps[index + 1].state is not None:
                pairs.append((before, (first, log.steps[index + 1]), log.steps[index + 1].state))
    counts: dict[tuple[Pattern, tuple[str, ...]], list[int]] = {}

    def count(pattern: Pattern, events: tuple[str, ...], *, equal: bool) -> None:
        counts.setdefault((pattern, events), [0, 0])[0 if equal else 1] += 1

    def same(one: LogStep, other: LogStep) -> bool:
        return one.event == other.event and (arguments is Arguments.IGNORED or one.args == other.args)

    for before, (x,), after in singles:
        count(Pattern.SKIP, (x.event,), equal=before == after)
    for before, (x, y), after in pairs:
        if arguments is not Arguments.MATCHED or x.args == y.args:
            count(Pattern.CANCEL, (x.event, y.event), equal=before == after)
    for (before, (x, y), after), (start, (z,), end) in product(pairs, singles):
        if before == start and same(y, z):
            count(Pattern.ABSORB, (x.event, y.event), equal=after == end)
    for number, (before, (x, y), after) in enumerate(pairs):
        for start, (v, w), end in pairs[number:]:
            if before == start and same(x, w) and same(y, v) and not same(x, y):
                count(Pattern.COMMUTE, min((x.event, y.event), (y.event, x.event)), equal=after == end)
    return {key: (good, bad) for key, (good, bad) in counts.items()}
