"""RIFF (wav, webp, avi): chunks, those in lists included, with lengths, padding and the index of frames put right.

A length that was wrong, as that of a recording that was cut off, stays what it was.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from struct import Struct

from thresher.formats.media.avi_index import moved_index
from thresher.structures.container import Part

ORDERS = {b"RIFF": "<", b"RIFX": ">"}
LIST, AVI, FRAMES, INDEX = b"LIST", b"AVI ", b"movi", b"idx1"
DEEPEST = 20  # lists in lists; what is deeper is a content


@dataclass(frozen=True, eq=False)
class RiffChunk(Part):
    """A chunk, or a list with its `form` and chunks inside; `at` is where it was. `length` is None if it was right."""

    type: bytes = b""
    form: bytes = b""
    length: int | None = None
    order: str = "<"
    at: int = 0
    places: tuple[int, ...] = ()  # of the frames in a list of them, as offsets from its form


def confidence(name: str, data: bytes) -> float:
    """Sure of itself by the first bytes."""
    return 0.99 if data[:4] in ORDERS and len(data) >= 12 else 0.0


def parse_container(name: str, data: bytes) -> Part | None:
    """The chunk that the file is, and whatever is after it."""
    order = ORDERS.get(data[:4])
    if order is None or len(data) < 12:
        return None
    parts = tuple(_chunks(data, 0, len(data), order, depth=0))
    return Part("riff", parts=parts, raw=data)


def write(part: Part) -> bytes:
    """The file, or a part of it."""
    if part.raw is not None:
        return part.raw
    if not isinstance(part, RiffChunk):
        return part.content + b"".join(map(write, part.parts))
    inside = _reindexed(part.parts) if part.form == AVI else part.parts
    content = part.content if not part.form else part.form + b"".join(map(write, inside))
    head = part.type + Struct(f"{part.order}I").pack(len(content) if part.length is None else part.length)
    return head + content + b"\0" * (len(content) % 2)


def _chunks(data: bytes, at: int, stop: int, order: str, *, depth: int) -> Iterator[Part]:
    while at + 8 <= stop:
        length = Struct(f"{order}I").unpack_from(data, at + 4)[0]
        end = min(at + 8 + length, stop)
        known = None if end == at + 8 + length else length  # more may be announced than there is
        behind = min(end + (end - at) % 2, stop)
        chunk = RiffChunk("chunk", raw=None, fixed=at == 0, type=data[at : at + 4], length=known, order=order, at=at)
        if _is_list(chunk.type, depth) and end - at >= 12:
            parts = tuple(_chunks(data, at + 12, end, order, depth=depth + 1))
            form = data[at + 8 : at + 12]
            places = tuple(each.at - at - 8 for each in _frames(parts)) if form == FRAMES else ()
            yield replace(chunk, kind="list", form=form, parts=parts, raw=data[at:behind], places=places)
        else:
            plain = known is None and data[end:behind] == b"\0" * ((end - at) % 2)
            yield replace(chunk, content=data[at + 8 : end], raw=None if plain else data[at:behind])  # never held twice
        at = behind
    if at < stop:
        yield Part("rest", content=data[at:stop], raw=data[at:stop])


def _is_list(kind: bytes, depth: int) -> bool:
    return kind in ORDERS if depth == 0 else kind == LIST and depth < DEEPEST


def _frames(parts: tuple[Part, ...]) -> Iterator[RiffChunk]:
    """The chunks in a list of frames, those in lists inside it included."""
    for part in parts:
        if isinstance(part, RiffChunk):
            yield part
            yield from _frames(part.parts)


def _reindexed(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """The chunks of an AVI file, with an index that fits the frames that are left."""
    start = 12  # where the list begins, and the offset of its form
    frames = next((part for part in parts if isinstance(part, RiffChunk) and part.form == FRAMES), None)
    if frames is None or not frames.places:
        return parts
    start += sum(len(write(part)) for part in parts[: parts.index(frames)]) + 8
    now = {place - frames.at - 8: where for place, where in _places(frames, 4)}
    return tuple(
        part.with_content(moved_index(part.content, frozenset(frames.places), now, start))
        if isinstance(part, RiffChunk) and part.type == INDEX
        else part
        for part in parts
    )


def _places(part: RiffChunk, at: int) -> Iterator[tuple[int, tuple[int, int]]]:
    """Where each chunk in a list was, with its offset and length now."""
    for inner in part.parts:
        length = len(write(inner))
        if isinstance(inner, RiffChunk):
            yield inner.at, (at, len(inner.content) if not inner.form else length - 8)
            yield from _places(inner, at + 12)
        at += length
