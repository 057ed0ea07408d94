"""The part of a content that is worth a look: where it has just changed, or what is being tried."""

from __future__ import annotations

from dataclasses import dataclass

from thresher.reports.history.alignment import edits

ABOVE, BELOW = 1 << 11, 1 << 14  # bytes of a content before and after the place
MOST_COMPARED = 1 << 16  # bytes that differ and are compared by lines


@dataclass(frozen=True, slots=True)
class Window:
    """A place in a content: what is above it, what was removed there, and what follows.

    The first `added` bytes of `below` are new; the first `tried` bytes are left out by the test that is running.
    """

    line: int
    above: bytes
    below: bytes
    gone: bytes = b""
    added: int = 0
    tried: int = 0


def beginning(content: bytes) -> Window:
    """The first lines."""
    return Window(1, b"", content[:BELOW])


def last_change(before: bytes, now: bytes) -> Window:
    """Where the content changed first."""
    changes = edits(before, now, MOST_COMPARED)
    if not changes:
        return beginning(now)
    if isinstance(changes, list):
        start, stop, text = changes[0]
        return _at(now, start, gone=before[start:stop], added=len(text))
    return _at(now, changes.start, gone=before[changes.start : changes.stop], added=changes.added)


def part_tried(now: bytes, candidate: bytes) -> Window:
    """The part of the content that a candidate does not have, or has in another form."""
    changes = edits(now, candidate, most=0)
    if not changes:
        return beginning(now)
    start, stop, _ = changes[0] if isinstance(changes, list) else changes
    return _at(now, start, tried=stop - start)


def _at(now: bytes, start: int, *, gone: bytes = b"", added: int = 0, tried: int = 0) -> Window:
    above = now[max(0, start - ABOVE) : start]
    return Window(1 + now.count(b"\n", 0, start), above, now[start : start + BELOW], gone, added, tried)
