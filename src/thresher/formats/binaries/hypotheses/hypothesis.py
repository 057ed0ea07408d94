"""A hypothesis about a content: a header and the parts after it, with what the numbers in the header count."""

from __future__ import annotations

from dataclasses import dataclass

from thresher.formats.binaries.hypotheses.header_numbers import HeaderNumber, header_numbers, with_numbers
from thresher.structures.container import Container, Part

STRONG = 20.0  # bits that are hardly ever chance


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A container that a content may be, how it is described, and how many bits say so."""

    bits: float
    description: str
    container: Container


@dataclass(frozen=True, eq=False)
class WrittenPart(Part):
    """A part that knows how it is written."""

    def written(self) -> bytes:
        """Its bytes, with its length put right."""
        return self.content


@dataclass(frozen=True, eq=False)
class RecordsWithHeader(WrittenPart):
    """The whole content: a header, and records after it."""

    header: bytes = b""
    numbers: tuple[HeaderNumber, ...] = ()

    def written(self) -> bytes:
        """Records in a row, after a header whose numbers fit them."""
        body = b"".join(map(write, self.parts))
        return with_numbers(self.header, self.numbers, len(body), len(self.parts)) + body


def write(part: Part) -> bytes:
    """A content or a record of it; as it was found if nothing in it has changed."""
    if part.raw is not None:
        return part.raw
    return part.written() if isinstance(part, WrittenPart) else part.content


def records_after(data: bytes, header: int, records: tuple[Part, ...]) -> Container:
    """The container of these records, which are all that is after the header."""
    numbers = header_numbers(data[:header], len(data) - header, len(records))
    return Container(
        RecordsWithHeader("records", parts=records, raw=data, header=data[:header], numbers=numbers), write
    )
