"""FLAC: blocks about the sound, and frames of it; lengths, the mark of the last block and checksums are put right.

A frame has no length. It ends where the next header with a right checksum begins and its own checksum is right, or
else where the next such header begins. A checksum that was wrong stays what it was.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from thresher.formats.media.checksums import crc8, crc16
from thresher.structures.container import Part

PACKS = False
MAGIC = b"fLaC"
LAST = 0x80
LONGEST_HEADER = 16
_SYNC = re.compile(rb"\xff[\xf8\xf9]")
_LENGTHS = {6: 1, 7: 2}  # further bytes for the number of samples, by its code
_RATES = {12: 1, 13: 2, 14: 2}  # and for their rate


@dataclass(frozen=True, eq=False)
class FlacBlock(Part):
    """What is known about the sound, by its type."""

    type: int = 0


@dataclass(frozen=True, eq=False)
class FlacFrame(Part):
    """Without its checksum, which is `crc` if it was wrong."""

    crc: bytes = b""


def confidence(name: str, data: bytes) -> float:
    """Sure of itself by the first bytes."""
    return 0.99 if data.startswith(MAGIC) else 0.0


def parse_container(name: str, data: bytes) -> Part | None:
    """The blocks and the frames."""
    if not data.startswith(MAGIC):
        return None
    blocks: list[Part] = []
    at, is_last = len(MAGIC), False
    while not is_last and at + 4 <= len(data):
        stop = at + 4 + int.from_bytes(data[at + 1 : at + 4], "big")
        if stop > len(data):
            break
        is_last = bool(data[at] & LAST)
        blocks.append(FlacBlock("block", content=data[at + 4 : stop], type=data[at] & ~LAST))
        at = stop
    if not is_last:
        return None
    return Part("flac", parts=(*blocks, *_frames(data, at)), raw=data)


def write(part: Part) -> bytes:
    """The file."""
    if part.raw is not None:
        return part.raw
    blocks = [each for each in part.parts if isinstance(each, FlacBlock)]
    written = [MAGIC]
    for place, block in enumerate(blocks):
        mark = block.type | (LAST if place == len(blocks) - 1 else 0)
        written += (bytes([mark]), min(len(block.content), 0xFFFFFF).to_bytes(3, "big"), block.content)
    for each in part.parts:
        if isinstance(each, FlacFrame):
            written += (each.content, each.crc or crc16(each.content).to_bytes(2, "big"))
        elif not isinstance(each, FlacBlock):
            written.append(each.content)
    return b"".join(written)


def _frames(data: bytes, at: int) -> Iterator[Part]:
    found = (match.start() for match in _SYNC.finditer(data, at))
    starts = [start for start in found if _is_header(data[start : start + LONGEST_HEADER])]
    begin = starts[0] if starts else len(data)
    if at < begin:
        yield Part("rest", content=data[at:begin])
    for start, stop in pairwise([*starts, len(data)] if starts else []):
        content, crc = data[start : stop - 2], data[stop - 2 : stop]
        is_right = crc == crc16(content).to_bytes(2, "big")
        yield FlacFrame("frame", content=content, crc=b"" if is_right else crc)


def _is_header(header: bytes) -> bool:
    """Whether a header with a right checksum is there."""
    if len(header) < 6 or header[2] >> 4 == 0 or header[2] & 15 == 15 or header[3] & 1:
        return False
    number = next((ones for ones in range(8) if not header[4] >> 7 - ones & 1), 8)  # coded as in UTF-8
    size = 4 + max(number, 1) + _LENGTHS.get(header[2] >> 4, 0) + _RATES.get(header[2] & 15, 0)
    return number != 1 and number < 8 and len(header) > size and header[size] == crc8(header[:size])
