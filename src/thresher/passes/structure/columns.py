"""The same position in several lists: a column of a table with its values in all rows, a parameter with its arguments.

Neither can be removed alone where the numbers must agree. Lists of the same length belong together if they are of more
than one kind after one word, as in `def f(a, b)` and `f(1, 2)`, or else all of them: `t (a, b) VALUES (1, 2), (3, 4)`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from thresher.structures.document import Document
from thresher.structures.rewrites import Rewrite
from thresher.structures.trees.splice import Cut
from thresher.structures.trees.tree import Tree

SHORTEST, LONGEST = 2, 64  # elements of a list
NEAR = 64  # bytes before a list in which its word is
_WORD = re.compile(rb"[\w$\x80-\xff]+(?=[`\"\]]?\s*[(\[{<]?\s*\Z)")


class ElementList(NamedTuple):
    """A list: the kind of the node around it, the word before it, and how each of its elements can be cut out."""

    kind: int
    word: bytes
    cuts: list[Cut]


def edits(document: Document) -> Iterator[Rewrite]:
    """For each position in the lists of a length: those after one word, then all; the last edit is tried first."""
    for length, rows in sorted(_by_length(document.tree).items()):
        groups = [_innermost(group) for group in (*_by_word(rows), rows)]
        for place in range(length):
            for group in groups:
                if len(group) > 1:
                    yield Rewrite(tuple(row.cuts[place] for row in group), "column")


def _by_word(rows: Sequence[ElementList]) -> Iterator[list[ElementList]]:
    """Lists after one word, if they are of different kinds and not all there are."""
    words: dict[bytes, list[ElementList]] = {}
    for row in rows:
        words.setdefault(row.word, []).append(row)
    return (some for some in words.values() if len(some) < len(rows) and len({row.kind for row in some}) > 1)


def _by_length(tree: Tree) -> dict[int, list[ElementList]]:
    """The lists of the tree."""
    elements: dict[int, list[int]] = {}
    for node, separator in tree.separators.items():
        elements.setdefault(separator.first, []).append(node)
    found: dict[int, list[ElementList]] = {}
    for first, rest in elements.items():
        around = tree.parent(rest[0])
        nodes = rest if around == first else [first, *rest]  # each element has its separator after it, or before it
        if SHORTEST <= len(nodes) <= LONGEST:
            start = tree.starts[nodes[0]]
            word = _WORD.search(tree.data[max(start - NEAR, 0) : start])
            cuts = _behind(tree, nodes) if around == first else _before(tree, nodes)
            row = ElementList(tree.kinds[around], word.group() if word else b"", list(cuts))
            found.setdefault(len(nodes), []).append(row)
    return found


def _behind(tree: Tree, nodes: Sequence[int]) -> Iterator[Cut]:
    for node in nodes:
        yield tree.starts[node], tree.separators[node].stop, b""


def _before(tree: Tree, nodes: Sequence[int]) -> Iterator[Cut]:
    yield tree.starts[nodes[0]], tree.starts[nodes[1]], b""
    for node in nodes[1:]:
        yield tree.separators[node].start, tree.stops[node], b""


def _innermost(rows: Sequence[ElementList]) -> list[ElementList]:
    """In order, without those that others are inside of."""
    ordered = sorted(rows, key=lambda row: row.cuts)
    following = [row.cuts[0][0] for row in ordered[1:]]
    return [row for row, start in zip(ordered, [*following, None], strict=True) if start is None or start >= _end(row)]


def _end(row: ElementList) -> int:
    return row.cuts[-1][1]
