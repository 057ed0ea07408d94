"""MP4, M4A, MOV: boxes in boxes, and the samples of tracks; lengths, sample tables and offsets are put right.

A sample is a frame of sound or a picture. The samples are parts of their track, in groups: a picture that needs none
before it and those after it, or what is stored together. Files in fragments are reduced by their boxes alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from struct import Struct, error

from thresher.formats.content import has_suffix
from thresher.formats.index import BOXES
from thresher.formats.media.video.sample_tables import OPTIONAL, TABLES, Sample, read_samples, sample_tables
from thresher.structures.container import Part

SUFFIXES = (".mp4", ".m4a", ".m4v", ".m4b", ".mov", ".3gp", ".qt")
HOLDING = frozenset(b"moov trak mdia minf stbl edts dinf udta mvex moof traf mfra".split())
MEDIA, TRACK = b"mdat", b"trak"
DEEPEST = 8  # boxes in boxes; what is deeper is a content
_HEAD, _LONG = Struct(">I4s"), Struct(">Q")


@dataclass(frozen=True, eq=False)
class Mp4Box(Part):
    """A box by its type. `to_end` if it has no length, `long` if that has eight bytes; `table` if it is made anew."""

    type: bytes = b""
    to_end: bool = False
    long: bool = False
    table: bool = False


@dataclass(frozen=True, eq=False)
class SamplePart(Part):
    """A sample, with what the tables say about it."""

    sample: Sample | None = None


def confidence(name: str, data: bytes) -> float:
    """Sure of itself by the first box, for some of them together with the name."""
    return 0.98 if data[4:8] == b"ftyp" or (data[4:8] in BOXES and has_suffix(name, *SUFFIXES)) else 0.0


def parse_container(name: str, data: bytes) -> Part | None:
    """The boxes, with the samples in their tracks if all of these are in one box; None if nothing is described."""
    boxes = [*_boxes(data, 0, len(data), depth=0)]
    kinds = [box.type for box in boxes if isinstance(box, Mp4Box)]
    if b"moov" not in kinds and b"moof" not in kinds:
        return None
    if kinds.count(MEDIA) == 1 and b"moof" not in kinds:
        try:
            return Part("mp4", parts=tuple(_sampled(data, boxes)), raw=data)
        except (ValueError, error):
            pass  # tables that contradict each other or the file
    return Part("mp4", parts=tuple(boxes), raw=data)


def write(part: Part) -> bytes:
    """The file. How long it is before the samples is known only when it was written once."""
    if part.raw is not None:
        return part.raw
    samples = sorted(_samples(part), key=lambda each: each.offset)
    places, at = {}, 0
    for sample in samples:
        places[sample.offset] = at
        at += len(sample.content)
    media = b"".join(sample.content for sample in samples)
    pieces: list[bytes] = []
    for base in (0, None):
        start = _media_start(part, pieces) if base is None else base
        pieces = [_written(each, places, start, media) for each in part.parts]
    return b"".join(pieces)


def _media_start(part: Part, pieces: list[bytes]) -> int:
    """Where the samples begin."""
    at = 0
    for each, piece in zip(part.parts, pieces, strict=True):
        if isinstance(each, Mp4Box) and each.type == MEDIA:
            return at + (16 if each.long else 8)
        at += len(piece)
    return at


def _written(part: Part, places: dict[int, int], start: int, media: bytes) -> bytes:
    if part.raw is not None:
        return part.raw
    if not isinstance(part, Mp4Box):
        return b"" if part.kind == "group" else part.content
    if part.type == MEDIA and part.table:
        content = media
    elif part.type == TRACK:
        tables = sample_tables([*_samples(part)], {at: start + place for at, place in places.items()})
        content = b"".join(_table(each, tables, places, start) for each in part.parts)
    else:
        content = part.content + b"".join(_written(each, places, start, media) for each in part.parts)
    return _boxed(part, content)


def _table(part: Part, tables: dict[bytes, bytes], places: dict[int, int], start: int) -> bytes:
    """A box of a track, whose sample tables are made anew."""
    if not isinstance(part, Mp4Box) or part.raw is not None:
        return _written(part, places, start, b"")
    if part.table:
        return _boxed(part, part.content[:4] + tables.get(part.type, part.content[4:]))
    return _boxed(part, part.content + b"".join(_table(each, tables, places, start) for each in part.parts))


def _boxed(box: Mp4Box, content: bytes) -> bytes:
    if box.to_end:
        return _HEAD.pack(0, box.type) + content
    size = 8 + len(content)
    if box.long or size >> 32:
        return _HEAD.pack(1, box.type) + _LONG.pack(size + 8) + content
    return _HEAD.pack(size, box.type) + content


def _boxes(data: bytes, at: int, stop: int, *, depth: int) -> Iterator[Part]:
    """The boxes from there on, and what is none."""
    while at + 8 <= stop:
        size, kind = _HEAD.unpack_from(data, at)
        begin, to_end, long = at + 8, size == 0, size == 1
        if long and at + 16 <= stop:
            size, begin = _LONG.unpack_from(data, at + 8)[0], at + 16
        end = stop if to_end else at + size
        if end < begin or end > stop or (to_end and depth):
            break
        inside = [*_boxes(data, begin, end, depth=depth + 1)] if kind in HOLDING and depth < DEEPEST else []
        if inside and all(isinstance(each, Mp4Box) for each in inside):
            yield Mp4Box("box", parts=tuple(inside), raw=data[at:end], type=kind, to_end=to_end, long=long)
        else:
            yield Mp4Box("box", content=data[begin:end], type=kind, to_end=to_end, long=long)
        at = end
    if at < stop:
        yield Part("rest", content=data[at:stop])


def _sampled(data: bytes, boxes: list[Part]) -> Iterator[Part]:
    """The same boxes with the samples in their tracks; a ValueError if the tables contradict the file."""
    left = [len(data)]
    for box in boxes:
        if isinstance(box, Mp4Box) and box.type == MEDIA:
            yield Mp4Box("box", fixed=True, type=MEDIA, to_end=box.to_end, long=box.long, table=True)
        elif isinstance(box, Mp4Box) and box.type == b"moov":
            yield Mp4Box(
                "box", parts=tuple(_track(data, each, left) for each in box.parts), type=b"moov", long=box.long
            )
        else:
            yield box


def _track(data: bytes, box: Part, left: list[int]) -> Part:
    """A track with its samples, which may not take more bytes than are `left`: no two of them are the same ones."""
    if not isinstance(box, Mp4Box) or box.type != TRACK:
        return box
    tables = {each.type: each.content[4:] for each in _all_boxes(box) if each.type in TABLES}
    samples = read_samples(data, tables)
    left[0] -= sum(len(sample.content) for sample in samples)
    if left[0] < 0:
        raise ValueError("samples that share their bytes")
    groups: list[list[Part]] = []
    for number, sample in enumerate(samples):
        starts = sample.sync if b"stss" in tables else number == 0 or sample.chunk != samples[number - 1].chunk
        if starts or not groups:
            groups.append([])
        groups[-1].append(SamplePart("sample", content=sample.content, sample=sample))
    parts = (_with_tables(each) for each in box.parts)
    return Mp4Box("track", parts=(*parts, *(Part("group", parts=tuple(group)) for group in groups)), type=TRACK)


def _with_tables(box: Part) -> Part:
    """A box of a track, with its tables marked as such."""
    if not isinstance(box, Mp4Box):
        return box
    if box.type in TABLES:
        fixed = box.type not in OPTIONAL
        return Mp4Box("table", content=box.content[:4], fixed=fixed, opaque=True, type=box.type, table=True)
    if not any(each.type in TABLES for each in _all_boxes(box)):
        return box
    return Mp4Box("box", parts=tuple(map(_with_tables, box.parts)), fixed=True, type=box.type, long=box.long)


def _all_boxes(box: Mp4Box) -> Iterator[Mp4Box]:
    yield box
    for each in box.parts:
        if isinstance(each, Mp4Box):
            yield from _all_boxes(each)


def _samples(part: Part) -> Iterator[Sample]:
    """The samples in a part as they are now."""
    if isinstance(part, SamplePart) and part.sample is not None:
        yield part.sample._replace(content=part.content)
    for each in part.parts:
        yield from _samples(each)
