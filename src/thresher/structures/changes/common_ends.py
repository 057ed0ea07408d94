"""The bytes that two contents begin with, and those that both end with."""

from __future__ import annotations

from typing import Protocol

CHUNK = 1 << 16  # bytes compared at a time


class Content(Protocol):
    """Bytes in memory, or in a file."""

    def __len__(self) -> int: ...

    def __getitem__(self, part: slice, /) -> bytes: ...


def common_prefix(old: Content, new: Content) -> int:
    """How many bytes are the same at the beginning.

    >>> common_prefix(b"int x;", b"int y;"), common_prefix(b"ab", b"abc")
    (4, 2)
    """
    limit, at, size = min(len(old), len(new)), 0, CHUNK
    while size:
        while at + size <= limit and old[at : at + size] == new[at : at + size]:
            at += size
        size //= 2
    return at


def common_suffix(old: Content, new: Content, start: int = 0) -> int:
    """How many bytes are the same at the end, after the first `start` bytes of both.

    >>> common_suffix(b"int x;", b"int y;"), common_suffix(b"aa", b"aaa", 2)
    (1, 0)
    """
    limit, end, size = min(len(old), len(new)) - start, 0, CHUNK
    while size:
        while end + size <= limit and _tail(old, end, size) == _tail(new, end, size):
            end += size
        size //= 2
    return end


def _tail(data: Content, end: int, size: int) -> bytes:
    stop = len(data) - end
    return data[stop - size : stop]
