from __future__ import annotations

import xml.etree.ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from thresher.reports.history.curve import HEIGHT, WIDTH, Chart, ticks

SIZES = st.lists(st.integers(0, 10**9), min_size=1, max_size=20).map(lambda sizes: sorted(sizes, reverse=True))


@given(SIZES, st.floats(0, 1e6))
def test_every_point_is_in_the_drawing(sizes: list[int], end: float) -> None:
    entries = [(end * number / len(sizes), size) for number, size in enumerate(sizes)]
    chart = Chart(entries, end, "tests")
    assert all(0 <= chart.x(value) <= WIDTH and 0 <= chart.y(size) <= HEIGHT for value, size in entries)
    heights = [chart.y(size) for size in sizes]
    assert heights == sorted(heights)
    assert ET.fromstring(chart.svg("Size <over> tests")).get("role") == "img"


@given(st.floats(0, 1e9, allow_subnormal=False))
def test_few_round_ticks(end: float) -> None:
    found = ticks(end)
    assert found[0] == 0
    assert len(found) <= 9
    assert found[-1] <= end * (1 + 1e-6) + 1e-6
