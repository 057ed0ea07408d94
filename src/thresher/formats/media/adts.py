"""AAC in ADTS frames: frames with their lengths put right; then the bytes in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from thresher.structures.container import Part

PACKS = False
SHORT, LONG = 7, 9  # bytes of a header, without and with a checksum
LEAST = 2  # frames that follow each other, so that it is not chance


@dataclass(frozen=True, eq=False)
class AdtsFrame(Part):
    """A frame with its header; the length in it counts both."""

    header: bytes = b""


def confidence(name: str, data: bytes) -> float:
    """Sure of itself where frames follow each other."""
    return 0.97 if sum(1 for _, frame in zip(range(LEAST), _frames(data), strict=False)) == LEAST else 0.0


def parse_container(name: str, data: bytes) -> Part | None:
    """The frames, and what is after the last whole one."""
    frames = [*_frames(data)]
    at = sum(len(frame.header) + len(frame.content) for frame in frames)
    rest = [Part("rest", content=data[at:])] if at < len(data) else []
    return Part("adts", parts=(*frames, *rest), raw=data) if frames else None


def write(part: Part) -> bytes:
    """The file, or a part of it."""
    if part.raw is not None or not isinstance(part, AdtsFrame):
        return part.raw if part.raw is not None else part.content + b"".join(map(write, part.parts))
    length = min(len(part.header) + len(part.content), 0x1FFF)
    fields = int.from_bytes(part.header[3:6], "big") & ~(0x1FFF << 5) | length << 5
    return part.header[:3] + fields.to_bytes(3, "big") + part.header[6:] + part.content


def _frames(data: bytes) -> Iterator[AdtsFrame]:
    at = 0
    while at + SHORT <= len(data) and data[at] == 0xFF and data[at + 1] & 0xF6 == 0xF0:
        header = LONG - 2 * (data[at + 1] & 1)
        stop = at + (int.from_bytes(data[at + 3 : at + 6], "big") >> 5 & 0x1FFF)
        if stop < at + header or stop > len(data):
            return
        yield AdtsFrame("frame", content=data[at + header : stop], header=data[at : at + header])
        at = stop
