"""Changes lead from one sequence to another, all, none, or some of them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from thresher.kernel.selection import Selection
from thresher.structures.changes.changes import Changes

words = st.text("abc", max_size=12)


@given(words, words)
def test_none_and_all(before: str, after: str) -> None:
    changes = Changes(before, after)
    assert "".join(changes.applied(Selection())) == before
    assert "".join(changes.applied(Selection.all(len(changes)))) == after
    assert len(changes) <= len(before) + len(after)


@given(words, words, st.data())
def test_deltas_do_not_disturb_each_other(before: str, after: str, data: st.DataObject) -> None:
    changes = Changes(before, after)
    chosen = Selection.of(data.draw(st.sets(st.integers(0, max(0, len(changes) - 1)))) if len(changes) else [])
    result = changes.applied(chosen)
    added = sum(len(changes.deltas[number].added) - len(changes.deltas[number].removed) for number in chosen)
    assert len(result) == len(before) + added


def test_a_subsequence_lacks_single_units() -> None:
    changes = Changes("ace", "abcde")
    assert [("".join(delta.removed), "".join(delta.added)) for delta in changes.deltas] == [("", "b"), ("", "d")]


def test_equal_sequences_have_no_changes() -> None:
    assert len(Changes([1, 2], [1, 2])) == 0
