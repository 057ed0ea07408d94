"""A content as people may see it: any bytes as text, long stretches left out in the middle, what matters marked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

MOST_SHOWN = 1 << 15  # bytes that are shown of a content
LEAST_CONTEXT = 40
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f]")
_INVISIBLE = re.compile("[\x80-\x9f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]")


class Piece(NamedTuple):
    """Bytes from start to stop that are marked or not, or, where `left_out`, that are not shown."""

    start: int
    stop: int
    marked: bool
    left_out: bool = False

    def __len__(self) -> int:
        return self.stop - self.start


def readable(data: bytes) -> str:
    r"""Text: bytes that are not UTF-8 and invisible characters are shown by number or symbol.

    >>> readable(b"a\x00b\xff\r\n\xe2\x80\xae")
    'a␀b\\xff\n\\u202e'
    """
    text = data.decode("utf-8", "backslashreplace").replace("\r\n", "\n")
    text = _CONTROL.sub(lambda found: chr(0x2421 if found[0] == "\x7f" else 0x2400 + ord(found[0])), text)
    return _INVISIBLE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def pieces(data: bytes, marked: Sequence[tuple[int, int]], most: int = MOST_SHOWN) -> list[Piece]:
    """The whole content in order; if it has more than `most` bytes, only the ends of each stretch are shown."""
    whole = list(_stretches(len(data), marked))
    if len(data) <= most:
        return whole
    context = max(LEAST_CONTEXT, most // (2 * len(whole)))
    found: list[Piece] = []
    shown = 0
    for piece in whole:
        found += [piece] if len(piece) <= 2 * context else _ends(data, piece, context)
        shown += min(len(piece), 2 * context)
        if shown > most and piece.stop < len(data):
            return [*found, Piece(piece.stop, len(data), marked=False, left_out=True)]
    return found


def _stretches(size: int, marked: Sequence[tuple[int, int]]) -> Iterator[Piece]:
    done = 0
    for start, stop in marked:
        if start > done:
            yield Piece(done, start, marked=False)
        yield Piece(start, stop, marked=True)
        done = stop
    if done < size:
        yield Piece(done, size, marked=False)


def _ends(data: bytes, piece: Piece, context: int) -> list[Piece]:
    """The beginning and the end, at line ends where one is near."""
    start, stop, marked, _ = piece
    head = data.rfind(b"\n", start + context // 2, start + context) + 1 or start + context
    tail = data.find(b"\n", stop - context, stop - context // 2) + 1 or stop - context
    return [Piece(start, head, marked), Piece(head, tail, marked, left_out=True), Piece(tail, stop, marked)]


def as_html(data: bytes, shown: Sequence[Piece]) -> str:
    """The pieces as they may stand in a page."""
    return "".join(_piece(data, piece) for piece in shown)


def _piece(data: bytes, piece: Piece) -> str:
    start, stop, marked, is_out = piece
    if is_out:
        lines = data.count(b"\n", start, stop)
        return f'<span class="out">⋯ {stop - start:,} bytes{f", {lines:,} lines" if lines else ""} ⋯</span>'
    text = escape(readable(data[start:stop]))
    return f"<mark>{text}</mark>" if marked else text
