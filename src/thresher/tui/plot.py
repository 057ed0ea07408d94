"""A curve of sizes in a few lines of a terminal: a stair in dots of Braille, on a logarithmic scale."""

from __future__ import annotations

from collections.abc import Sequence
from math import log10

DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))  # of a Braille character, by row and column
BLANK = 0x2800
LABEL = 6  # columns for the sizes at the left


def short(size: float) -> str:
    """A number in at most five characters.

    >>> short(9), short(9341), short(102_400_062), short(12.25)
    ('9', '9.3k', '102M', '12.2')
    """
    for power, unit in ((9, "G"), (6, "M"), (3, "k")):
        if size >= 10**power:
            value = size / 10**power
            return f"{value:.0f}{unit}" if value >= 100 else f"{value:.1f}{unit}"
    return f"{size:.0f}" if size == int(size) or size >= 100 else f"{size:.1f}"


def plot(entries: Sequence[tuple[float, int]], end: float, *, width: int, height: int, unit: str) -> list[str]:
    """Lines of the width: the curve, with the first and the last size at the left, and the end below.

    The size stays until the next entry, and the last one until the end.
    """
    columns, rows = 2 * (width - LABEL), 4 * (height - 1)
    if columns <= 0 or rows <= 0:
        return [" " * width] * height
    levels = _levels(entries, end, columns, rows)
    cells = [[BLANK] * (width - LABEL) for _ in range(height - 1)]
    above = levels[0]
    for column, level in enumerate(levels):
        for row in range(above, level + 1):
            cells[row // 4][column // 2] |= DOTS[row % 4][column % 2]
        above = level
    labels = [""] * (height - 1)
    labels[levels[-1] // 4] = short(entries[-1][1])
    labels[0] = short(entries[0][1])
    lines = [f"{label:>{LABEL - 1}} {''.join(map(chr, row))}" for label, row in zip(labels, cells, strict=True)]
    return [*lines, f"{'':{LABEL}}0{f'{short(end)} {unit}':>{width - LABEL - 1}}"[:width]]


def _levels(entries: Sequence[tuple[float, int]], end: float, columns: int, rows: int) -> list[int]:
    """For each column of dots the row of the size there, counted from above."""
    logs = [log10(max(size, 1)) for _, size in entries]
    high, low = max(logs), min(logs)
    found, at = [], 0
    for column in range(columns):
        value = end * column / (columns - 1) if columns > 1 else end
        while at + 1 < len(entries) and entries[at + 1][0] <= value:
            at += 1
        share = (high - logs[at]) / (high - low) if high > low else 0.0
        found.append(round(share * (rows - 1)))
    if len(entries) > at + 1:
        found[-1] = round((high - logs[-1]) / (high - low) * (rows - 1)) if high > low else 0
    return found
