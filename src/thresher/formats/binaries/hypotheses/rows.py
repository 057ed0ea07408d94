"""Rows of one size after a header, as in a table without lengths: found by bytes that are the same a row further on."""

from __future__ import annotations

from collections.abc import Iterator
from math import log2
from operator import eq

from thresher.formats.binaries.hypotheses.evidence import ByteCosts
from thresher.formats.binaries.hypotheses.header_numbers import Counts, header_numbers
from thresher.formats.binaries.hypotheses.hypothesis import Hypothesis, WrittenPart, records_after

LONGEST_ROW = 256
LONGEST_HEADER = 64
FEWEST = 4  # rows
SAMPLE = 1 << 13  # bytes that are compared
BEST = 3  # sizes of rows that are looked at
LEAST_BITS = 8.0


def row_hypotheses(data: bytes) -> Iterator[Hypothesis]:
    """The sizes of rows that repeat the most bytes."""
    costs = ByteCosts(data)
    for size in _sizes(data):
        header = _header(data, size)
        rows = [data[at : at + size] for at in range(header, len(data), size)]
        if len(rows) < FEWEST:
            continue
        bits = sum(costs.gain(bytes(column)) for column in zip(*rows, strict=True)) - log2(LONGEST_ROW)
        if bits >= LEAST_BITS:
            records = tuple(WrittenPart("row", content=row, raw=row, opaque=True) for row in rows)
            after = f" after a header of {header} bytes" if header else ""
            yield Hypothesis(bits, f"{len(rows)} rows of {size} bytes{after}", records_after(data, header, records))


def _sizes(data: bytes) -> list[int]:
    """Those with the most bytes that are the same one row further on, and their divisors."""
    sample = data[-SAMPLE:]
    most = min(LONGEST_ROW, len(sample) // FEWEST)
    same = {size: sum(map(eq, sample, sample[size:])) / (len(sample) - size) for size in range(2, most + 1)}
    best = sorted(same, key=lambda size: (-round(same[size], 2), size))[:BEST]
    return sorted({size for many in best for size in range(2, many + 1) if many % size == 0})


def _header(data: bytes, size: int) -> int:
    """As much as is left over by whole rows, or with some rows more if a number in it counts those that follow."""
    shortest = len(data) % size
    for header in range(shortest, LONGEST_HEADER + 1, size):
        body = len(data) - header
        if any(each.counts is Counts.RECORDS for each in header_numbers(data[:header], body, body // size)):
            return header
    return shortest
