"""A parameter goes with its arguments: `def f(a): g()` and `f(1)` become `def f(): g()` and `f()`.

Neither can go alone where the numbers must agree. The lists after one word belong together. They may differ in length:
in `def f(self, a)` and `x.f(1)` the last elements correspond, with optional arguments the first ones do. The brackets
go as a whole where the language allows that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from thresher.passes.ranking import MOST, applied
from thresher.passes.structure.brackets import Bracketed
from thresher.structures.document import Document
from thresher.structures.rewrites import Rewrite
from thresher.structures.trees.splice import Cut
from thresher.structures.trees.tree import Tree

MISS_LIMIT = 4
FEWEST, LONGEST = 2, 64  # lists after one word, elements of a list
_WORD = re.compile(rb"[\w$\x80-\xff]+")
_SEPARATORS = (b",", b";")


class ArgumentList(NamedTuple):
    """A list in round brackets: what it is, from where to where, and how each of its elements can be cut out."""

    role: tuple[str, bool]
    whole: Cut
    elements: list[Cut]


def edits(document: Document) -> list[Rewrite]:
    """For each word with a declaration and a use: one place of all lists, from either end; best are whole lists."""
    tree = document.tree
    if len(tree) > MOST:
        return []
    found: dict[bytes, tuple[Cut, ...]] = {}
    for lists in _by_word(tree).values():
        if len(lists) >= FEWEST and len({each.role for each in lists}) > 1:
            found |= {applied(tree, cuts): cuts for cuts in map(_outermost, _together(lists)) if cuts}
    return [Rewrite(found[text], "argument") for text in sorted(found, key=len, reverse=True)]


def _by_word(tree: Tree) -> dict[bytes, list[ArgumentList]]:
    """The lists in round brackets, by the word before them."""
    kinds: dict[int, str] = {}
    for node in range(len(tree)):
        kinds.setdefault(tree.starts[node], tree.kind(node).name)
    found: dict[bytes, list[ArgumentList]] = {}
    bracketed = Bracketed(tree)
    for opening, closing in bracketed.pairs(b"("):
        word = bracketed.token(opening - 1)
        if _WORD.fullmatch(word):
            whole, bounds = bracketed.cut(opening, closing), [opening, *bracketed.inside(opening, _SEPARATORS), closing]
            role = kinds.get(whole[0], ""), bracketed.token(closing + 1) == b"{"
            parts = [bracketed.cut(one + 1, other - 1) for one, other in pairwise(bounds) if one + 1 < other]
            if len(parts) <= LONGEST:
                found.setdefault(word, []).append(ArgumentList(role, whole, list(_with_separators(parts))))
    return found


def _with_separators(parts: Sequence[Cut]) -> Iterator[Cut]:
    """Each element with the separator after it, the last with the one before it."""
    for number, (start, stop, _) in enumerate(parts):
        if number + 1 < len(parts):
            yield start, parts[number + 1][0], b""
        else:
            yield parts[number - 1][1] if number else start, stop, b""


def _together(lists: Sequence[ArgumentList]) -> Iterator[list[Cut]]:
    yield [each.whole for each in lists]
    longest = max(len(each.elements) for each in lists)
    for place in (*range(longest), *range(-longest, 0)):
        yield [each.elements[place] for each in lists if -len(each.elements) <= place < len(each.elements)]


def _outermost(cuts: Sequence[Cut]) -> tuple[Cut, ...]:
    """In order, without those inside others."""
    found: list[Cut] = []
    for cut in sorted(cuts, key=lambda each: (each[0], -each[1])):
        if not found or cut[0] >= found[-1][1]:
            found.append(cut)
    return tuple(found)
