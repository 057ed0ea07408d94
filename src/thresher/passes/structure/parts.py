"""Replaces a statement by a part of it that is not one: `if (c) {}` becomes `c;`, `for (x of f()) s` becomes `f()`.

Promotion within the tree needs a part that fits where the statement is. Here it is enough that the result parses. The
value of an assignment comes first if nothing uses what it is assigned to: `x = f()` becomes `f()`.
"""

from __future__ import annotations

from collections.abc import Iterator

from thresher.passes.naming.definitions import definition_at
from thresher.passes.occurrences import names_of
from thresher.passes.ranking import MOST, ranked_edits
from thresher.structures.document import Document
from thresher.structures.rewrites import Rewrite
from thresher.structures.trees.splice import Cut
from thresher.structures.trees.tree import Tree

MISS_LIMIT = 3
END = b";"


def edits(document: Document) -> list[Rewrite]:
    """For each node that can be removed, each part up to two levels down, also with a semicolon if the whole had one.

    Not those that are one word; and for each statement the contents of each block in it.
    """
    tree = document.tree
    if len(tree) > MOST:
        return []
    return [*ranked_edits(tree, _parts(tree), "part"), *ranked_edits(tree, _unused_values(tree), "value")]


def _unused_values(tree: Tree) -> Iterator[tuple[Cut, ...]]:
    """What is around the value of each name that occurs nowhere else."""
    for name in names_of(tree):
        definition = definition_at(tree, name.occurrences[0].node) if len(name.occurrences) == 1 else None
        if definition is None or definition.block is not None or not definition.nodes:
            continue
        for node in (definition.nodes[0], tree.parent(definition.nodes[0])):
            stop = tree.stops[node]
            stop -= tree.data[definition.stop : stop].endswith(END)
            cuts = (tree.starts[node], definition.start, b""), (definition.stop, stop, b"")
            yield tuple(cut for cut in cuts if cut[0] < cut[1])


def _parts(tree: Tree) -> Iterator[tuple[Cut, ...]]:
    for node in range(1, len(tree)):
        if tree.replacement(node) is None:
            continue
        for part in _inside(tree, node):
            if tree.end(part) > part + 1 and not tree.fits(part, node):
                for end in (END, b"") if _ends(tree, node) and not _ends(tree, part) else (b"",):
                    yield _around(tree, node, part, end)
        if "statement" in tree.kind(node).name:
            yield from _bodies(tree, node)


def _bodies(tree: Tree, node: int) -> Iterator[tuple[Cut, ...]]:
    """What is around the contents of blocks in a statement, as in `(function () { s; })()`."""
    for block in range(node + 1, tree.end(node)):
        start, stop = tree.starts[block], tree.stops[block]
        if tree.data[start] == ord("{") and tree.data[stop - 1] == ord("}") and stop - start > len(b"{}"):
            yield (tree.starts[node], start + 1, b""), (stop - 1, tree.stops[node], b"")


def _inside(tree: Tree, node: int) -> Iterator[int]:
    for child in tree.children(node):
        yield child
        yield from tree.children(child)


def _ends(tree: Tree, node: int) -> bool:
    """Whether a node ends in a semicolon, or in a block as statements do that need none."""
    return tree.data[tree.stops[node] - 1 : tree.stops[node]] in (END, b"}")


def _around(tree: Tree, node: int, part: int, end: bytes) -> tuple[Cut, ...]:
    """What is before and after a part, the brackets around it too."""
    start, stop = tree.starts[part], tree.stops[part]
    if tree.data[start : start + 1] == b"(" and tree.data[stop - 1 : stop] == b")":
        start, stop = start + 1, stop - 1
    cuts = (tree.starts[node], start, b""), (stop, tree.stops[node], end)
    return tuple(cut for cut in cuts if cut[0] < cut[1] or cut[2])
