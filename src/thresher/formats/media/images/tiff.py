"""TIFF: pages, tags, and the lines and columns or strips of images; offsets, lengths and sizes are put right.

An image that is not compressed is written as one strip. What nothing refers to is not written.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from struct import error, iter_unpack, pack, unpack_from

from thresher.formats.media.images.raster import Raster, raster
from thresher.structures.container import Part

PACKS = False
ORDERS = {b"II*\0": "<", b"MM\0*": ">"}
SIZES = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4}  # bytes by type
INTEGERS = {1: "B", 3: "H", 4: "I"}
LONG, INLINE, ENTRY = 4, 4, 12  # a type; bytes of a value in the entry, and of an entry
WIDTH, LENGTH, BITS, COMPRESSION, ROWS, PLANES = 256, 257, 258, 259, 278, 284  # tags
STRIPS = {273: 279, 324: 325, 513: 514}  # tags of offsets, and of lengths: strips, tiles, a thumbnail
DIRECTORIES = (330, 34665, 34853, 40965)  # tags of the offset of a directory
MOST = 1 << 12  # directories


@dataclass(frozen=True, eq=False)
class Tiff(Part):
    """The pages; `order` is that of the bytes in a number."""

    order: str = "<"


@dataclass(frozen=True, eq=False)
class TiffEntry(Part):
    """A tag with its value; or an image, or a directory, with the tag that has its offset."""

    tag: int = 0
    type: int = 0


@dataclass(frozen=True, eq=False)
class TiffStrip(Part):
    """A strip with its number of lines, or 0 if it is not known; or a tile, or a thumbnail."""

    rows: int = 0


def confidence(name: str, data: bytes) -> float:
    """Sure of itself by the first bytes."""
    return 0.98 if data[:4] in ORDERS else 0.0


def parse_container(name: str, data: bytes) -> Part | None:
    """The pages; None if something is not in the file."""
    try:
        order = ORDERS[data[:4]]
        pages = tuple(TiffDirectories(data, order).chain(unpack_from(f"{order}I", data, 4)[0]))
    except (error, KeyError, ValueError):
        return None
    return Tiff("tiff", parts=pages, raw=data, order=order) if pages else None


def write(part: Part) -> bytes:
    """The file."""
    if part.raw is not None:
        return part.raw
    assert isinstance(part, Tiff)
    writer = TiffWriter(part.order)
    link = 4
    for page in part.parts:
        link = writer.linked(page, link)
    return bytes(writer.data)


class TiffDirectories:
    """Reads directories. Raises ValueError or struct.error for what is none."""

    def __init__(self, data: bytes, order: str) -> None:
        self._data, self._order, self._seen = data, order, set[int]()

    def chain(self, at: int) -> Iterator[Part]:
        """A directory, and those that it links to."""
        while at:
            if at in self._seen or len(self._seen) > MOST:
                raise ValueError("a directory inside itself")
            self._seen.add(at)
            (count,) = unpack_from(f"{self._order}H", self._data, at)
            entries = [self._entry(at + 2 + ENTRY * number) for number in range(count)]
            (next_at,) = unpack_from(f"{self._order}I", self._data, at + 2 + ENTRY * count)
            yield Part("page", parts=tuple(self._with_images(entries)))
            at = next_at

    def _entry(self, at: int) -> TiffEntry:
        tag, type, count = unpack_from(f"{self._order}HHI", self._data, at)
        size = SIZES.get(type, 1) * count
        (start,) = unpack_from(f"{self._order}I", self._data, at + 8)
        if tag in DIRECTORIES and (type, count) == (LONG, 1):
            parts = next(self.chain(start)).parts
            return TiffEntry("directory", parts=parts, tag=tag, type=type)
        content = self._bytes(start if size > INLINE else at + 8, size)
        return TiffEntry("tag", content=content, tag=tag, type=type)

    def _bytes(self, at: int, size: int) -> bytes:
        if at + size > len(self._data):
            raise ValueError("it ends too early")
        return self._data[at : at + size]

    def _with_images(self, entries: list[TiffEntry]) -> Iterator[Part]:
        """The entries; those of offsets and lengths are one part with what they refer to."""
        by_tag = {entry.tag: entry for entry in entries}
        spans = {tag: self._spans(by_tag, tag) for tag in STRIPS}
        gone = {STRIPS[tag] for tag in STRIPS if spans[tag]}
        for entry in entries:
            if spans.get(entry.tag):
                strips = [self._bytes(*span) for span in spans[entry.tag]]
                yield TiffEntry("image", parts=tuple(self._image(entry.tag, strips, by_tag)), tag=entry.tag)
            elif entry.tag not in gone:
                yield entry

    def _spans(self, tags: dict[int, TiffEntry], tag: int) -> list[tuple[int, int]]:
        """Offsets and lengths of strips; nothing if there are not as many of the one as of the other."""
        offsets, lengths = self._integers(tags, tag, 0), self._integers(tags, STRIPS[tag], 0)
        return [*zip(offsets, lengths, strict=True)] if len(offsets) == len(lengths) and any(offsets) else []

    def _image(self, tag: int, strips: list[bytes], tags: dict[int, TiffEntry]) -> Iterator[Part]:
        """One part if it is not compressed and as large as the tags say, or else its strips."""
        (width, *_), (length, *_), (rows, *_) = (self._integers(tags, each, 0) for each in (WIDTH, LENGTH, ROWS))
        bits = sum(self._integers(tags, BITS, 1))
        has_planes = self._integers(tags, PLANES, 1) != [1]
        is_plain = tag == min(STRIPS) and self._integers(tags, COMPRESSION, 1) == [1] and not has_planes
        line = -(-width * bits // 8)
        if is_plain and 0 < line * length == sum(map(len, strips)):
            yield raster(b"".join(strips), line, width, bits)
            return
        for number, strip in enumerate(strips):
            left = length - number * rows if tag == min(STRIPS) and not has_planes else 0
            yield TiffStrip("strip", content=strip, rows=max(0, min(rows, left)))

    def _integers(self, tags: dict[int, TiffEntry], tag: int, default: int) -> list[int]:
        """The numbers that are the value of a tag."""
        entry = tags.get(tag)
        form = INTEGERS.get(entry.type) if entry else None
        if entry is None or form is None or not entry.content:
            return [default]
        return [number for (number,) in iter_unpack(self._order + form, entry.content)]


class TiffWriter:
    """Puts a file together: what entries refer to is before their directory, and equal values are there once."""

    def __init__(self, order: str) -> None:
        self.data = bytearray(pack(f"{order}2sHI", b"II" if order == "<" else b"MM", 42, 0))
        self._order, self._places = order, dict[bytes, int]()

    def linked(self, directory: Part, link: int) -> int:
        """Writes a directory with its offset at `link`; returns where that of the next directory is to be."""
        self.data[link : link + 4] = self._numbers(self._directory(directory))
        return len(self.data) - 4

    def _directory(self, directory: Part) -> int:
        sizes = _sizes(directory)
        entries = sorted(
            (each for part in directory.parts for each in self._entries(part, sizes)), key=lambda each: each[0]
        )
        packed = b"".join(pack(f"{self._order}HHI4s", *entry) for entry in entries)
        return self._appended(pack(f"{self._order}H", len(entries)) + packed + bytes(4))

    def _entries(self, part: Part, sizes: dict[int, int]) -> Iterator[tuple[int, int, int, bytes]]:
        """Tag, type, number of values, and the value or its offset."""
        assert isinstance(part, TiffEntry)
        if part.kind == "directory":
            yield part.tag, LONG, 1, self._numbers(self._directory(part))
        elif part.kind == "image":
            strips = [b"".join(each.lines) if isinstance(each, Raster) else each.content for each in part.parts]
            yield self._entry(part.tag, LONG, self._numbers(*map(self._placed, strips)))
            yield self._entry(STRIPS[part.tag], LONG, self._numbers(*map(len, strips)))
        elif part.tag in sizes and part.type in INTEGERS:
            yield self._entry(part.tag, part.type, pack(self._order + INTEGERS[part.type], sizes[part.tag]))
        else:
            yield self._entry(part.tag, part.type, part.content)

    def _entry(self, tag: int, type: int, content: bytes) -> tuple[int, int, int, bytes]:
        value = content if len(content) <= INLINE else self._numbers(self._placed(content))
        return tag, type, len(content) // SIZES.get(type, 1), value

    def _placed(self, content: bytes) -> int:
        if content not in self._places:
            self._places[content] = self._appended(content)
        return self._places[content]

    def _appended(self, content: bytes) -> int:
        self.data += bytes(len(self.data) % 2)
        self.data += content
        return len(self.data) - len(content)

    def _numbers(self, *numbers: int) -> bytes:
        return pack(f"{self._order}{len(numbers)}I", *numbers)


def _sizes(directory: Part) -> dict[int, int]:
    """Values of tags that follow from what is left of an image."""
    for entry in directory.parts:
        if isinstance(entry, TiffEntry) and entry.tag == min(STRIPS) and entry.kind == "image":
            image = entry.parts[0] if entry.parts else None
            if isinstance(image, Raster):
                rows = len(image.lines)
                return {WIDTH: len(image.columns), LENGTH: rows, ROWS: rows}
            counts = [each.rows for each in entry.parts if isinstance(each, TiffStrip)]
            return {LENGTH: sum(counts)} if all(counts) else {}
    return {}
