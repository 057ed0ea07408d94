"""What a scan of markup meets: the vocabulary that the scans of documents and of their declarations share."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

OPEN, CLOSE, FAULT = "open", "close", "fault"
_REFERENCE = re.compile(rb"[&%][^\s&%;<>\"']+;")


class Event(NamedTuple):
    """`what` is OPEN, CLOSE, FAULT, or the kind of a leaf; `kind` that of the node that is opened.

    `replacement` stands in for the node when it is removed. An element of a list has a `separator` that begins there
    and stops where the element starts; -1 if it has none.
    """

    what: str
    start: int
    stop: int
    kind: str = ""
    replacement: bytes | None = b""
    separator: int = -1


def references(data: bytes, kind: str, start: int, stop: int) -> Iterator[Event]:
    """A leaf of that kind, or a node with the references to entities in it as leaves."""
    found = [each.span() for each in _REFERENCE.finditer(data, start, stop)]
    if not found:
        yield Event(kind, start, stop)
        return
    yield Event(OPEN, start, start, kind)
    for span in found:
        yield Event("reference", *span)
    yield Event(CLOSE, stop, stop)
