"""Rewriting: section 2.2 of the paper, and what holds for any rules."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.carts import SEQUENCE_1, figure_2, step
from thresher.kernel.selection import Selection
from thresher.rewriting.mining import mine, trusted
from thresher.rewriting.normal_form import rewrite
from thresher.rewriting.rule import Pattern, RewriteRule
from thresher.rewriting.system import System
from thresher.structures.events import LogStep

EVENTS = "vwxyz"
rules = st.lists(
    st.builds(lambda event: RewriteRule(Pattern.SKIP, (event,)), st.sampled_from(EVENTS))
    | st.builds(
        lambda pattern, *events: RewriteRule(pattern, events),
        st.sampled_from([Pattern.CANCEL, Pattern.ABSORB, Pattern.COMMUTE]),
        st.sampled_from(EVENTS),
        st.sampled_from(EVENTS),
    ),
    max_size=8,
)
sequences = st.lists(
    st.builds(LogStep, st.sampled_from(EVENTS), st.integers(0, 1).map(lambda one: (one,))), max_size=10
)


def shown(kept: Selection) -> list[str]:
    return [SEQUENCE_1[number] for number in kept]


def test_sequence_1_becomes_open_empty() -> None:
    found = rewrite([step(text) for text in SEQUENCE_1], System(trusted(mine([figure_2()]), 0.5)))
    assert shown(found.kept) == ["open", "empty"]
    used = [str(each.law) for each in found.applications]
    assert sorted(used) == sorted(
        ["[add(a); delete(a)] = []"] * 2 + ["[add(a); empty] = [empty]", "[empty; empty] = [empty]"]
    )
    moved = [str(rule) for each in found.applications for _, rule in each.moved]
    assert moved == ["[add(a); add(b)] = [add(b); add(a)]"]


def test_the_four_rules_of_the_paper_leave_no_choice() -> None:
    four = [rule for rule in trusted(mine([figure_2()]), 0.5) if str(rule) != "[empty; add(b)] = [add(b)]"]
    found = rewrite([step(text) for text in SEQUENCE_1], System(four))
    assert shown(found.kept) == ["open", "empty"]
    assert found.unique


def test_a_poorer_state_leaves_what_cannot_be_executed() -> None:
    found = rewrite([step(text) for text in SEQUENCE_1], System(trusted(mine([figure_2(catalogue=False)]), 0.5)))
    assert list(found.kept) == [7]


def test_laws_that_follow() -> None:
    absorbed = [RewriteRule(Pattern.ABSORB, pair) for pair in (("x", "y"), ("y", "z"))]
    chained = System(absorbed).absorb["x", "z"]
    assert chained.follows_from == tuple(absorbed)
    assert str(chained) == ("[x(a); z(b)] = [z(b)] (follows from [x(a); y(b)] = [y(b)] and [y(a); z(b)] = [z(b)])")
    system = System([*absorbed, RewriteRule(Pattern.SKIP, ("z",))])
    assert {*system.skip} == {"x", "y", "z"} == system.free
    assert not system.absorb
    found = rewrite([LogStep("x"), LogStep("z"), LogStep("x")], system)
    assert list(found.kept) == [2]


def test_the_last_step_stays_by_default() -> None:
    system = System([RewriteRule(Pattern.SKIP, ("x",)), RewriteRule(Pattern.CANCEL, ("y", "x"))])
    assert list(rewrite([LogStep("x"), LogStep("x")], system).kept) == [1]
    assert list(rewrite([LogStep("x"), LogStep("x")], system, keep_last=False).kept) == []
    assert list(rewrite([LogStep("y"), LogStep("x")], system).kept) == [0, 1]


@given(sequences, rules)
def test_each_application_is_a_row_of_rule_steps(steps: list[LogStep], given_rules: list[RewriteRule]) -> None:
    """Replays a derivation in the sequence itself: what moves swaps with neighbours that commute, and so on."""
    system = System(given_rules)
    found = rewrite(steps, system, keep_last=False)
    left = set(range(len(steps)))
    for each in found.applications:
        left -= set(each.dropped)
        events = tuple(steps[number].event for number in each.dropped)
        match each.law.rule.pattern:
            case Pattern.SKIP:
                assert events == each.law.rule.events
            case Pattern.CANCEL:
                assert events == each.law.rule.events
                assert steps[each.dropped[0]].args == steps[each.dropped[1]].args
            case Pattern.ABSORB:
                assert each.before is not None
                assert (*events, steps[each.before].event) == each.law.rule.events
                assert each.before in left
    assert left == set(found.kept)
    again = rewrite([steps[number] for number in found.kept], system, keep_last=False)
    assert len(again.kept) == len(found.kept)


@given(st.lists(st.sampled_from(["open", "close", "add", "sum"]), max_size=12))
def test_true_rules_keep_the_state(names: list[str]) -> None:
    """In a small machine: `open` and `close` undo what went before, `add` commutes with both, `sum` does nothing."""
    true = System(
        [
            *(RewriteRule(Pattern.ABSORB, pair) for pair in (("open", "close"), ("close", "open"), ("open", "open"))),
            *(RewriteRule(Pattern.COMMUTE, pair) for pair in (("open", "add"), ("add", "close"), ("add", "add"))),
            RewriteRule(Pattern.SKIP, ("sum",)),
        ]
    )

    def run(events: list[str]) -> tuple[bool, int]:
        opened, total = False, 0
        for event in events:
            opened = event == "open" or (opened and event != "close")
            total += event == "add"
        return opened, total

    found = rewrite([LogStep(name) for name in names], true, keep_last=False)
    assert run([names[number] for number in found.kept]) == run(names)
    assert found.unique
