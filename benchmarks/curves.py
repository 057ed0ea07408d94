"""A self-contained SVG plot: labelled curves over two logarithmic axes to the base 2."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from math import log2

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 640, 320, 48, 16, 210, 40
TEXT = 'font-family="sans-serif" font-size="12" fill="#555"'


@dataclass(frozen=True, slots=True)
class Curve:
    """Points from left to right."""

    name: str
    color: str
    points: list[tuple[float, float]]


def picture(curves: list[Curve], *, across: str, up: str) -> str:
    """An SVG file; both axes begin at 1."""
    points = [point for curve in curves for point in curve.points]
    wide, high = (max(log2(max(one[axis] for one in points)), 1.0) for axis in (0, 1))

    def at(x: float, y: float) -> tuple[float, float]:
        right = LEFT + log2(x) / wide * (WIDTH - LEFT - RIGHT)
        down = HEIGHT - BOTTOM - log2(y) / high * (HEIGHT - TOP - BOTTOM)
        return round(right, 1), round(down, 1)

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" {TEXT}>']
    for power in range(int(high) + 1):
        _, y = at(1, 2**power)
        parts.append(f'<path d="M{LEFT} {y}H{WIDTH - RIGHT}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4}" text-anchor="end">{2**power}</text>')
    for power in range(0, int(wide) + 1, 2):
        x, _ = at(2**power, 1)
        parts.append(f'<text x="{x}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">{2**power}</text>')
    parts.append(
        f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 6}" text-anchor="middle">{escape(across)}</text>'
    )
    parts.append(f'<text transform="translate(12 {HEIGHT / 2}) rotate(-90)" text-anchor="middle">{escape(up)}</text>')
    for row, curve in enumerate(curves):
        line = " ".join(f"{x},{y}" for x, y in (at(*point) for point in curve.points))
        parts.append(f'<polyline points="{line}" fill="none" stroke="{curve.color}" stroke-width="2"/>')
        y = TOP + 14 + 20 * row
        parts.append(f'<path d="M{WIDTH - RIGHT + 12} {y - 4}h18" stroke="{curve.color}" stroke-width="3"/>')
        parts.append(f'<text x="{WIDTH - RIGHT + 36}" y="{y}">{escape(curve.name)}</text>')
    return "\n".join([*parts, "</svg>", ""])
