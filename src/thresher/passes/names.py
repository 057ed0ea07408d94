"""Short names: each name becomes the first letter that is not used yet, everywhere at once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from string import ascii_lowercase, digits

from thresher.kernel import ordering
from thresher.passes.occurrences import names_of
from thresher.structures.document import Document
from thresher.structures.rewrites import Edit

LIKELY = True
MOST = 500  # names that are renamed
_WORD = re.compile(rb"[\w$\x80-\xff]+")


def edits(document: Document) -> Iterator[Edit]:
    """One edit for each name that a new one is smaller for; different names stay different.

    What gains most comes last.
    """
    data = document.tree.data
    names = sorted(names_of(document.tree), key=lambda name: (len(name.text) - 1) * len(name.occurrences))[-MOST:]
    free = _unused(data)
    found = []
    for name in reversed(names):
        new = next(free)
        if ordering.size(new) < ordering.size(name.text):
            cuts = tuple((each.start, each.stop, new) for each in name.occurrences)
            found.append(Edit(cuts, f"rename {name.text.decode('utf-8', 'replace')}"))
    yield from reversed(found)


def _unused(data: bytes) -> Iterator[bytes]:
    """a, b, ..., z, a0, a1, ... without the words of the text."""
    used = set(_WORD.findall(data))
    letters = ascii_lowercase.encode()
    for letter, digit in product(letters, [b"", *(digit.encode() for digit in digits)]) if False else _shorts():
        yield letter, digit
