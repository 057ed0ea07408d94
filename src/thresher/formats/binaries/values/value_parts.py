"""The parts of values in values, and how a format whose heads say what follows is read and written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from thresher.formats.binaries.cursor import Cursor
from thresher.structures.container import Part

ARRAY, MAP, TEXT, TAG, SCALAR = "array", "map", "text", "tag", "scalar"
DEEPEST = 100  # values in values


class Head(NamedTuple):
    """What is next: a kind with its number of items, pairs or bytes; `type` is for the format to write it."""

    kind: str
    number: int = 0
    type: int = 0


ReadHead: TypeAlias = Callable[[Cursor], Head]
WriteHead: TypeAlias = Callable[[int, int], bytes]  # the type, and how many follow


@dataclass(frozen=True, eq=False)
class Value(Part):
    """A value; `type` is as its head has it, and `head` is the head itself."""

    type: int = 0
    head: bytes = b""


def parsed(format: str, data: bytes, read: ReadHead) -> Part | None:
    """All values of a file; None if it is anything else."""
    cursor, values = Cursor(data), list[Part]()
    try:
        while not cursor.is_at_end:
            values.append(_value(cursor, read, 0, fixed=False))
    except (ValueError, IndexError):
        return None
    return Part(format, parts=tuple(values), raw=data) if values else None


def _value(cursor: Cursor, read: ReadHead, depth: int, *, fixed: bool) -> Part:
    if depth > DEEPEST:
        raise ValueError("too deep")
    start, (kind, count, type) = cursor.at, read(cursor)
    head = cursor.data[start : cursor.at]
    content, parts = b"", tuple[Part, ...]()
    if kind == SCALAR:
        cursor.take(count)
        return Value(kind, content=cursor.data[start : cursor.at], fixed=fixed, opaque=True)
    if kind == TEXT:
        content = cursor.take(count)
    elif kind == MAP:
        parts = tuple(_pair(cursor, read, depth) for _ in range(count))
    else:
        parts = tuple(_value(cursor, read, depth + 1, fixed=kind == TAG) for _ in range(count))
    return Value(kind, "", content, parts, cursor.data[start : cursor.at], fixed, type=type, head=head)


def _pair(cursor: Cursor, read: ReadHead, depth: int) -> Part:
    key, value = (_value(cursor, read, depth + 1, fixed=True) for _ in range(2))
    return Part("pair", parts=(key, value))


def written(part: Part, head: WriteHead) -> bytes:
    """The values that are left, with heads for what is in them."""
    if part.raw is not None:
        return part.raw
    inside = part.content + b"".join(written(each, head) for each in part.parts)
    if not isinstance(part, Value) or part.kind == SCALAR:
        return inside
    if part.kind == TAG:
        return part.head + inside
    return head(part.type, len(part.content) if part.kind == TEXT else len(part.parts)) + inside
