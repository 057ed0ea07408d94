"""Shortens names: each becomes an unused letter at all its occurrences, or half of itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, count
from string import ascii_lowercase

from thresher.passes.occurrences import Name, names_of, words_of
from thresher.structures.document import Document, ProgramDocument
from thresher.structures.rewrites import Rewrite

LIKELY = True
LONG = 16  # bytes of a name that is worth halving
MOST = 500  # names that are renamed
_WORD = re.compile(rb"[\w$\x80-\xff]+")


def edits(document: Document) -> list[Rewrite]:
    """An edit for each name that a new one is shorter than, and one that halves it if it is long.

    Different names stay different. The most gain is last. A program knows its names itself.
    """
    if isinstance(document, ProgramDocument):
        return list(document.program.renamings)
    data = document.tree.data
    names = sorted(words_of(document.tree) or names_of(document.tree), key=_gain, reverse=True)[:MOST]
    known = {name.text for name in names}
    halved, renamed = [], []
    for name, new in zip(names, _unused(data), strict=False):
        half = name.text[: len(name.text) // 2]
        if len(name.text) >= LONG and half not in known:
            known.add(half)
            halved.append(_rename(name, half))
        if len(new) < len(name.text):
            renamed.append(_rename(name, new))
    return [*renamed[::-1], *halved[::-1]]


def _gain(name: Name) -> int:
    return (len(name.text) - 1) * len(name.occurrences)


def _rename(name: Name, new: bytes) -> Rewrite:
    cuts = tuple((each.start, each.stop, new) for each in name.occurrences)
    return Rewrite(cuts, f"rename {name.text.decode('utf-8', 'replace')}")


def _unused(data: bytes) -> Iterator[bytes]:
    """a, b, ..., z, a0, b0, ..., a1, ... without the words of the text in any case: none is a keyword."""
    used = {word.lower() for word in _WORD.findall(data)}
    endings = chain([""], map(str, count()))
    new = (f"{letter}{ending}".encode() for ending in endings for letter in ascii_lowercase)
    return (word for word in new if word not in used)
