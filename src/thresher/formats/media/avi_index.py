"""The index of an AVI file (`idx1`): entries of frames that are gone go, the others say where their frames are now."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from struct import Struct

ENTRY = Struct("<4sIII")  # the name of a chunk, flags, offset, length
FIRST = 4  # the offset of the first frame


def moved_index(index: bytes, was: Container[int], now: Mapping[int, tuple[int, int]], start: int) -> bytes:
    """The index for frames that have moved.

    `was` has the offset of each chunk from the beginning of the list, `now` has its offset and length by the one that
    it had. Offsets in the index may count from the beginning of the file; the list begins at `start` now. What leads
    to no chunk stays as it is.
    """
    whole = len(index) // ENTRY.size * ENTRY.size
    entries = [*ENTRY.iter_unpack(index[:whole])]
    first = min((offset for _, _, offset, _ in entries), default=0)
    is_relative = first in was
    base = 0 if is_relative else first - FIRST
    return b"".join(_entries(entries, was, now, base, 0 if is_relative else start)) + index[whole:]


def _entries(
    entries: list[tuple[bytes, int, int, int]],
    was: Container[int],
    now: Mapping[int, tuple[int, int]],
    base: int,
    start: int,
) -> Iterator[bytes]:
    for name, flags, offset, length in entries:
        if offset - base not in was:
            yield ENTRY.pack(name, flags, offset, length)
        elif offset - base in now:
            place, size = now[offset - base]
            yield ENTRY.pack(name, flags, (place + start) & 0xFFFFFFFF, size)
