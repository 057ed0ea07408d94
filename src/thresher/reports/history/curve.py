"""The size over tests and over time (Figures 5.2 and 5.3 of Why Programs Fail): points from events, drawn as SVG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10
from typing import NamedTuple

from thresher.engine.record.statistics import Statistics

WIDTH, HEIGHT = 560, 270
LEFT, RIGHT, TOP, BOTTOM = 58, 14, 12, 40


class Point(NamedTuple):
    """After so many tests and seconds the best had so many bytes, or steps."""

    tests: int
    seconds: float
    size: int


def points(done: Statistics, first: int) -> list[Point]:
    """The input, then each success. All that show a curve take it from here."""
    return [Point(0, 0.0, first), *(Point(*entry) for entry in done.curve)]


@dataclass(frozen=True, slots=True)
class Chart:
    """One drawing: horizontally what grows, vertically the size on a logarithmic scale.

    A point's place is `x(value), y(size)` in a drawing of WIDTH by HEIGHT.
    """

    entries: Sequence[tuple[float, int]]
    end: float
    unit: str
    size_unit: str = "bytes"

    def x(self, value: float) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * (value / self.end if self.end else 0.0), 1)

    def y(self, size: int) -> float:
        low, high = self.decades
        share = (log10(max(size, 1)) - low) / (high - low)
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share, 1)

    @property
    def decades(self) -> tuple[int, int]:
        """The powers of ten around all sizes."""
        sizes = [max(size, 1) for _, size in self.entries]
        low, high = floor(log10(min(sizes))), ceil(log10(max(sizes)))
        return low, max(high, low + 1)

    def svg(self, title: str) -> str:
        """The whole drawing; its label says what it shows."""
        first, last = self.entries[0], self.entries[-1]
        sizes = f"from {first[1]:,} to {last[1]:,} {self.size_unit}"
        label = f"{title}: {sizes} in {self.end:,.6g} {self.unit}, logarithmic scale"
        return (
            f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(label)}">'
            f"{''.join(self._grid())}{''.join(self._ticks())}"
            f'<path class="fill" d="{self._path()} V{HEIGHT - BOTTOM} H{LEFT} Z"/>'
            f'<path class="line" d="{self._path()}"/>'
            f'<circle class="here" r="5" cx="{self.x(first[0])}" cy="{self.y(first[1])}"/>'
            f'<text class="unit" x="{WIDTH - RIGHT}" y="{HEIGHT - 4}" text-anchor="end">{escape(self.unit)}</text>'
            "</svg>"
        )

    def _path(self) -> str:
        """A stair: the size stays until the next success."""
        start, *rest = self.entries
        steps = [f"H{self.x(value)} V{self.y(size)}" for value, size in rest]
        return " ".join([f"M{self.x(start[0])} {self.y(start[1])}", *steps, f"H{self.x(self.end)}"])

    def _grid(self) -> Iterator[str]:
        low, high = self.decades
        for decade in range(low, high + 1):
            y = self.y(10**decade)
            yield f'<path class="grid" d="M{LEFT} {y} H{WIDTH - RIGHT}"/>'
            size = _few_letters(10**decade, self.size_unit)
            yield f'<text x="{LEFT - 6}" y="{y + 4}" text-anchor="end">{size}</text>'

    def _ticks(self) -> Iterator[str]:
        for value in ticks(self.end):
            x = self.x(value)
            yield f'<path class="grid" d="M{x} {HEIGHT - BOTTOM} v5"/>'
            yield f'<text x="{x}" y="{HEIGHT - BOTTOM + 19}" text-anchor="middle">{value:,.6g}</text>'


def _few_letters(size: int, unit: str) -> str:
    """Powers of ten; only bytes have letters of their own.

    >>> _few_letters(1, "bytes"), _few_letters(10_000, "bytes"), _few_letters(1_000_000, "bytes")
    ('1 B', '10 kB', '1 MB')
    >>> _few_letters(1000, "steps")
    '1,000'
    """
    if unit != "bytes":
        return f"{size:,}"
    for power, letters in ((9, "GB"), (6, "MB"), (3, "kB")):
        if size >= 10**power:
            return f"{size // 10**power} {letters}"
    return f"{size} B"


def ticks(end: float) -> list[float]:
    """Round values from 0 on, four to eight of them.

    >>> ticks(36), ticks(0)
    ([0.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0, 35.0], [0.0])
    """
    if end <= 0:
        return [0.0]
    power = 10.0 ** floor(log10(end))
    step = next(each * power for each in (0.1, 0.2, 0.5, 1, 2) if end / (each * power) <= 8)
    return [round(number * step, 9) for number in range(int(end / step + 1e-9) + 1)]
