"""A copy of a text for the parser alone, of the same length, in which what the grammar does not know is masked.

Places in the copy are places in the text, so edits apply to the text itself. What is masked by blanks is in no node of
the parse; `spans` has those places, so that they can be removed like nodes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from thresher.formats.source.masking.masks import MASKS, MaskRule

_BRACKET = re.compile(rb"""[()]|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'""", re.DOTALL)
_BLANKS = bytes(byte if bytes([byte]).isspace() else ord(" ") for byte in range(256))
_OPEN = re.compile(rb"\s*(?=\()")
LONGEST = 1 << 12  # bytes of what is in brackets


class MaskedText(NamedTuple):
    """`text` is as long as the original; `spans` are the places that became blank, in order and apart."""

    text: bytes
    spans: list[tuple[int, int]]


def blanked(text: bytes) -> bytes:
    """A blank for each byte that is not white space.

    >>> blanked(b"int a;\\n")
    b'      \\n'
    """
    return text.translate(_BLANKS)


def masked(language: str, data: bytes) -> MaskedText:
    """The text to parse; linear in the length of the data."""
    pieces: list[bytes] = []
    spans: list[tuple[int, int]] = []
    end = 0
    for start, stop, stand_in in sorted(_found(language, data)):
        if start < end:
            continue
        pieces += (data[end:start], stand_in, blanked(data[start + len(stand_in) : stop]))
        end = stop
        if not stand_in:
            spans.append((start, stop))
    return MaskedText(b"".join([*pieces, data[end:]]), spans)


def _found(language: str, data: bytes) -> Iterator[tuple[int, int, bytes]]:
    """What the rules apply to, from where to where, and what stands there instead."""
    for pattern, rule in _rules(language):
        for match in pattern.finditer(data):
            start, stop = match.span(pattern.groups)
            if rule.angled:
                yield from _angled(data, stop)
                continue
            stop = _stop(data, stop) if rule.bracketed else stop
            if start + len(rule.stand_in) <= stop and b"\n" not in data[start : start + len(rule.stand_in)]:
                yield start, stop, rule.stand_in


def _angled(data: bytes, at: int) -> Iterator[tuple[int, int, bytes]]:
    """Angle brackets instead of the round ones that begin there."""
    stop, opened = _stop(data, at), _OPEN.match(data, at)
    if opened is not None and stop > opened.end():
        yield opened.end(), opened.end() + 1, b"<"
        yield stop - 1, stop, b">"


@cache
def _rules(language: str) -> list[tuple[re.Pattern[bytes], MaskRule]]:
    return [(re.compile(rule.pattern), rule) for rule in MASKS.get(language, ())]


def _stop(data: bytes, at: int) -> int:
    """Where the brackets end that begin there, after white space; the same place if there are none or no end."""
    opened = _OPEN.match(data, at)
    depth = 0
    for match in _BRACKET.finditer(data, opened.end(), opened.end() + LONGEST) if opened else ():
        depth += {b"(": 1, b")": -1}.get(match[0], 0)
        if depth == 0:
            return match.end()
    return at
