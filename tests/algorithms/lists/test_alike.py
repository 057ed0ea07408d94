"""What worked once is tried wherever it could be done alike."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from thresher.algorithms.lists.alike import one_by_one_alike
from thresher.kernel.selection import Selection


def minimized(count: int, fails: Callable[[Selection], bool], kinds: str) -> tuple[Selection, int]:
    """What is left of a list, and the number of tests."""
    search = one_by_one_alike(Selection.all(count), lambda unit: kinds[unit])
    asked, hit = 0, None
    try:
        stream = next(search)
        while True:
            hit = None
            for probe in stream:
                asked += 1
                if fails(probe.candidate):
                    hit = probe
                    break
            stream = search.send(hit)
    except StopIteration as stop:
        return stop.value, asked


@given(st.text("ab", min_size=1, max_size=30), st.sets(st.integers(0, 29)))
def test_the_result_is_minimal(kinds: str, needed: set[int]) -> None:
    wanted = {unit for unit in needed if unit < len(kinds)}
    left, _ = minimized(len(kinds), lambda kept: wanted <= set(kept), kinds)
    assert set(left) == wanted


@given(st.text("ab", min_size=1, max_size=12), st.integers(1, 99))
def test_no_single_unit_can_go_whatever_the_test(kinds: str, salt: int) -> None:
    def fails(kept: Selection) -> bool:
        return len(kept) == len(kinds) or hash((salt, tuple(kept))) % 3 == 0

    left, _ = minimized(len(kinds), fails, kinds)
    assert not any(fails(left.without(at, at + 1)) for at in range(len(left)))


def test_equal_units_go_together() -> None:
    kinds = "ab" * 500
    left, asked = minimized(1000, lambda kept: sum(kinds[unit] == "b" for unit in kept) == 500, kinds)
    assert len(left) == 500
    assert asked < 510


def test_where_all_is_needed_nothing_more_is_asked() -> None:
    assert minimized(20, lambda kept: len(kept) == 20, "a" * 20)[1] == 20
