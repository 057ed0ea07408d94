"""ddmin against the examples of the texts it comes from."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fakes import answered
from thresher.algorithms.lists.ddmin import ddmin
from thresher.kernel.outcome import Outcome
from thresher.kernel.selection import Selection


def texts(word: str, selections: list[Selection]) -> list[str]:
    return ["".join(word[unit] for unit in kept) for kept in selections]


def test_the_lecture_s_quiz_2424_iteration_by_iteration() -> None:
    """A part that fails equals a complement here and there, which is asked again: nothing is cached."""
    transcript = answered(ddmin(Selection.all(4)), lambda kept: "42" in texts("2424", [kept])[0])
    asked = texts("2424", transcript.asked)
    assert asked[:3] == ["24", "24", "24"]  # n=2; keeping the second half is dropping the first: one run
    assert asked[3:8] == ["2", "4", "2", "4", "424"]  # n=4, and the first complement fails
    assert asked[8:14] == ["4", "2", "4", "24", "44", "42"]  # n=3
    assert asked[14:] == ["4", "2", "4"]  # n=2 again; likewise
    assert texts("2424", transcript.hits) == ["424", "42"]


@pytest.mark.parametrize(("word", "smallest"), [("aabb", "a"), ("bbaa", "bb")])
def test_the_order_decides_which_answer_is_found(word: str, smallest: str) -> None:
    """The lecture: a program that fails on 'a' or 'bb'."""

    def fails(kept: Selection) -> bool:
        text = texts(word, [kept])[0]
        return "a" in text or "bb" in text

    assert texts(word, [answered(ddmin(Selection.all(4)), fails).result]) == [smallest]


def test_exercise_5_1() -> None:
    word = "a-debugging-exam"

    def geegg(kept: Selection) -> bool:
        text = texts(word, [kept])[0]
        return text.count("g") >= 3 or text.count("e") >= 2

    transcript = answered(ddmin(Selection.all(len(word))), geegg)
    assert texts(word, transcript.hits) == ["bugging-exam", "bugging-", "gging-", "ggg-", "ggg"]


SHOPPING = ["open", "add 1", "empty", "add 2", "add 3", "delete 2", "delete 3", "empty"]


def replay(events: list[str]) -> tuple[Outcome, int]:
    """Plays the shopping cart of Elyasov et al.: emptying an empty cart fails, and some events cannot be executed.

    Also says how many events were used.
    """
    opened, cart = False, set[str]()
    for used, event in enumerate(events, 1):
        name, _, item = event.partition(" ")
        if name == "open":
            opened = True
        elif not opened or (name == "delete" and item not in cart):
            return Outcome.UNRESOLVED, used
        elif name == "add":
            cart.add(item)
        elif name == "delete":
            cart.remove(item)
        elif not cart:
            return Outcome.FAIL, used
        else:
            cart.clear()
    return Outcome.PASS, len(events)


def test_the_shopping_cart_of_figure_3a() -> None:
    """Fourteen different questions; the paper prints the last two in the other order, which the algorithm is not."""

    def events(kept: Selection) -> list[str]:
        return [SHOPPING[unit] for unit in kept]

    def used_events(kept: Selection) -> Selection:
        return kept[: replay(events(kept))[1]]

    search = ddmin(Selection.all(8), complements_first=True)
    transcript = answered(search, lambda kept: replay(events(kept))[0], cached=True, shrink=used_events)
    everything = range(8)
    assert [list(kept) for kept in transcript.asked] == [
        [4, 5, 6, 7],
        [0, 1, 2, 3],
        *([unit for unit in everything if unit // 2 != part] for part in range(4)),
        *([2 * part, 2 * part + 1] for part in range(4)),
        [1, 2, 3, 4, 5, 6, 7],
        [0, 2, 3, 4, 5, 6, 7],  # fails at the second event: the rest was not used
        [2],
        [0],
    ]
    assert [outcome.value[0] for outcome in transcript.outcomes] == list("upuuuppuuuufup")
    assert events(transcript.result) == ["open", "empty"]


@given(st.sets(st.integers(0, 11), min_size=1))
def test_at_most_n_squared_and_3_n_runs(needed: set[int]) -> None:
    answer = Selection.of(needed)
    assert answered(ddmin(Selection.all(12)), lambda kept: answer <= kept).runs <= 12**2 + 3 * 12
