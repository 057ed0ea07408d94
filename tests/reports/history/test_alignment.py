from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from thresher.reports.history.alignment import Change, Span, applied, edits, lengths, lines_within, surviving
from thresher.structures.changes.common_ends import CHUNK

CONTENTS = st.binary(max_size=40) | st.text("ab(\n ", max_size=40).map(str.encode)


@given(CONTENTS, CONTENTS)
def test_the_edits_lead_from_one_content_to_the_other(old: bytes, new: bytes) -> None:
    changes = edits(old, new)
    assert isinstance(changes, list)
    assert applied(old, changes) == new
    assert all(start < stop or text for start, stop, text in changes)


@given(CONTENTS, st.data())
def test_what_survives_is_the_same_in_both(old: bytes, data: st.DataObject) -> None:
    spans, content = [Span(0, len(old), 0)] if old else [], old
    for _ in range(3):
        kept = data.draw(st.lists(st.booleans(), min_size=len(content), max_size=len(content)))
        smaller = bytes(byte for byte, stays in zip(content, kept, strict=True) if stays)
        spans, content = surviving(spans, lengths(edits(content, smaller))), smaller
    assert all(old[start:stop] == content[now : now + stop - start] for start, stop, now in spans)
    assert all(span.start < span.stop for span in spans)
    assert sum(span.stop - span.start for span in spans) <= len(content)


@given(CONTENTS, CONTENTS, CONTENTS)
def test_of_large_contents_only_the_ends_are_compared(start: bytes, old: bytes, end: bytes) -> None:
    changes = edits(start + b"X" + old + b"X" + end, start + b"YY" + end, most=0)
    assert changes == Change(len(start), len(start) + len(old) + 2, 2)


@given(st.integers(0, 3 * CHUNK), st.integers(0, 3 * CHUNK))
def test_long_common_ends(first: int, last: int) -> None:
    changes = edits(b"a" * first + b"-" + b"b" * last, b"a" * first + b"b" * last)
    assert changes == [(first, first + 1, b"")]


@given(st.lists(st.sampled_from([b"a\n", b"b\n", b"c\n"]), max_size=20), st.data())
def test_lines_are_found_again(lines: list[bytes], data: st.DataObject) -> None:
    kept = data.draw(st.lists(st.booleans(), min_size=len(lines), max_size=len(lines)))
    old = b"".join(lines)
    new = b"".join(line for line, stays in zip(lines, kept, strict=True) if stays)
    spans = lines_within(old, new)
    assert spans is not None
    assert b"".join(old[start:stop] for start, stop, _ in spans) == new
