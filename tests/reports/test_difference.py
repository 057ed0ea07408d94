"""Differences in context."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from thresher.reports.difference import difference_lines

NAMES = ("good", "bad")


def shown(passing: bytes, failing: bytes) -> str:
    return "".join(difference_lines(passing, failing, NAMES))


def test_text_has_three_lines_around() -> None:
    good = b"".join(b"line %d\n" % number for number in range(20))
    text = shown(good, good.replace(b"line 10", b"line X"))
    assert text.splitlines()[2:] == [
        "@@ -8,7 +8,7 @@",
        " line 7",
        " line 8",
        " line 9",
        "-line 10",
        "+line X",
        " line 11",
        " line 12",
        " line 13",
    ]


def test_bytes_are_shown_in_rows() -> None:
    good = bytes(range(48))
    assert shown(good, good[:20] + b"\xff\xfe" + good[21:]).splitlines() == [
        "--- good",
        "+++ bad",
        "@@ -0x14,1 +0x14,2 @@",
        " 00000004  04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10 11 12 13  |................|",
        "-00000014  14                                               |.|",
        "+00000014  ff fe                                            |..|",
        ' 00000016  15 16 17 18 19 1a 1b 1c 1d 1e 1f 20 21 22 23 24  |........... !"#$|',
    ]


def test_a_long_line_is_shown_around_the_difference() -> None:
    good = b"a" * 5000 + b"xx" + b"b" * 5000 + b"\n"
    lines = shown(good, good.replace(b"xx", b"yyy")).splitlines()
    removed, added = lines[3:]
    assert removed == "-..." + "a" * 60 + "xx" + "b" * 60 + "..."
    assert added == "+..." + "a" * 60 + "yyy" + "b" * 60 + "..."


@given(st.binary(max_size=60), st.binary(max_size=60))
def test_whatever_differs_is_shown(passing: bytes, failing: bytes) -> None:
    marks = {line[0] for line in difference_lines(passing, failing, NAMES)[2:]}
    assert ("-" in marks or "+" in marks) == (passing != failing)
