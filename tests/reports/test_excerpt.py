from __future__ import annotations

import re
from html import unescape

from hypothesis import given
from hypothesis import strategies as st

from thresher.reports.excerpt import as_html, pieces, readable

SPANS = st.lists(st.integers(0, 200), max_size=12, unique=True).map(sorted)


@given(st.binary(max_size=200), SPANS, st.integers(1, 200))
def test_the_pieces_are_the_content_in_order(data: bytes, bounds: list[int], most: int) -> None:
    inside = [bound for bound in bounds if bound <= len(data)]
    marked = list(zip(inside[::2], inside[1::2], strict=False))
    found = pieces(data, marked, most)
    assert b"".join(data[piece.start : piece.stop] for piece in found) == data
    if len(data) <= most:
        assert not any(piece.left_out for piece in found)
        assert [(piece.start, piece.stop) for piece in found if piece.marked] == marked


@given(st.binary(max_size=200))
def test_any_bytes_are_safe_in_a_page(data: bytes) -> None:
    shown = as_html(data, pieces(data, [(0, len(data))] if data else []))
    inside = re.sub("</?mark>", "", shown)
    assert "<" not in inside
    assert unescape(inside) == readable(data)


@given(st.text())
def test_nothing_that_cannot_be_seen_is_left(text: str) -> None:
    shown = readable(text.encode("utf-8", "surrogatepass"))
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]", shown)


def test_a_long_content_is_cut_in_the_middle() -> None:
    data = b"".join(b"line %d\n" % number for number in range(10_000))
    at = data.index(b"line 5000\n")
    shown = as_html(data, pieces(data, [(at, at + 10)], 2000))
    assert len(shown) < 3000
    assert "<mark>line 5000\n</mark>" in shown
    assert len(re.findall(r"⋯ [\d,]+ bytes, [\d,]+ lines ⋯", shown)) == 2
