"""Lines with their numbers before them (PLY, OFF, Matrix Market, contest inputs): the numbers are put right.

Which numbers count is found by comparing: one to three numbers of the first lines that come to the number of all lines
after them. Sections of so many lines follow one another in the order of the numbers.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import accumulate, combinations, pairwise

from thresher.structures.container import Part

PACKS = False
LEAST = 6  # lines: fewer may be chance
HEADER = 24  # lines at most
MOST_NUMBERS = 12  # of the header, the last ones
_NUMBER = re.compile(rb"(?<![\w.+-])\d{1,9}(?![\w.+-])")
_DATA = re.compile(rb"[\s+-]*[\d.]")


@dataclass(frozen=True, eq=False)
class Counted(Part):
    """The header, and where in it the number of lines of each section is."""

    header: bytes = b""
    places: tuple[tuple[int, int], ...] = ()


def confidence(name: str, data: bytes) -> float:
    """More than any text of an unknown kind, if the numbers are right: the whole file is needed to know."""
    return 0.55 if _NUMBER.search(data[:1024]) and b"\0" not in data else 0.0


def parse_container(name: str, data: bytes) -> Part | None:
    """Sections of lines; None if no number of the header counts them."""
    lines = data.splitlines(keepends=True)
    body = next((at for at in range(len(lines), 0, -1) if not _DATA.match(lines[at - 1])), 0)
    for size in (*([body] if body else []), *range(1, 4)):
        header, rest = b"".join(lines[:size]), lines[size:]
        numbers = [match.span() for match in _NUMBER.finditer(header)][-MOST_NUMBERS:]
        for width in (1, 2, 3) if len(rest) >= LEAST and size <= HEADER else ():
            for places in combinations(numbers, width):
                counts = [int(header[start:stop]) for start, stop in places]
                if sum(counts) == len(rest) and all(counts):
                    return _counted(header, places, counts, rest, data)
    return None


def _counted(
    header: bytes, places: tuple[tuple[int, int], ...], counts: list[int], rest: list[bytes], data: bytes
) -> Part:
    sections = tuple(
        Part("section", fixed=True, parts=tuple(Part("line", content=line, raw=line) for line in rest[start:stop]))
        for start, stop in pairwise(accumulate(counts, initial=0))
    )
    return Counted("counted", parts=sections, raw=data, header=header, places=places)


def write(part: Part) -> bytes:
    """The header with the numbers of lines that are left, and these lines."""
    if part.raw is not None or not isinstance(part, Counted):
        return part.raw or part.content
    header = bytearray(part.header)
    counts = [len(section.parts) for section in part.parts] or [0] * len(part.places)
    for (start, stop), count in reversed(list(zip(part.places, counts, strict=True))):
        header[start:stop] = b"%d" % count
    return bytes(header) + b"".join(line.content for section in part.parts for line in section.parts)
