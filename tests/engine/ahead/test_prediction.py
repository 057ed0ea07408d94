"""The answers in similar places before are predicted again."""

from __future__ import annotations

from thresher.engine.ahead.prediction import EMPTY_HISTORY, Prediction, extended
from thresher.kernel.place import Action, Move, Place
from thresher.kernel.probe import Probe

DROP_ONE, DROP_TWO = (Move(Action.DROP, (count, 9)) for count in (1, 2))


def inside(kind: str, node: int, move: Move) -> Probe[str]:
    """A question about the children of a node."""
    return Probe("", move=move, place=Place(node, kind))


def asked(prediction: Prediction, answers: list[tuple[Probe[str], bool]]) -> list[bool]:
    """What was expected of each question."""
    history = EMPTY_HISTORY
    expected = []
    for probe, hit in answers:
        expected.append(prediction.expects_hit(history, probe))
        prediction.learn(history, probe, hit=hit)
        history = extended(history, probe, hit=hit)
    return expected


def test_a_second_list_of_a_kind_is_expected_to_be_like_the_first() -> None:
    def row(node: int) -> list[tuple[Probe[str], bool]]:
        return [(inside("pair", node, DROP_TWO), False), (inside("pair", node, DROP_ONE), True)]

    prediction = Prediction()
    assert asked(prediction, row(5)) == [False, False]
    assert asked(prediction, row(17)) == [False, True]


def test_other_kinds_and_other_histories_say_less() -> None:
    """How often such a move has hit at all is what remains."""
    prediction = Prediction()
    other = inside("array", 9, DROP_TWO)
    at_first = prediction.chance(EMPTY_HISTORY, other)
    asked(prediction, [(inside("pair", node, DROP_TWO), True) for node in range(5)])
    after_hits = prediction.chance(EMPTY_HISTORY, other)
    assert at_first < after_hits
    asked(prediction, [(inside("pair", node, DROP_ONE), False) for node in range(20)])
    assert not prediction.expects_hit(EMPTY_HISTORY, other)


def test_the_last_answer_counts() -> None:
    def drop(node: int) -> Probe[str]:
        return Probe("", move=Move(Action.DROP_NODE, (2,), (node,)))

    prediction = Prediction()
    asked(prediction, [(drop(3), True)])
    assert prediction.expects_hit(EMPTY_HISTORY, drop(4))
    asked(prediction, [(drop(4), False)])
    assert not prediction.expects_hit(EMPTY_HISTORY, drop(5))
