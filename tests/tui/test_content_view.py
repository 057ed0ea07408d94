from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.tui.conftest import SECOND, THIRD
from thresher.reports.excerpt import readable
from thresher.tui.content_view import ADDED, GONE, TRIED, passage
from thresher.tui.window import beginning, last_change, part_tried


def test_what_was_taken_out_is_struck_through_in_its_place() -> None:
    shown = passage("crash.c", last_change(SECOND, THIRD), height=10)
    assert shown.plain == "int main(void) {\n    trouble(1, 2);\n    return 0;\n}\n"
    assert [shown.plain[span.start : span.end] for span in shown.spans if span.style == GONE] == ["    return 0;"]
    assert len({str(span.style) for span in shown.spans}) > 3  # colours


def test_what_was_put_in_is_marked() -> None:
    shown = passage("a.c", last_change(b"if (n > 3) x;\n", b"if (0) x;\n"), height=5)
    assert shown.plain == "if (n > 30) x;\n"
    assert [shown.plain[span.start : span.end] for span in shown.spans if span.style == ADDED] == ["0"]


def test_a_long_removal_is_shortened() -> None:
    lines = b"".join(b"line %d\n" % number for number in range(100))
    shown = passage("a.txt", last_change(b"first\n" + lines + b"last\n", b"first\nlast\n"), height=10)
    assert shown.plain == "first\nline 0\n⋯ 98 lines ⋯\nline 99\nlast\n"


@given(st.binary(max_size=60), st.binary(max_size=60), st.integers(1, 10))
def test_any_bytes_fit_in_the_height(before: bytes, now: bytes, height: int) -> None:
    shown = passage("a.py", last_change(before, now), height=height)
    assert shown.plain.count("\n") < height
    whole = passage("a.py", beginning(now), height=1000)
    assert whole.plain.rstrip("\n") == readable(now).rstrip("\n")


def test_the_part_that_is_tried_is_marked_in_a_large_content() -> None:
    lines = [b"line %d\n" % number for number in range(200_000)]
    window = part_tried(b"".join(lines), b"".join(lines[:150_000] + lines[150_002:]))
    assert window.line == 150_001
    shown = passage("a.txt", window, height=10)
    marked = [shown.plain[span.start : span.end] for span in shown.spans if span.style == TRIED]
    assert marked == ["line 150000", "line 150001"]
    assert "line 149997\n" in shown.plain
