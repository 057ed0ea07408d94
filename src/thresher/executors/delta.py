"""A content as it is sent to workers: whole if it is small, else as edits of a base that the worker already has.

The edits say which ranges of the base to copy and which bytes to put between them. Candidates are parts of the input,
so a few ranges describe megabytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

SMALL = 1 << 13  # bytes; smaller contents are sent whole
ANCHOR = 32  # bytes that are searched in the base where a range has ended
MOST_PIECES = 2000
MOST_LITERAL = 0.25  # of a content; with more literal bytes, the content becomes a base of its own

Piece: TypeAlias = bytes | tuple[int, int]


@dataclass(frozen=True, slots=True)
class ContentDelta:
    """Ranges of the named base and literal bytes, in order. Without a base there are only bytes."""

    base: str | None
    pieces: tuple[Piece, ...]

    @classmethod
    def whole(cls, content: bytes) -> ContentDelta:
        return cls(None, (content,))

    @property
    def size(self) -> int:
        """The number of literal bytes in it."""
        return sum(len(piece) for piece in self.pieces if isinstance(piece, bytes))

    def applied_to(self, base: bytes) -> bytes:
        """The content."""
        return b"".join(piece if isinstance(piece, bytes) else base[piece[0] : piece[1]] for piece in self.pieces)


def delta_against(name: str, base: bytes, content: bytes) -> ContentDelta | None:
    """The content as edits of a base; None if so much is new that the base is of little use.

    >>> base = b"".join(b"line %d\\n" % number for number in range(100))
    >>> delta_against("base", base, base[:200] + base[500:]).pieces
    ((0, 200), (500, 790))
    """
    pieces: list[Piece] = []
    literal = 0
    for piece in _pieces(base, content):
        literal += len(piece) if isinstance(piece, bytes) else 0
        if len(pieces) > MOST_PIECES or literal > max(SMALL, len(content) * MOST_LITERAL):
            return None
        if pieces and isinstance(piece, bytes) and isinstance(pieces[-1], bytes):
            pieces[-1] += piece
        else:
            pieces.append(piece)
    return ContentDelta(name, tuple(pieces))


def _pieces(base: bytes, content: bytes) -> Iterator[Piece]:
    """Follows the content through the base; where they differ, looks for the next bytes later in the base, then
    anywhere.
    """
    here = there = 0
    while here < len(content):
        length = _common(content, here, base, there)
        if length >= min(ANCHOR, len(content) - here):
            yield there, there + length
            here, there = here + length, there + length
            continue
        anchor = content[here : here + ANCHOR]
        position = base.find(anchor, there)
        position = base.find(anchor) if position < 0 else position
        if position >= 0:
            there = position
            continue
        step = max(1, length) if length else ANCHOR // 4
        yield content[here : here + step]
        here += step
        there += length


def _common(content: bytes, here: int, base: bytes, there: int) -> int:
    """The number of equal bytes from these positions on; compares in doubling steps, then bisects."""
    low, high = 0, 1
    most = min(len(content) - here, len(base) - there)
    while high < most and content[here + low : here + high] == base[there + low : there + high]:
        low, high = high, 2 * high
    high = min(high, most)
    while low < high:
        middle = (low + high + 1) // 2
        if content[here + low : here + middle] == base[there + low : there + middle]:
            low = middle
        else:
            high = middle - 1
    return low
