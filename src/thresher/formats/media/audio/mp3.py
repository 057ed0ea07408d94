"""MP3: the frames of the tag at the start (ID3v2), the frames of sound, and the tag at the end.

A frame of sound has no length: that follows from its header, which is the reason why frames are not changed inside
before all else has been tried. Between frames there may be anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from thresher.structures.container import Part

PACKS = False
LEAST = 2  # frames that follow each other, so that it is not chance
ID3, TAG, TAG_SIZE = b"ID3", b"TAG", 128
HEADER, ID3_HEADER = 4, 10
_RATES = {
    (3, 1): (0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320),
    (3, 2): (0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384),
    (3, 3): (0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448),
    (2, 1): (0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160),
    (2, 3): (0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256),
}
"""Kilobits in a second, by version (3 is the first) and layer (1 is the third)."""
_SAMPLES = {3: (44100, 48000, 32000), 2: (22050, 24000, 16000), 0: (11025, 12000, 8000)}
_SYNC = re.compile(rb"\xff[\xe2-\xff]")
_FRAME_NAME = re.compile(rb"[A-Z][A-Z0-9]{2,3}")


@dataclass(frozen=True, eq=False)
class Id3Tag(Part):
    """The tag at the start; `tail` is its padding."""

    header: bytes = b""
    tail: bytes = b""


@dataclass(frozen=True, eq=False)
class Id3Frame(Part):
    """A field of the tag, such as a title; `version` says how its length is written."""

    header: bytes = b""
    version: int = 3


def confidence(name: str, data: bytes) -> float:
    """Sure of itself by a tag, or where frames follow each other."""
    if data.startswith(ID3):
        return 0.97
    return 0.96 if data[:1] == b"\xff" and _follow(data, 0) else 0.0


def parse_container(name: str, data: bytes) -> Part | None:
    """Tags and frames; None if there is no frame."""
    parts: list[Part] = []
    at = 0
    if data.startswith(ID3) and len(data) >= ID3_HEADER:
        at = min(ID3_HEADER + _synchsafe(data[6:10]), len(data))
        parts.append(_tag(data[:at]))
    stop = len(data) - TAG_SIZE if data[-TAG_SIZE:].startswith(TAG) and len(data) - at >= TAG_SIZE else len(data)
    parts += _frames(data, at, stop)
    if not any(part.kind == "frame" for part in parts):
        return None
    tail = [Part("tag", content=data[stop:])] if stop < len(data) else []
    return Part("mp3", parts=(*parts, *tail), raw=data)


def write(part: Part) -> bytes:
    """The file, or a part of it."""
    if part.raw is not None:
        return part.raw
    content = part.content + b"".join(map(write, part.parts))
    if isinstance(part, Id3Tag):
        content += part.tail
        size = min(len(content), (1 << 28) - 1)
        return part.header[:6] + bytes(size >> shift & 127 for shift in (21, 14, 7, 0)) + content
    if isinstance(part, Id3Frame):
        return _id3_header(part, len(content)) + content
    return content


def _frames(data: bytes, at: int, stop: int) -> Iterator[Part]:
    """Frames, and what is between them."""
    start = at
    while (sync := _SYNC.search(data, at, stop)) is not None:
        at = sync.start()
        length = _length(data, at)
        if not length or at + length > stop or not (at == start or _follow(data, at)):
            at += 1
            continue
        if start < at:
            yield Part("rest", content=data[start:at])
        yield Part("frame", content=data[at : at + length])
        start = at = at + length
    if start < stop:
        yield Part("rest", content=data[start:stop])


def _follow(data: bytes, at: int) -> bool:
    """Whether enough frames follow each other there, or the file ends with them."""
    for number in range(LEAST):
        length = _length(data, at)
        if not length:
            return number > 0 and at >= len(data)
        at += length
    return True


def _length(data: bytes, at: int) -> int:
    """Of the frame that begins there; 0 if none does."""
    header = int.from_bytes(data[at : at + HEADER], "big")
    version, layer, rate = header >> 19 & 3, header >> 17 & 3, header >> 12 & 15
    samples, padding = header >> 10 & 3, header >> 9 & 1
    if header >> 21 != 0x7FF or version == 1 or not layer or samples == 3 or rate in (0, 15):
        return 0
    kilobits = _RATES[3, layer][rate] if version == 3 else _RATES[2, 3 if layer == 3 else 1][rate]
    hertz = _SAMPLES[version][samples]
    if layer == 3:
        return (12_000 * kilobits // hertz + padding) * 4
    return (144_000 if version == 3 or layer == 2 else 72_000) * kilobits // hertz + padding


def _tag(data: bytes) -> Part:
    """The tag with its fields, or as a whole if these are not in the usual form."""
    version, flags = data[3], data[5]
    if version not in (3, 4) or flags or len(data) != ID3_HEADER + _synchsafe(data[6:10]):
        return Part("tag", content=data)
    fields: list[Part] = []
    at = ID3_HEADER
    while at + ID3_HEADER <= len(data) and _FRAME_NAME.fullmatch(data, at, at + 4):
        size = _synchsafe(data[at + 4 : at + 8]) if version == 4 else int.from_bytes(data[at + 4 : at + 8], "big")
        stop = at + ID3_HEADER + size
        if stop > len(data):
            break
        header, content = data[at : at + ID3_HEADER], data[at + ID3_HEADER : stop]
        fields.append(Id3Frame("field", content=content, raw=data[at:stop], header=header, version=version))
        at = stop
    return Id3Tag("tag", parts=tuple(fields), raw=data, header=data[:ID3_HEADER], tail=data[at:])


def _id3_header(part: Id3Frame, size: int) -> bytes:
    shifts, mask = ((21, 14, 7, 0), 127) if part.version == 4 else ((24, 16, 8, 0), 255)
    return part.header[:4] + bytes(size >> shift & mask for shift in shifts) + part.header[8:]


def _synchsafe(data: bytes) -> int:
    """A number of seven bits a byte."""
    return sum((byte & 127) << 7 * place for place, byte in enumerate(reversed(data)))
