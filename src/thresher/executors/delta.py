"""A content as it travels: whole if it is small, else as edits against a base that the receiver has already.

The edits say which stretches of the base to copy and what to put between them. Candidates are parts of what was cut up,
so a few stretches describe megabytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

SMALL = 1 << 13  # bytes that travel whole: edits would save nothing worth a base
ANCHOR = 32  # bytes that are looked for in the base where a stretch has ended
MOST_PIECES = 2000
MOST_LITERAL = 0.25  # of a content: with more of it in the parcel, the content is better a base of its own

Piece: TypeAlias = bytes | tuple[int, int]


@dataclass(frozen=True, slots=True)
class ContentDelta:
    """Stretches of the base with that name, and bytes, in turn. Without a base there are bytes alone."""

    base: str | None
    pieces: tuple[Piece, ...]

    @classmethod
    def whole(cls, content: bytes) -> ContentDelta:
        return cls(None, (content,))

    @property
    def size(self) -> int:
        """How many bytes of content travel with it."""
        return sum(len(piece) for piece in self.pieces if isinstance(piece, bytes))

    def opened(self, base: bytes) -> bytes:
        """The content again."""
        return b"".join(piece if isinstance(piece, bytes) else base[piece[0] : piece[1]] for piece in self.pieces)


def delta_against(name: str, base: bytes, content: bytes) -> ContentDelta | None:
    """The content as edits against a base; None if so much is new that the base is of little use.

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
    """Follows the content through the base; where they part, the next bytes are looked for further on, then at all."""
    here = there = 0
    while here < len(content):
        length = _common(content, here, base, there)
        if length >= min(ANCHOR, len(content) - here):
            yield there, there + length
            here, there = here + length, there + length
            continue
        anchor = content[here : here + ANCHOR]
        found = base.find(anchor, there)
        found = base.find(anchor) if found < 0 else found
        if found >= 0:
            there = found
            continue
        step = max(1, length) if length else ANCHOR // 4
        yield content[here : here + step]
        here += step
        there += length


def _common(content: bytes, here: int, base: bytes, there: int) -> int:
    """How many bytes are the same from there on; compares ever longer stretches, then halves."""
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
