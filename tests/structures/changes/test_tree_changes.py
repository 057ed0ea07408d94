"""Changes between trees: any of them can be made, and all together lead from the one text to the other."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thresher import formats
from thresher.structures.changes.alignment import aligned
from thresher.structures.changes.tree_changes import TreeChange, TreeChanges, applied

values: st.SearchStrategy[Any] = st.recursive(
    st.sampled_from([None, 1, 23, "a b", "c"]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from("pqrs"), inner, max_size=4),
    max_leaves=20,
)
terms = st.recursive(
    st.sampled_from(["a", "b", "cc", "1"]),
    lambda inner: st.lists(inner, max_size=5).map(lambda parts: f"({' '.join(parts)})"),
    max_leaves=20,
)


def changes_between(name: str, before: bytes, after: bytes) -> TreeChanges:
    old, new = (formats.parse_document(formats.guess(name, data).name, name, data, None) for data in (before, after))
    return TreeChanges(old.tree, new.tree)


def check(name: str, before: bytes, after: bytes) -> None:
    changes = changes_between(name, before, after)
    current = [changes.whole()]
    while True:
        assert applied(before, current) == after
        assert all(left.stop <= right.start for left, right in pairwise(current))
        finer = [part for change in current for part in changes.finer(change) or [change]]
        if finer == current:
            return
        current = finer


@given(before=values, after=values, indent=st.sampled_from([None, 1]))
@settings(max_examples=100)
def test_all_changes_lead_from_one_json_to_the_other(before: Any, after: Any, indent: int | None) -> None:
    check("a.json", *(json.dumps(value, indent=indent).encode() for value in (before, after)))


@given(before=st.lists(terms, max_size=4), after=st.lists(terms, max_size=4))
@settings(max_examples=100)
def test_all_changes_lead_from_one_list_to_the_other(before: list[str], after: list[str]) -> None:
    check("a.lisp", *(" ".join(parts).encode() for parts in (before, after)))


def leaves(name: str, before: bytes, after: bytes) -> list[tuple[bytes, bytes]]:
    changes = changes_between(name, before, after)
    current: list[TreeChange] = [changes.whole()]
    while (finer := [part for change in current for part in changes.finer(change) or [change]]) != current:
        current = finer
    return [(before[change.start : change.stop], change.text) for change in current]


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (b"[1, 2, 3]", b"[2, 3]", [(b"1, ", b"")]),
        (b"[1, 2, 3]", b"[1, 3]", [(b", 2", b"")]),
        (b"[1, 2, 3]", b"[1, 2]", [(b", 3", b"")]),
        (b"[2, 3]", b"[0, 1, 2, 3]", [(b"", b"0, "), (b"", b"1, ")]),
        (b"[1]", b"[1, 2, 3]", [(b"", b", 2"), (b"", b", 3")]),
        (b'{"a": [1], "b": 2}', b'{"a": [1, 5], "c": 3, "b": 2}', [(b"", b", 5"), (b"", b', "c": 3')]),
    ],
)
def test_a_separator_goes_with_its_element(before: bytes, after: bytes, expected: list[tuple[bytes, bytes]]) -> None:
    assert sorted(leaves("a.json", before, after)) == sorted(expected)


@given(before=st.text("abc", max_size=8), after=st.text("abc", max_size=8))
def test_pairs_increase_on_both_sides(before: str, after: str) -> None:
    pairs = aligned(before, after, lambda i, j: float(before[i] == "a" and after[j] == "b"))
    assert all(i < k and j < m for (i, j), (k, m) in pairwise(pairs))
    assert all(before[i] == after[j] or (before[i], after[j]) == ("a", "b") for i, j in pairs)
