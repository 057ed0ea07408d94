"""The same position in all lists of a length: a column of a table with its values in all rows.

Neither can be removed alone where the numbers must agree: `t (a, b) VALUES (1, 2), (3, 4)`. See `arguments` for lists
that belong together by the word before them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from thresher.structures.document import Document
from thresher.structures.rewrites import Rewrite
from thresher.structures.trees.splice import Cut
from thresher.structures.trees.tree import Tree

SHORTEST, LONGEST = 2, 64  # elements of a list


def edits(document: Document) -> Iterator[Rewrite]:
    """For each position in the lists of a length; the last edit is tried first."""
    for length, lists in sorted(_by_length(document.tree).items()):
        rows = _innermost(lists)
        if len(rows) > 1:
            for place in range(length):
                yield Rewrite(tuple(row[place] for row in rows), "column")


def _by_length(tree: Tree) -> dict[int, list[list[Cut]]]:
    """The lists of the tree: how each of their elements can be cut out."""
    elements: dict[int, list[int]] = {}
    for node, separator in tree.separators.items():
        elements.setdefault(separator.first, []).append(node)
    found: dict[int, list[list[Cut]]] = {}
    for first, rest in elements.items():
        around = tree.parent(rest[0])
        nodes = rest if around == first else [first, *rest]  # each element has its separator after it, or before it
        if SHORTEST <= len(nodes) <= LONGEST:
            cuts = _behind(tree, nodes) if around == first else _before(tree, nodes)
            found.setdefault(len(nodes), []).append(list(cuts))
    return found


def _behind(tree: Tree, nodes: Sequence[int]) -> Iterator[Cut]:
    for node in nodes:
        yield tree.starts[node], tree.separators[node].stop, b""


def _before(tree: Tree, nodes: Sequence[int]) -> Iterator[Cut]:
    yield tree.starts[nodes[0]], tree.starts[nodes[1]], b""
    for node in nodes[1:]:
        yield tree.separators[node].start, tree.stops[node], b""


def _innermost(rows: Sequence[list[Cut]]) -> list[list[Cut]]:
    """In order, without those that others are inside of."""
    ordered = sorted(rows)
    following = [row[0][0] for row in ordered[1:]]
    return [row for row, start in zip(ordered, [*following, None], strict=True) if start is None or start >= row[-1][1]]
