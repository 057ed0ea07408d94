"""AAC in ADTS frames: frames with their lengths put right; then the bytes in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from thresher.structures.container import Part

PACKS = False


@dataclass(frozen=True, eq=False)
class AdtsFrame(Part):
    """A frame with its header; the length in it counts both."""

    header: bytes = b""


def confidence(name: str, data: bytes) -> float:
    """Sure of itself where frames follow each other."""
    return 0.97 if len([*islice(_frames(data), 2)]) == 2 else 0.0


def parse_container(name: str, data: bytes) -> Part | None:
    """The frames, and what is after the last whole one."""
    frames = [*_frames(data)]
    rest = data[sum(len(frame.header) + len(frame.content) for frame in frames) :]
    return Part("adts", parts=(*frames, *([Part("rest", content=rest)] if rest else [])), raw=data) if frames else None


def write(part: Part) -> bytes:
    """The file, or a part of it."""
    if not isinstance(part, AdtsFrame):
        return part.raw if part.raw is not None else part.content + b"".join(map(write, part.parts))
    length = min(len(part.header) + len(part.content), 0x1FFF)
    fields = (int.from_bytes(part.header[3:6], "big") & ~(0x1FFF << 5) | length << 5).to_bytes(3, "big")
    return part.header[:3] + fields + part.header[6:] + part.content


def _frames(data: bytes) -> Iterator[AdtsFrame]:
    at = 0
    while data[at : at + 1] == b"\xff" and at + 7 <= len(data) and data[at + 1] & 0xF6 == 0xF0:
        header = 7 if data[at + 1] & 1 else 9  # with a checksum
        stop = at + (int.from_bytes(data[at + 3 : at + 6], "big") >> 5 & 0x1FFF)
        if not at + header <= stop <= len(data):
            return
        yield AdtsFrame("frame", content=data[at + header : stop], header=data[at : at + header])
        at = stop
