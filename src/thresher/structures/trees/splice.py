"""Cuts pieces out of bytes and closes the holes, so that no line piles up blank and no two words become one."""

from __future__ import annotations

from collections.abc import Sequence, Set
from enum import Enum
from itertools import chain, product
from operator import itemgetter
from string import ascii_letters, digits
from typing import TypeAlias

Cut: TypeAlias = tuple[int, int, bytes]  # start, stop and replacement


class Verbatim(bytes):
    """A replacement inside a literal: whatever the spacing, the bytes around it stay as they are."""


class Spacing(Enum):
    """EXACT: bytes outside the cuts stay as they are. FREE, ATOMS: white space may close up around a cut.

    FREE keeps one of the gaps around a hole: the one after it if that breaks the line (so what follows keeps its
    indentation), else the one before it if that is not empty, else the one after it. So a line break beside a hole
    never gets lost, and what white space separates stays separated, with one exception: a gap within the line goes if
    the hole had none on its other side and it now is between a bracket and a word in it, or before a closing
    bracket, a comma, a semicolon or the end. Where two words, two quotes or two operators would meet without a gap, a
    space comes between them, except between a colon and a minus sign. With ATOMS, words have operators in them, as in
    Lisp: a space comes between a word and an operator as well, unless that begins with a colon or `#`.
    """

    EXACT = "exact"
    FREE = "free"
    ATOMS = "atoms"


LONG = 1 << 16  # bytes of a piece that is not copied more often than necessary
_WORD, _OPERATOR, _COLON, _MINUS, _QUOTE, _OPENING, _CLOSING, _STOP, _WHITE, _HASH = range(1, 11)
_OPERATORS = (_OPERATOR, _COLON, _MINUS, _HASH)
_MEET = {(_WORD, _WORD), (_QUOTE, _QUOTE), (_WORD, _QUOTE), *product(_OPERATORS, _OPERATORS)} - {(_COLON, _MINUS)}
_MEET_AS_ATOMS = {*_MEET, (_COLON, _MINUS), *product(_OPERATORS, [_WORD]), (_WORD, _OPERATOR), (_WORD, _MINUS)}
_SNUG = {
    (_OPENING, _WORD),
    *product((_WORD, _QUOTE, _OPENING, _CLOSING, _STOP), (_CLOSING, _STOP)),
}


def _classes() -> bytes:
    table = bytearray(256)
    for kind, members in (
        (_WORD, (ascii_letters + digits + "_$").encode() + bytes(range(128, 256))),
        (_OPERATOR, b"+*/<>=&|!%^~.?@"),
        (_COLON, b":"),
        (_HASH, b"#"),
        (_MINUS, b"-"),
        (_QUOTE, b"\"'`"),
        (_OPENING, b"([{"),
        (_CLOSING, b")]}"),
        (_STOP, b",;"),
        (_WHITE, b" \t\n\r\v\f"),
    ):
        for member in members:
            table[member] = kind
    return bytes(table)


_CLASS = _classes()


def spliced(data: bytes, cuts: Sequence[Cut], start: int, stop: int, spacing: Spacing) -> bytes:
    """The bytes from start to stop with the cuts made; they are sorted, and one inside another counts for nothing.

    >>> spliced(b"a (b) c", [(2, 5, b"")], 0, 7, Spacing.FREE), spliced(b"a (b) c", [(2, 5, b"")], 0, 7, Spacing.EXACT)
    (b'a c', b'a  c')
    """
    if spacing is not Spacing.EXACT:
        return _closed_up(data, cuts, start, stop, _MEET if spacing is Spacing.FREE else _MEET_AS_ATOMS)
    pieces: list[bytes | memoryview] = []
    for low, high, text in cuts:
        if low >= start or high > start:
            pieces += (_piece(data, start, low), text)
            start = max(start, high)
    pieces.append(_piece(data, start, stop))
    return b"".join(pieces)


def _piece(data: bytes, start: int, stop: int) -> bytes | memoryview:
    """Some bytes; a long piece is not copied."""
    return data[start:stop] if stop - start < LONG else memoryview(data)[start:stop]


def _closed_up(data: bytes, cuts: Sequence[Cut], start: int, stop: int, meet: Set[tuple[int, int]]) -> bytes:
    writer = _Free(meet)
    following = chain(map(itemgetter(0), cuts[1:]), [stop])
    for (low, high, text), beyond in zip(cuts, following, strict=False):
        if low < start and high <= start:
            continue
        if isinstance(text, Verbatim):
            writer.keep(data, start, low)
            writer.verbatim(text)
            start = max(start, high)
            continue
        if start < low and high < beyond and writer.replace(data, start, low, high, text):
            start = high
            continue
        writer.keep(data, start, low)
        writer.cut(text)
        start = max(start, high)
    writer.keep(data, start, stop)
    return writer.finish()


class _Free:
    """Holds back the gap after the last ink until it is known what comes next."""

    def __init__(self, meet: Set[tuple[int, int]]) -> None:
        self._meet = meet  # what has a space between
        self._pieces: list[bytes | memoryview] = []
        self._gap = b""
        self._hole = False  # whether the gap has a hole in it
        self._bare = False  # whether there was no gap between the last ink and the hole
        self._one_sided = False  # whether one side of the hole had no gap
        self._new = False  # whether what follows was no neighbour of the last ink in the data

    def keep(self, data: bytes, start: int, stop: int) -> None:
        if stop - start >= LONG:
            self._keep_long(data, start, stop)
            return
        piece = data[start:stop]
        ink = piece.lstrip()
        self._before(piece[: len(piece) - len(ink)])
        if ink:
            core = ink.rstrip()
            self._ink(core, ink[len(core) :])

    def _keep_long(self, data: bytes, start: int, stop: int) -> None:
        """The same without copies of the piece."""
        begin, end = start, stop
        while begin < stop and _CLASS[data[begin]] == _WHITE:
            begin += 1
        while end > begin and _CLASS[data[end - 1]] == _WHITE:
            end -= 1
        self._before(data[start:begin])
        if begin < end:
            self._ink(memoryview(data)[begin:end], data[end:stop])

    def _before(self, gap: bytes) -> None:
        """White space before what is kept."""
        if self._hole:
            self._one_sided = self._bare or not gap
            if b"\n" in gap or not self._gap:
                self._gap = gap
        else:
            self._gap += gap

    def _ink(self, core: bytes | memoryview, gap: bytes) -> None:
        """What is kept, and white space after it."""
        self._write(core)
        self._gap = gap
        self._hole = self._new = False

    def cut(self, text: bytes) -> None:
        if text:
            self._new = True
            self._write(text)
            self._gap = b""
        elif not self._hole:
            self._bare = not self._gap
        self._hole = not text
        self._new = True

    def verbatim(self, text: bytes) -> None:
        """Writes the text right after what was kept; what follows is its neighbour without a change."""
        self._pieces += filter(None, (self._gap, text))
        self._gap = b""
        self._hole = self._new = False

    def replace(self, data: bytes, start: int, low: int, high: int, text: bytes) -> bool:
        """Keeps the bytes from start to low and cuts those up to high, if there is no gap to be closed."""
        left, right = _CLASS[data[low - 1]], _CLASS[data[high]]
        if (left == _WHITE and (self._new or not text)) or (right == _WHITE and not text):
            return False
        if self._new:
            self.keep(data, start, low)
        else:
            self._pieces.append(_piece(data, start, low))
        if not text:
            self._part(left, right)
            return True
        self._part(left, _CLASS[text[0]])
        self._pieces.append(text)
        self._part(_CLASS[text[-1]], right)
        return True

    def _part(self, left: int, right: int) -> None:
        if (left, right) in self._meet:
            self._pieces.append(b" ")

    def finish(self) -> bytes:
        gap = self._gap
        if self._hole:
            gap = self._closed(_CLASS[ord(";")])
        self._pieces.append(gap)
        return b"".join(self._pieces)

    def _write(self, ink: bytes | memoryview) -> None:
        gap = self._closed(_CLASS[ink[0]]) if self._new else self._gap
        self._pieces += (gap, ink) if gap else (ink,)

    def _closed(self, following: int) -> bytes:
        """The gap between the last ink and what is now its neighbour."""
        gap = self._gap
        if not self._pieces:
            return _indentation(gap) if self._hole else gap
        meeting = _CLASS[self._pieces[-1][-1]], following
        if not gap:
            return b" " if meeting in self._meet else b""
        snug = self._hole and self._one_sided and b"\n" not in gap and meeting in _SNUG
        return b"" if snug else gap


def _indentation(gap: bytes) -> bytes:
    """What is left of a gap that nothing is before any more."""
    return gap[gap.rfind(b"\n") + 1 :] if b"\n" in gap else b""
