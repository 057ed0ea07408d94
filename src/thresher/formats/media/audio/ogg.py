"""Ogg (Vorbis, Opus, Theora, FLAC in Ogg): streams, pages and packets; page numbers, flags and checksums are put right.

A packet is a part of the page in which it ends, which has its time. A checksum that was wrong stays what it was, and so
do page numbers that did not follow each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from struct import Struct
from typing import NamedTuple

from thresher.formats.media.checksums import crc32
from thresher.structures.container import Part

MAGIC = b"OggS"
CONTINUED, FIRST, LAST = 1, 2, 4
SEGMENT = MOST_SEGMENTS = 255  # bytes of a segment, segments of a page
UNFINISHED = (1 << 64) - 1  # the time of a page in which no packet ends
_HEAD = Struct("<4sBBQIIIB")


class PageHeader(NamedTuple):
    """What a page says of itself; `crc` is None if it was right."""

    flags: int
    time: int
    serial: int
    number: int
    crc: int | None
    order: int


NO_HEADER = PageHeader(0, 0, 0, 0, None, 0)


@dataclass(frozen=True, eq=False)
class OggPage(Part):
    """The packets that end in a page. `empty` if there were none; `open` if the last one has no end."""

    header: PageHeader = NO_HEADER
    empty: bool = False
    open: bool = False


@dataclass(frozen=True, eq=False)
class OggStream(Part):
    """Pages with the same serial number; `has_gaps` if their own numbers do not follow each other."""

    has_gaps: bool = False
    ends: int = 0  # the flags of the first and the last page


def confidence(name: str, data: bytes) -> float:
    """Sure of itself by the first bytes."""
    return 0.99 if data.startswith(MAGIC) else 0.0


def parse_container(name: str, data: bytes) -> Part | None:
    """The streams with their pages, and whatever is after the last page; None if there is no whole page."""
    streams: dict[int, list[tuple[PageHeader, bytes, bytes]]] = {}
    at = 0
    for header, lengths, content in _pages(data):
        streams.setdefault(header.serial, []).append((header, lengths, content))
        at += _HEAD.size + len(lengths) + len(content)
    if not streams:
        return None
    rest = [Part("rest", content=data[at:], raw=data[at:])] if at < len(data) else []
    return Part("ogg", parts=(*(_stream(pages) for pages in streams.values()), *rest), raw=data)


def write(part: Part) -> bytes:
    """The pages that are left, in their order."""
    if part.raw is not None:
        return part.raw
    pages = [page for stream in part.parts if isinstance(stream, OggStream) for page in _written(stream)]
    rest = [each.content for each in part.parts if each.kind == "rest"]
    return b"".join([*(data for _, data in sorted(pages, key=lambda page: page[0])), *rest])


def _pages(data: bytes) -> Iterator[tuple[PageHeader, bytes, bytes]]:
    """Each page with the lengths of its segments and what is in them."""
    at = order = 0
    while at + _HEAD.size <= len(data):
        magic, version, flags, time, serial, number, crc, count = _HEAD.unpack_from(data, at)
        start = at + _HEAD.size + count
        lengths = data[at + _HEAD.size : start]
        stop = start + sum(lengths)
        if magic != MAGIC or version or len(lengths) < count or stop > len(data):
            return
        is_right = crc == crc32(data[at : at + 22] + bytes(4) + data[at + 26 : stop])
        yield PageHeader(flags, time, serial, number, None if is_right else crc, order), lengths, data[start:stop]
        at, order = stop, order + 1


def _stream(pages: list[tuple[PageHeader, bytes, bytes]]) -> OggStream:
    """Packets put together from the pages that they are in; a page in which none ends is part of the next."""
    parts: list[Part] = []
    begun = bytearray()  # of a packet that has not ended
    for place, (header, lengths, content) in enumerate(pages):
        packets: list[Part] = []
        ends = [number + 1 for number, length in enumerate(lengths) if length < SEGMENT]
        at = 0
        for start, stop in pairwise([0, *ends]):
            size = sum(lengths[start:stop])
            packets.append(Part("packet", content=bytes(begun + content[at : at + size])))
            begun, at = bytearray(), at + size
        begun += content[at:]
        is_open = place == len(pages) - 1 and bool(begun)
        if is_open:
            packets.append(Part("packet", content=bytes(begun)))
        if packets or not lengths:
            parts.append(OggPage("page", parts=tuple(packets), header=header, empty=not packets, open=is_open))
    numbers = [header.number for header, _, _ in pages]
    has_gaps = any(one + 1 != other for one, other in pairwise(numbers))
    ends_flags = pages[0][0].flags & FIRST | pages[-1][0].flags & LAST
    return OggStream("stream", parts=tuple(parts), has_gaps=has_gaps, ends=ends_flags)


def _written(stream: OggStream) -> list[tuple[int, bytes]]:
    """The pages of a stream with their places in the file; those that have lost all packets are gone."""
    pages = [page for page in stream.parts if isinstance(page, OggPage) and (page.parts or page.empty)]
    pieces = [(page.header, *piece) for page in pages for piece in _laid_out(page)]
    found: list[tuple[int, bytes]] = []
    for place, (header, continued, time, lengths, content) in enumerate(pieces):
        number = header.number if stream.has_gaps else pieces[0][0].number + place
        first = stream.ends & FIRST if place == 0 else 0
        last = stream.ends & LAST if place == len(pieces) - 1 else 0
        flags = header.flags & ~(CONTINUED | FIRST | LAST) | continued | first | last
        fields = (MAGIC, 0, flags, time, header.serial, number & 0xFFFFFFFF)
        crc = header.crc
        if crc is None:
            crc = crc32(_HEAD.pack(*fields, 0, len(lengths)) + lengths + content)
        found.append((header.order, _HEAD.pack(*fields, crc, len(lengths)) + lengths + content))
    return found


def _laid_out(page: OggPage) -> Iterator[tuple[int, int, bytes, bytes]]:
    """One page, or several if there is too much in it: flags, time, lengths of segments, contents."""
    lengths, content = bytearray(), bytearray()
    for number, packet in enumerate(page.parts):
        full, left = divmod(len(packet.content), SEGMENT)
        is_open = page.open and number == len(page.parts) - 1 and not left
        lengths += bytes([SEGMENT]) * full + (b"" if is_open else bytes([left]))
        content += packet.content
    flags = at = start = 0
    while len(lengths) - start > MOST_SEGMENTS:
        stop = start + MOST_SEGMENTS
        size = sum(lengths[start:stop])
        ends = min(lengths[start:stop]) < SEGMENT
        yield (
            flags,
            page.header.time if ends else UNFINISHED,
            bytes(lengths[start:stop]),
            bytes(content[at : at + size]),
        )
        flags = CONTINUED if lengths[stop - 1] == SEGMENT else 0
        at, start = at + size, stop
    yield flags, page.header.time, bytes(lengths[start:]), bytes(content[at:])
