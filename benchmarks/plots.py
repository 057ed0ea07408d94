"""Plots as SVG text: lines over two logarithmic axes, and bars around 1."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10

WIDTH, HEIGHT = 420, 280
LEFT, RIGHT, TOP, BOTTOM = 52, 26, 26, 36
ROW = 22  # height of a bar with its gap
LABEL = 80  # width of the names beside bars


@dataclass(frozen=True, slots=True)
class Line:
    """Steps down: each point holds until the next one. An open end means that it was not finished."""

    name: str
    color: str
    points: list[tuple[float, float]]
    open_end: bool = False
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Bar:
    name: str
    color: str
    value: float


@dataclass(frozen=True, slots=True)
class Axis:
    """A logarithmic axis from one power of ten to another, on a stretch of the picture."""

    low: int
    high: int
    begin: float
    end: float

    @staticmethod
    def over(values: list[float], begin: float, end: float) -> Axis:
        logs = [log10(max(value, 1.0)) for value in values] or [0.0]
        low = floor(min(logs))
        return Axis(low, max(ceil(max(logs)), low + 1), begin, end)

    def at(self, value: float) -> float:
        share = (log10(max(value, 10.0**self.low)) - self.low) / (self.high - self.low)
        return round(self.begin + share * (self.end - self.begin), 1)

    def ticks(self) -> Iterator[tuple[float, str]]:
        for power in range(self.low, self.high + 1):
            yield self.at(10.0**power), f"{10**power:,}"


def steps(title: str, lines: list[Line], *, across: str, up: str) -> str:
    """One line each, over two logarithmic axes."""
    points = [point for line in lines for point in line.points]
    horizontal = Axis.over([x for x, _ in points], LEFT, WIDTH - RIGHT)
    vertical = Axis.over([y for _, y in points], HEIGHT - BOTTOM, TOP)
    parts = [_text(LEFT, 16, title, "title"), *_frame(horizontal, vertical)]
    parts.append(_text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 4, across, "name middle"))
    parts.append(f'<text class="name middle" transform="translate(11 {HEIGHT / 2}) rotate(-90)">{escape(up)}</text>')
    for line in sorted(lines, key=lambda line: line.bold):
        parts += _steps(line, horizontal, vertical)
    return _picture(WIDTH, HEIGHT, title, parts)


def _frame(horizontal: Axis, vertical: Axis) -> Iterator[str]:
    for x, label in horizontal.ticks():
        yield f'<line class="grid" x1="{x}" y1="{vertical.begin}" x2="{x}" y2="{vertical.end}"/>'
        yield _text(x, vertical.begin + 14, label, "tick middle")
    for y, label in vertical.ticks():
        yield f'<line class="grid" x1="{horizontal.begin}" y1="{y}" x2="{horizontal.end}" y2="{y}"/>'
        yield _text(horizontal.begin - 5, y + 3, label, "tick end")


def _steps(line: Line, horizontal: Axis, vertical: Axis) -> Iterator[str]:
    if not line.points:
        return
    first, *rest = [(horizontal.at(x), vertical.at(y)) for x, y in line.points]
    path = f"M{first[0]} {first[1]}" + "".join(f"H{x}V{y}" for x, y in rest)
    width = 2.4 if line.bold else 1.4
    yield f'<path d="{path}" fill="none" stroke="{line.color}" stroke-width="{width}">{_hint(line.name)}</path>'
    x, y = rest[-1] if rest else first
    inside = "var(--paper)" if line.open_end else line.color
    yield f'<circle cx="{x}" cy="{y}" r="3.5" fill="{inside}" stroke="{line.color}" stroke-width="1.5">'
    yield f"{_hint(line.name)}</circle>"


def bars(title: str, values: list[Bar]) -> str:
    """Ratios as bars to the left and right of 1, on a logarithmic scale, with their values."""
    height = TOP + ROW * len(values) + 8
    reach = max([abs(log10(bar.value)) for bar in values] + [0.1])
    middle, half = LABEL + (WIDTH - LABEL) / 2, (WIDTH - LABEL) / 2 - 44
    parts = [_text(0, 16, title, "title")]
    for index, bar in enumerate(values):
        y = TOP + ROW * index
        end = middle + log10(bar.value) / reach * half
        parts.append(_text(LABEL - 6, y + 14, bar.name, "name end"))
        left, width = min(middle, end), abs(end - middle)
        parts.append(f'<rect x="{left:.1f}" y="{y + 3}" width="{width:.1f}" height="{ROW - 7}" fill="{bar.color}"/>')
        side, shift = ("end", -4) if end < middle else ("begin", 4)
        parts.append(_text(round(end + shift, 1), y + 14, f"{bar.value:.2f}", f"tick {side}"))
    parts.append(f'<line class="axis" x1="{middle}" y1="{TOP}" x2="{middle}" y2="{height - 6}"/>')
    return _picture(WIDTH, height, title, parts)


def _picture(width: int, height: int, title: str, parts: list[str]) -> str:
    inside = "".join(parts)
    return f'<svg viewBox="0 0 {width} {height}" width="{width}" role="img" aria-label="{escape(title)}">{inside}</svg>'


def _text(x: float, y: float, text: str, kind: str) -> str:
    return f'<text x="{x}" y="{y}" class="{kind}">{escape(text)}</text>'


def _hint(text: str) -> str:
    return f"<title>{escape(text)}</title>"
