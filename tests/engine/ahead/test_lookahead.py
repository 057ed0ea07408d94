"""Blocks that are tested ahead of a search, and what follows from them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from thresher.engine.ahead.lookahead import LookAhead
from thresher.kernel.scope import Scope
from thresher.kernel.selection import Selection

WORKERS = 8


def scope_of(units: Selection, *, dropped: int = 16, backward: bool = True) -> Scope[Selection]:
    at = units[-dropped:] if backward else units[:dropped]
    return Scope("list", at, units, backward, lambda less: units - less)


@given(st.sets(st.integers(0, 99), max_size=12), st.booleans())
def test_they_find_all_that_is_needed_and_no_more(needed: set[int], backward: bool) -> None:
    everything = Selection.all(100)
    scope = scope_of(everything, backward=backward)
    look_ahead, needles, asked = LookAhead(scope), Selection.of(needed), 0
    while block := look_ahead.block(scope, Selection(), WORKERS):
        look_ahead.learn(block, hit=not block & needles)
        asked += 1
    assert asked < 40 + 12 * len(needed)
    for unit in everything:
        assert look_ahead.predict(Selection.of([unit])) is (unit not in needed)
    assert look_ahead.predict(everything - needles) is True


def test_no_two_ask_about_the_same_units_and_the_nearest_are_first() -> None:
    scope = scope_of(Selection.all(100))
    look_ahead, busy = LookAhead(scope), scope.dropped
    for _ in range(WORKERS - 1):
        block = look_ahead.block(scope, busy, WORKERS)
        assert block is not None
        assert not block & busy
        assert max(block) == 99 - len(busy)
        busy |= block


def test_what_is_not_known_is_not_foreseen() -> None:
    look_ahead = LookAhead(scope_of(Selection.all(100)))
    look_ahead.learn(Selection.of(range(40, 50)), hit=True)
    look_ahead.learn(Selection.of(range(60, 70)), hit=False)
    assert look_ahead.predict(Selection.of(range(42, 48))) is True
    assert look_ahead.predict(Selection.of(range(42, 52))) is None
    assert look_ahead.predict(Selection.of(range(60, 65))) is None
    assert look_ahead.predict(Selection.of(range(55, 75))) is False
    look_ahead.learn(Selection.of(range(65, 70)), hit=True)
    assert look_ahead.predict(Selection.of(range(60, 65))) is False


def test_they_are_not_heard_any_more_when_they_were_wrong_too_often() -> None:
    look_ahead = LookAhead(scope_of(Selection.all(9)))
    for _ in range(2):
        look_ahead.judge(predicted=True, hit=False)
    assert look_ahead.trusted
    look_ahead.judge(predicted=False, hit=True)
    assert not look_ahead.trusted
    for _ in range(4):
        look_ahead.judge(predicted=True, hit=True)
    assert look_ahead.trusted
