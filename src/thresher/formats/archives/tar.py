"""tar: members that may go, contents that may shrink; sizes, checksums and padding are put right.

A member is its header, the headers of longer names before it, and its content. What is known of a member's size by an
extended header alone is not changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from thresher.structures.container import Part

BLOCK = 512
MAGIC_AT, MAGIC = 257, b"ustar"
SIZE, SUM, KIND, NAME = slice(124, 136), slice(148, 156), 156, slice(0, 100)
BEFORE = b"xgLKXN"  # kinds of headers that go with the member after them
REGULAR = b"0\0007"
_SIZE_RECORD = re.compile(rb"^\d+ (GNU\.sparse|size=)", re.MULTILINE)
_PATH = re.compile(rb"^\d+ path=(.*)$", re.MULTILINE)


@dataclass(frozen=True, eq=False)
class TarMember(Part):
    """`before` are the extended headers with their contents, `header` the member's own."""

    before: bytes = b""
    header: bytes = b""


def confidence(name: str, data: bytes) -> float:
    """Sure of itself by the magic word in the first header."""
    return 0.99 if data[MAGIC_AT : MAGIC_AT + len(MAGIC)] == MAGIC and _header_right(data[:BLOCK]) else 0.0


def parse_container(name: str, data: bytes) -> Part | None:
    """The members, and the blocks after them."""
    parts = tuple(_members(data))
    return Part("tar", parts=parts, raw=data) if parts and isinstance(parts[0], TarMember) else None


def write(part: Part) -> bytes:
    """The file, or a part of it."""
    if part.raw is not None:
        return part.raw
    if not isinstance(part, TarMember):
        return b"".join(map(write, part.parts)) or part.content
    header = bytearray(part.header)
    header[SIZE] = b"%011o\0" % len(part.content)
    header[SUM] = b"%06o\0 " % _sum(header)
    return part.before + bytes(header) + part.content + b"\0" * (-len(part.content) % BLOCK)


def _members(data: bytes) -> Iterator[Part]:
    at = start = 0
    while at + BLOCK <= len(data) and _header_right(header := data[at : at + BLOCK]):
        size = _number(header[SIZE])
        stop = at + BLOCK + size + -size % BLOCK
        if size < 0 or stop > len(data):
            break
        kind = header[KIND : KIND + 1]
        if kind in BEFORE and kind:
            at = stop
            continue
        before, content = data[start:at], data[at + BLOCK : at + BLOCK + size]
        opaque = kind not in REGULAR or _SIZE_RECORD.search(before) is not None
        name = _name(before, header)
        yield TarMember("member", name, content, (), data[start:stop], opaque=opaque, before=before, header=header)
        at = start = stop
    if start < len(data):
        end = not data[start:].strip(b"\0")
        yield Part("end", content=data[start:], raw=data[start:], fixed=end, opaque=end)


def _name(before: bytes, header: bytes) -> str:
    paths = _PATH.findall(before)
    path: bytes = paths[-1] if paths else header[NAME].split(b"\0")[0]
    return path.decode("utf-8", "surrogateescape")


def _header_right(header: bytes) -> bool:
    return len(header) == BLOCK and any(header) and _number(header[SUM]) == _sum(header)


def _sum(header: bytes | bytearray) -> int:
    """Of a header's bytes, those of the sum itself taken for spaces."""
    return sum(header[: SUM.start]) + 8 * ord(" ") + sum(header[SUM.stop :])


def _number(field: bytes) -> int:
    """An octal number; -1 for what is none, such as a size in base 256."""
    digits = field.strip(b" \0")
    return int(digits, 8) if re.fullmatch(rb"[0-7]*", digits) and digits else -1 if digits else 0
