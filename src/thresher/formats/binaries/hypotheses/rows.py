"""Rows of one size after a header, as in a table without lengths: found by bytes that are the same a row further on."""

from __future__ import annotations

from collections.abc import Iterator
from math import log2
from operator import eq

from thresher.formats.binaries.hypotheses.evidence import ByteCosts
from thresher.formats.binaries.hypotheses.header_numbers import ORDERS, Counts, Order, header_numbers
from thresher.formats.binaries.hypotheses.hypothesis import Hypothesis, WrittenPart, records_after

LONGEST_ROW = 256
LONGEST_HEADER = 64
LONGEST_WITH_COUNT = 1 << 12  # bytes of a header that begins or ends with the number of rows
COUNT_AT = 8  # bytes at the beginning or end of a long header in which this number is
FEWEST = 4  # rows
SAMPLE = 1 << 13  # bytes that are compared
BEST = 3  # sizes of rows that are looked at
LEAST_BITS = 8.0
COUNTED_BITS = 6.0  # of rows that fit two numbers in the header


def row_hypotheses(data: bytes) -> Iterator[Hypothesis]:
    """Rows that repeat the most bytes, and rows that numbers in the header count, as in a bitmap."""
    costs = ByteCosts(data)
    for size in _sizes(data):
        header = _header(data, size)
        rows = [data[at : at + size] for at in range(header, len(data), size)]
        if len(rows) < FEWEST:
            continue
        bits = sum(costs.gain(bytes(column)) for column in zip(*rows, strict=True)) - log2(LONGEST_ROW)
        if bits >= LEAST_BITS:
            yield _hypothesis(bits, data, header, rows)
    for header, size in _counted(data):
        yield _hypothesis(COUNTED_BITS, data, header, [data[at : at + size] for at in range(header, len(data), size)])


def _hypothesis(bits: float, data: bytes, header: int, rows: list[bytes]) -> Hypothesis:
    records = tuple(WrittenPart("row", content=row, raw=row, opaque=True) for row in rows)
    after = f" after a header of {header} bytes" if header else ""
    return Hypothesis(bits, f"{len(rows)} rows of {len(rows[0])} bytes{after}", records_after(data, header, records))


def _counted(data: bytes) -> Iterator[tuple[int, int]]:
    """Where rows begin and how long they are: the header has its own length in it, and how many rows there are."""
    numbers = {order: [_number(data, at, order) for at in range(LONGEST_HEADER)] for order in ORDERS}
    for order in ORDERS:
        for header in dict.fromkeys(each for each in numbers[order] if FEWEST < each <= 2 * LONGEST_HEADER):
            body = len(data) - header
            counts = dict.fromkeys(each for each in numbers[order][: max(0, header - 3)] if FEWEST <= each < body)
            for count in counts:
                if count != header and body % count == 0:
                    yield header, body // count


def _number(data: bytes, at: int, order: Order) -> int:
    return int.from_bytes(data[at : at + 4], order) if at + 4 <= len(data) else 0


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
    for header in range(shortest, min(LONGEST_WITH_COUNT, len(data)) + 1, size):
        body = len(data) - header
        rows = body // size
        if header > LONGEST_HEADER:
            ends = data[:COUNT_AT], data[header - COUNT_AT : header]
            if any(rows.to_bytes(4, order) in end for order in ORDERS for end in ends):
                return header
        elif any(each.counts is Counts.RECORDS for each in header_numbers(data[:header], body, rows)):
            return header
    return shortest
