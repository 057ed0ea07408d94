"""What was answered in the like places before is expected again."""

from __future__ import annotations

from thresher.engine.prediction import NOTHING, Prediction, then
from thresher.kernel.place import Action, Move, Place
from thresher.kernel.probe import Probe

DROP_ONE, DROP_TWO = (Move(Action.DROP, (count, 9)) for count in (1, 2))


def inside(kind: str, node: int, move: Move) -> Probe[str]:
    """A question about the children of a node."""
    return Probe("", move=move, place=Place(node, kind))


def asked(habits: Prediction, answers: list[tuple[Probe[str], bool]]) -> list[bool]:
    """What was expected of each question."""
    past = NOTHING
    expected = []
    for probe, hit in answers:
        expected.append(habits.expects_hit(past, probe))
        habits.learn(past, probe, hit=hit)
        past = then(past, probe, hit=hit)
    return expected


def test_a_second_list_of_a_kind_is_expected_to_be_like_the_first() -> None:
    def row(node: int) -> list[tuple[Probe[str], bool]]:
        return [(inside("pair", node, DROP_TWO), False), (inside("pair", node, DROP_ONE), True)]

    habits = Prediction()
    assert asked(habits, row(5)) == [False, False]
    assert asked(habits, row(17)) == [False, True]


def test_other_kinds_and_other_pasts_tell_nothing() -> None:
    habits = Prediction()
    asked(habits, [(inside("pair", 5, DROP_TWO), True), (inside("pair", 5, DROP_ONE), True)])
    assert not habits.expects_hit(NOTHING, inside("array", 9, DROP_TWO))
    assert not habits.expects_hit(NOTHING, inside("pair", 9, DROP_ONE))


def test_the_last_answer_counts() -> None:
    def drop(node: int) -> Probe[str]:
        return Probe("", move=Move(Action.DROP_NODE, (2,), (node,)))

    habits = Prediction()
    asked(habits, [(drop(3), True)])
    assert habits.expects_hit(NOTHING, drop(4))
    asked(habits, [(drop(4), False)])
    assert not habits.expects_hit(NOTHING, drop(5))
