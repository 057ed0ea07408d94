"""What reduced inputs have in common, judging by their text: a hint for the user, never a reason to merge."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from thresher.formats.content import is_binary
from thresher.formats.units import tokens
from thresher.structures.sequence import Units

LEAST_TOKENS = 3  # fewer occur everywhere
SAME, SHAPE, WITHIN = "the same reduced input", "the same tokens but for names and values", "it is contained in"

_NAME = re.compile(rb"[A-Za-z_$\x80-\xff][A-Za-z0-9_$\x80-\xff]*")
_NUMBER = re.compile(rb"[0-9][A-Za-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Likeness:
    """Two of a list of contents, by index, and what they have in common; `first` is the contained one, if any."""

    first: int
    second: int
    what: str


def likenesses(contents: Sequence[bytes | None]) -> Iterator[Likeness]:
    """For each two contents the strongest thing they have in common, if any; None has nothing in common."""
    for (first, one), (second, other) in combinations(enumerate(contents), 2):
        if one is None or other is None:
            continue
        if one == other:
            yield Likeness(first, second, SAME)
        elif not is_binary(one) and not is_binary(other) and _is_long_enough(one) and shape(one) == shape(other):
            yield Likeness(first, second, SHAPE)
        elif _is_long_enough(one) and contains(other, one):
            yield Likeness(first, second, WITHIN)
        elif _is_long_enough(other) and contains(one, other):
            yield Likeness(second, first, WITHIN)


def contains(whole: bytes, part: bytes) -> bool:
    """Whether the part results from removing tokens from the whole; bytes, if one of them is binary.

    >>> contains(b"if (x) { y(); }", b"{ y(); }"), contains(b"{ y(); }", b"y { }")
    (True, False)
    """
    if is_binary(whole) or is_binary(part):
        rest = iter(whole)
        return all(byte in rest for byte in part)
    remaining = iter(words(whole))
    return all(word in remaining for word in words(part))


def shape(text: bytes) -> tuple[bytes, ...]:
    """The tokens with all names, all numbers and all strings made equal.

    >>> shape(b"f(1);") == shape(b"main ( 0x20 ) ;")
    True
    """
    return tuple(_kind(word) for word in words(text))


def words(text: bytes) -> list[bytes]:
    """The tokens without white space around them."""
    units = tokens.parse(text)
    return [word for start, stop in _bounds(units) if (word := text[start:stop].strip())]


def _bounds(units: Units) -> Iterator[tuple[int, int]]:
    return zip(units.offsets[:-1], units.offsets[1:], strict=True)


def _is_long_enough(content: bytes) -> bool:
    return len(content if is_binary(content) else words(content)) >= LEAST_TOKENS


def _kind(word: bytes) -> bytes:
    if _NAME.fullmatch(word):
        return b"name"
    if _NUMBER.fullmatch(word):
        return b"number"
    return b"string" if len(word) > 1 and word[:1] in b"\"'" else word
