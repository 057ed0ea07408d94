"""What reduced inputs have in common."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from thresher.triage.likeness import SAME, SHAPE, WITHIN, Likeness, contains, likenesses, shape

words = st.lists(st.sampled_from([b"if", b"x", b"12", b"(", b")", b"'a'", b"{", b"}"]), max_size=12)


@given(words, st.data())
def test_what_is_left_of_tokens_is_contained(whole: list[bytes], data: st.DataObject) -> None:
    kept = [word for word in whole if data.draw(st.booleans())]
    assert contains(b" ".join(whole), b" ".join(kept))
    assert not contains(b" ".join(kept), b" ".join([*kept, b"more"]))


@given(st.binary(max_size=20), st.binary(max_size=20))
def test_binary_data_goes_by_bytes(left: bytes, right: bytes) -> None:
    assert contains(b"\0\1\2" + left + right, b"\0\1\2" + right)


def test_shapes_are_alike_but_for_names_and_values() -> None:
    assert shape(b"f(x, 1, 'a');") == shape(b"g ( y , 0x2 , 'bc' ) ;")
    assert shape(b"f(x)") != shape(b"f(1)")


def test_the_strongest_likeness_is_found() -> None:
    contents = [b"f(x);", b"g(y);", b"f(x);", b"{ f(x); }", None, b"!"]
    assert list(likenesses(contents)) == [
        Likeness(0, 1, SHAPE),
        Likeness(0, 2, SAME),
        Likeness(0, 3, WITHIN),
        Likeness(1, 2, SHAPE),
        Likeness(2, 3, WITHIN),
    ]


def test_short_contents_are_similar_to_nothing() -> None:
    assert list(likenesses([b"a", b"b", b"a b c"])) == []
