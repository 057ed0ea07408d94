"""How results are displayed in notebooks: a line of numbers, contents under their names, a curve, and a table."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

MOST_SHOWN = 10_000  # characters of a content
MOST_ROWS = 200  # of a table
WIDTH, HEIGHT = 420, 110  # of a curve, in pixels


def as_html(summary: str, **contents: object) -> str:
    """A fragment of HTML in which nothing of the contents is markup.

    >>> as_html("3 bytes", content=b"<a>")
    '<div><p>3 bytes</p><p>content</p><pre>&lt;a&gt;</pre></div>'
    """
    shown = "".join(f"<p>{escape(name)}</p><pre>{escape(_text(value))}</pre>" for name, value in contents.items())
    return f"<div><p>{escape(summary)}</p>{shown}</div>"


def curve_as_svg(points: Sequence[tuple[int, int]], *, tests: int) -> str:
    """Sizes over tests, as steps that go down; empty if there are none.

    >>> curve_as_svg([(1, 50), (3, 5)], tests=9).count("<text")
    4
    """
    if not points or not tests:
        return ""
    largest = max(size for _, size in points) or 1
    path = f"M0,{HEIGHT * (1 - points[0][1] / largest):.1f}"
    for test, size in points:
        path += f"H{WIDTH * test / tests:.1f}V{HEIGHT * (1 - size / largest):.1f}"
    labels = (
        f'<text x="0" y="-4">{largest:,} bytes</text><text x="{WIDTH}" y="-4" text-anchor="end">{points[-1][1]:,} '
        f'bytes</text><text x="0" y="{HEIGHT + 14}">0 tests</text>'
        f'<text x="{WIDTH}" y="{HEIGHT + 14}" text-anchor="end">{tests:,}</text>'
    )
    return (
        f'<svg width="{WIDTH + 20}" height="{HEIGHT + 40}" viewBox="-10 -20 {WIDTH + 20} {HEIGHT + 40}" role="img" '
        f'aria-label="size over tests" font-size="11" fill="currentColor">{labels}'
        f'<path d="{path}H{WIDTH}" fill="none" stroke="currentColor"/></svg>'
    )


def table_as_html(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in which nothing is markup; empty without rows, and cut after many.

    >>> table_as_html(["part"], [["<a>"]])
    '<table><tr><th>part</th></tr><tr><td>&lt;a&gt;</td></tr></table>'
    """
    if not rows:
        return ""
    lines = [_row("th", head), *(_row("td", row) for row in rows[:MOST_ROWS])]
    more = f"<p>and {len(rows) - MOST_ROWS:,} more</p>" if len(rows) > MOST_ROWS else ""
    return f"<table>{''.join(lines)}</table>{more}"


def _row(tag: str, cells: Sequence[str]) -> str:
    return f"<tr>{''.join(f'<{tag}>{escape(cell)}</{tag}>' for cell in cells)}</tr>"


def _text(value: object) -> str:
    text = value.decode("utf-8", "backslashreplace") if isinstance(value, bytes | bytearray) else str(value)
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}... ({len(text):,} characters)"
