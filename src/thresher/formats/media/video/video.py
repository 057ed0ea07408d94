"""Video by PyAV, in files without a format of their own, such as MPEG-TS: groups of pictures, then frames.

A frame is a packet as the container has it; those that are left are copied, never encoded anew, into a container of the
same kind, with their times. Needs PyAV (`pip install thresher[video]`); without it such a video is treated as any
binary file.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from io import BytesIO
from itertools import pairwise
from typing import TYPE_CHECKING

from thresher.formats.content import has_suffix
from thresher.structures.container import Part

if TYPE_CHECKING:
    from av.container import InputContainer
    from av.packet import Packet
    from av.stream import Stream

PACKS = False
BARE = ("h264", "hevc", "m4v", "mpegvideo", "av1", "obu")  # streams without a container: frames one after the other
SUFFIXES = (".mp4", ".m4v", ".mov", ".mkv", ".webm", ".ts", ".h264", ".264", ".avc", ".h265", ".265", ".hevc", ".mpg")
STARTS = (b"\x1aE\xdf\xa3", b"\0\0\0\1\x67", b"\0\0\1\x67", b"\0\0\0\1\x09")
WRITTEN = ("mp4", "matroska")  # of the names that a reader has for what it reads
REPEATABLE = {"fflags": "bitexact"}  # no time of writing, no random numbers


@dataclass(frozen=True, eq=False)
class PacketPart(Part):
    """A packet, by its number in the file and the number of its stream; `key` if it needs none before it."""

    number: int = 0
    stream: int = 0
    key: bool = False


@dataclass(frozen=True, eq=False)
class Video(Part):
    """The whole file; frames are copied out of `source`."""

    source: bytes = b""


def confidence(name: str, data: bytes) -> float:
    """Sure of itself by the first bytes, or by the name of what has no special ones."""
    if not _has_library():
        return 0.0
    known = data.startswith(STARTS) or data[4:8] == b"ftyp" or (has_suffix(name, *SUFFIXES) and b"\0" in data)
    return 0.97 if known else 0.0


def parse_container(name: str, data: bytes) -> Part | None:
    """Streams, those of pictures with groups inside, each with its frames; None if there is no picture in it."""
    if not _has_library():
        return None
    import av  # noqa: PLC0415 - slow to load, and not everybody has it

    try:
        with av.open(BytesIO(data), "r") as file:
            pictures = {stream.index for stream in file.streams.video}
            frames = [_frame(number, packet) for number, packet in enumerate(_packets(file))]
    except (av.FFmpegError, ValueError):
        return None
    if pictures.isdisjoint(frame.stream for frame in frames):
        return None
    parts = []
    for index in sorted({frame.stream for frame in frames}):
        own = [frame for frame in frames if frame.stream == index]
        parts.append(Part("stream", parts=tuple(_groups(own)) if index in pictures else tuple(own)))
    return Video("video", parts=tuple(parts), raw=data, source=data)


def write(part: Part) -> bytes:
    """The frames that are left; nothing, which is never accepted as a result, if they cannot be written."""
    if part.raw is not None:
        return part.raw
    assert isinstance(part, Video)
    kept = {frame.number: frame for frame in _frames(part)}
    import av  # noqa: PLC0415 - slow to load, and not everybody has it

    try:
        with av.open(BytesIO(part.source), "r") as file:
            if file.format.name in BARE:
                return b"".join(frame.content for _, frame in sorted(kept.items()))
            return _muxed(file, kept)
    except (av.FFmpegError, ValueError):
        return b""


def _groups(frames: list[PacketPart]) -> Iterator[Part]:
    """Groups of pictures: a frame that needs none before it, and those after it up to the next."""
    starts = [at for at, frame in enumerate(frames) if frame.key or at == 0]
    for start, stop in pairwise([*starts, len(frames)]):
        yield Part("group", parts=tuple(frames[start:stop]))


def _frames(part: Part) -> Iterator[PacketPart]:
    if isinstance(part, PacketPart):
        yield part
    for inner in part.parts:
        yield from _frames(inner)


def _frame(number: int, packet: Packet[Stream]) -> PacketPart:
    content, stream = bytes(packet), packet.stream.index
    return PacketPart("frame", content=content, number=number, stream=stream, key=packet.is_keyframe)


def _packets(file: InputContainer) -> Iterator[Packet[Stream]]:
    """All but the empty ones that mark the ends."""
    return (packet for packet in file.demux() if packet.size)


def _muxed(file: InputContainer, kept: dict[int, PacketPart]) -> bytes:
    import av  # noqa: PLC0415 - slow to load, and not everybody has it

    target = BytesIO()
    names = file.format.name.split(",")
    kind = next((name for name in WRITTEN if name in names), names[0])
    with av.open(target, "w", format=kind, options=REPEATABLE) as output:
        wanted = {frame.stream for frame in kept.values()}
        streams = {each.index: output.add_stream_from_template(each) for each in file.streams if each.index in wanted}
        for number, packet in enumerate(_packets(file)):
            if number in kept:
                packet.stream = streams[packet.stream.index]
                output.mux(packet)
    return target.getvalue()


@cache
def _has_library() -> bool:
    return find_spec("av") is not None
