"""The tables of a track of an MP4 file: how long its samples are, where they are, and when."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, islice
from struct import iter_unpack, pack, unpack_from
from typing import NamedTuple

TABLES = frozenset((b"stsz", b"stsc", b"stco", b"co64", b"stts", b"ctts", b"stss"))
OPTIONAL = frozenset((b"ctts", b"stss"))  # the others are needed to find a sample
MOST = 1 << 17  # samples of a track


class Sample(NamedTuple):
    """A sample: where it was, in which chunk with which description, how long it lasts and how late it is shown."""

    content: bytes
    offset: int
    chunk: int
    description: int
    duration: int
    delay: int
    sync: bool


def read_samples(data: bytes, tables: Mapping[bytes, bytes]) -> list[Sample]:
    """The samples in their order; a ValueError or struct.error if the tables contradict each other or the file."""
    sizes = _sizes(tables.get(b"stsz", b""))
    if len(sizes) > MOST:
        raise ValueError("too many samples")
    chunks = [*_chunks(tables, len(sizes))]
    durations = [*islice(_repeated(tables.get(b"stts", b"")), len(sizes))]
    delays = [*islice(_repeated(tables[b"ctts"]), len(sizes))] if b"ctts" in tables else [0] * len(sizes)
    syncs = {number for (number,) in _rows(tables[b"stss"], ">I")} if b"stss" in tables else range(1, len(sizes) + 1)
    if not len(sizes) == len(chunks) == len(durations) == len(delays):
        raise ValueError("tables of different lengths")
    found: list[Sample] = []
    at, last = 0, -1
    for number, (size, (chunk, offset, description)) in enumerate(zip(sizes, chunks, strict=True)):
        at, last = (at if chunk == last else offset), chunk
        content = data[at : at + size]
        if len(content) < size:
            raise ValueError("a sample outside the file")
        found.append(Sample(content, at, chunk, description, durations[number], delays[number], number + 1 in syncs))
        at += size
    return found


def sample_tables(samples: Sequence[Sample], places: Mapping[int, int]) -> dict[bytes, bytes]:
    """The contents of the tables without their versions; `places` has where each sample is now, by where it was."""
    sizes = [len(sample.content) for sample in samples]
    uniform = sizes[0] if len(set(sizes)) == 1 else 0
    table = b"" if uniform else pack(f">{len(sizes)}I", *sizes)
    chunks = [[*run] for _, run in groupby(samples, key=lambda sample: (sample.chunk, sample.description))]
    offsets = [places[chunk[0].offset] for chunk in chunks]
    runs: list[tuple[int, int, int]] = []
    for number, chunk in enumerate(chunks):
        if not runs or runs[-1][1:] != (len(chunk), chunk[0].description):
            runs.append((number + 1, len(chunk), chunk[0].description))
    return {
        b"stsz": pack(">II", uniform, len(samples)) + table,
        b"stsc": _packed(">III", runs),
        b"stco": _packed(">I", ((offset & 0xFFFFFFFF,) for offset in offsets)),
        b"co64": _packed(">Q", ((offset,) for offset in offsets)),
        b"stts": _packed(">II", _runs(sample.duration for sample in samples)),
        b"ctts": _packed(">II", _runs(sample.delay for sample in samples)),
        b"stss": _packed(">I", ((number + 1,) for number, sample in enumerate(samples) if sample.sync)),
    }


def _sizes(table: bytes) -> list[int]:
    uniform, count = unpack_from(">II", table)
    if uniform:
        return [uniform] * min(count, MOST + 1)
    return [*unpack_from(f">{min(count, len(table))}I", table, 8)]


def _chunks(tables: Mapping[bytes, bytes], count: int) -> Iterator[tuple[int, int, int]]:
    """For each sample the number and the offset of its chunk, and which description it has."""
    offsets = _rows(tables[b"co64"], ">Q") if b"co64" in tables else _rows(tables.get(b"stco", b""), ">I")
    runs = _rows(tables.get(b"stsc", b""), ">III")
    place = 0
    for number, (offset,) in enumerate(offsets):
        while place + 1 < len(runs) and runs[place + 1][0] <= number + 1:
            place += 1
        for _ in range(min(runs[place][1] if runs else 0, count)):
            yield number, offset, runs[place][2]
            count -= 1


def _rows(table: bytes, row: str) -> list[tuple[int, ...]]:
    """The rows of a table after their number."""
    (count,) = unpack_from(">I", table)
    width = len(pack(row, *[0] * row.count(row[-1])))
    return [*iter_unpack(row, table[4 : 4 + min(count, len(table)) * width])]


def _repeated(table: bytes) -> Iterator[int]:
    """The values of a table of numbers and values."""
    for count, value in _rows(table, ">II"):
        yield from (value for _ in range(count))


def _runs(values: Iterable[int]) -> list[tuple[int, int]]:
    return [(sum(1 for _ in run), value) for value, run in groupby(values)]


def _packed(row: str, rows: Iterable[tuple[int, ...]]) -> bytes:
    written = [pack(row, *each) for each in rows]
    return pack(">I", len(written)) + b"".join(written)
