"""Compiled message catalogues of gettext (.mo): messages; tables of their places are made anew, without hashes."""

from __future__ import annotations

from dataclasses import dataclass
from struct import iter_unpack, pack, unpack_from

from thresher.structures.container import Part

ORDERS = {b"\xde\x12\x04\x95": "<", b"\x95\x04\x12\xde": ">"}
MAGIC, HEAD = 0x950412DE, 28  # bytes of the header


@dataclass(frozen=True, eq=False)
class Catalogue(Part):
    """The messages, each with its translation; `order` is that of the bytes in a number."""

    order: str = "<"


def confidence(name: str, data: bytes) -> float:
    """Sure of itself by the first bytes."""
    return 0.99 if data[:4] in ORDERS and len(data) >= HEAD else 0.0


def parse_container(name: str, data: bytes) -> Part | None:
    """The messages; None if a table or a text is not in the file, or texts overlap."""
    if not confidence(name, data):
        return None
    order = ORDERS[data[:4]]
    revision, count, *tables = unpack_from(f"{order}4I", data, 4)
    if revision & 0xFFFF or max(tables) + 8 * count > len(data):
        return None
    spans = [[*iter_unpack(f"{order}2I", data[table : table + 8 * count])] for table in tables]
    places = [place for table in spans for place in table]
    if sum(length + 1 for length, _ in places) > len(data) or any(sum(place) >= len(data) for place in places):
        return None
    parts = tuple(
        Part("message", parts=tuple(_text(data, *place) for place in pair)) for pair in zip(*spans, strict=True)
    )
    return Catalogue("mo", parts=parts, raw=data, order=order)


def write(part: Part) -> bytes:
    """The file."""
    if part.raw is not None or not isinstance(part, Catalogue):
        return part.raw or b""
    pairs = sorted(tuple(text.content for text in message.parts) for message in part.parts)
    size, at, tables = 8 * len(pairs), HEAD + 16 * len(pairs), list[bytes]()
    head = pack(f"{part.order}7I", MAGIC, 0, len(pairs), HEAD, HEAD + size, 0, HEAD + 2 * size)
    texts = [pair[which] for which in (0, 1) for pair in pairs]
    for text in texts:
        tables.append(pack(f"{part.order}2I", len(text), at))
        at += len(text) + 1
    return b"".join([head, *tables, *(text + b"\0" for text in texts)])


def _text(data: bytes, length: int, start: int) -> Part:
    return Part("text", content=data[start : start + length], fixed=True)
