"""What was answered in the like places before is expected again."""

from __future__ import annotations

from thresher.session.habits import Habits, Past, then


def asked(habits: Habits, answers: list[tuple[str, bool]]) -> list[bool]:
    """What was expected of each question."""
    past: Past = ()
    expected = []
    for label, hit in answers:
        expected.append(habits.expects_hit(past, label))
        habits.learn(past, label, hit=hit)
        past = then(past, label, hit=hit)
    return expected


def test_a_second_list_of_a_kind_is_expected_to_be_like_the_first() -> None:
    def row(node: int) -> list[tuple[str, bool]]:
        return [(f"inside pair, node {node}: {what}", hit) for what, hit in (("drop 2", False), ("drop 1", True))]

    habits = Habits()
    assert asked(habits, row(5)) == [False, False]
    assert asked(habits, row(17)) == [False, True]


def test_other_kinds_and_other_pasts_tell_nothing() -> None:
    habits = Habits()
    asked(habits, [("inside pair, node 5: drop 2", True), ("inside pair, node 5: drop 1", True)])
    assert not habits.expects_hit((), "inside array, node 9: drop 2")
    assert not habits.expects_hit((), "inside pair, node 9: drop 1")


def test_the_last_answer_counts() -> None:
    habits = Habits()
    asked(habits, [("drop node 3", True)])
    assert habits.expects_hit((), "drop node 4")
    asked(habits, [("drop node 4", False)])
    assert not habits.expects_hit((), "drop node 5")
