"""Intel HEX: lines of bytes with an address, whose lengths and checksums are put right."""

from __future__ import annotations

import re
from dataclasses import dataclass

from thresher.formats.content import has_suffix
from thresher.structures.container import Part

PACKS = False
_LINE = re.compile(rb":[0-9A-Fa-f]{2}((?:[0-9A-Fa-f]{2}){3})((?:[0-9A-Fa-f]{2})*)[0-9A-Fa-f]{2}(\s*)")


@dataclass(frozen=True, eq=False)
class HexLine(Part):
    """A line with its address and type, and what ends it."""

    head: bytes = b""
    end: bytes = b""


def confidence(name: str, data: bytes) -> float:
    """Sure of itself by the first line."""
    return 0.0 if _LINE.match(data) is None else 0.95 if has_suffix(name, ".hex", ".ihex", ".ihx") else 0.7


def parse_container(name: str, data: bytes) -> Part | None:
    """One part for each line; none if there is anything else."""
    lines = list(_LINE.finditer(data))
    if not lines or b"".join(line.group() for line in lines) != data:
        return None
    parts = (HexLine("line", "", _bytes(line[2]), (), line[0], head=_bytes(line[1]), end=line[3]) for line in lines)
    return Part("ihex", parts=tuple(parts), raw=data)


def _bytes(digits: bytes) -> bytes:
    return bytes.fromhex(digits.decode())


def write(part: Part) -> bytes:
    """The lines; a line has at most 255 bytes."""
    if part.raw is not None or not isinstance(part, HexLine):
        return b"".join(map(write, part.parts)) if part.raw is None else part.raw
    body = bytes((min(len(part.content), 255),)) + part.head + part.content[:255]
    return b":" + (body + bytes((-sum(body) & 255,))).hex().upper().encode() + part.end
