from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from thresher.tui.plot import LABEL, plot, short

SIZES = st.lists(st.integers(0, 10**9), min_size=1, max_size=20).map(lambda sizes: sorted(sizes, reverse=True))


@given(SIZES, st.floats(0, 1e6), st.integers(0, 120), st.integers(0, 40))
def test_it_fits_any_place(sizes: list[int], end: float, width: int, height: int) -> None:
    entries = [(end * number / len(sizes), size) for number, size in enumerate(sizes)]
    lines = plot(entries, end, width=width, height=height, unit="tests")
    assert len(lines) == height
    assert all(len(line) <= max(width, 0) for line in lines)


@given(SIZES, st.floats(0.1, 1e6))
def test_the_curve_goes_from_the_first_size_to_the_last(sizes: list[int], end: float) -> None:
    entries = [(end * number / len(sizes), size) for number, size in enumerate(sizes)]
    *drawn, _ = plot(entries, end, width=40, height=12, unit="s")
    columns = [[row for row, line in enumerate(drawn) if ord(line[LABEL + at]) > 0x2800] for at in range(34)]
    assert all(columns)  # no gaps
    assert columns[0][0] == 0
    if sizes[-1] < sizes[0] and sizes[0] > 1:
        assert columns[-1][-1] == len(drawn) - 1


@given(st.integers(0, 10**12 - 1) | st.floats(0, 1e9))
def test_numbers_are_short(size: float) -> None:
    assert len(short(size)) <= 5
