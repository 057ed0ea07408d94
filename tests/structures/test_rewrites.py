"""Edits as data."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from thresher.kernel.selection import Selection
from thresher.structures.rewrites import Rewrite, Rewrites
from thresher.structures.trees.splice import Spacing

DATA = b"abcdefghij"


def test_a_kept_edit_is_not_applied() -> None:
    rewrites = Rewrites(DATA, [Rewrite(((0, 1, b"X"),)), Rewrite(((5, 7, b""), (8, 9, b"!")))], Spacing.EXACT)
    assert rewrites.render(Selection.of([0, 1])) == DATA
    assert rewrites.render(Selection.of([1])) == b"Xbcdefghij"
    assert rewrites.render(Selection()) == b"Xbcdeh!j"


def test_of_two_that_overlap_the_first_is_made() -> None:
    rewrites = Rewrites(DATA, [Rewrite(((2, 5, b"-"),)), Rewrite(((0, 1, b""), (4, 6, b""))), Rewrite(((2, 2, b"+"),))])
    assert rewrites.render(Selection()) == b"ab-fghij"


cuts = st.lists(st.integers(0, len(DATA)), min_size=2, max_size=6, unique=True).map(
    lambda places: tuple((start, stop, b"") for start, stop in zip(*[iter(sorted(places))] * 2, strict=False))
)


@given(st.lists(cuts, max_size=6), st.data())
def test_cuts_only_remove_and_more_edits_remove_more(
    made: list[tuple[tuple[int, int, bytes], ...]], data: st.DataObject
) -> None:
    rewrites = Rewrites(DATA, [Rewrite(each) for each in made if each], Spacing.EXACT)
    kept = Selection.of(sorted(data.draw(st.sets(st.integers(0, max(0, len(rewrites) - 1))))))
    text = iter(DATA)
    assert all(byte in text for byte in rewrites.render(kept))
