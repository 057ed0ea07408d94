"""A name goes with all its uses where each is an element of a list or an optional part: `<R, F: Fn() -> R>` and `-> R`.

No single removal does that: the parameter cannot go while it is used, nor can one use while there are others.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from thresher.formats.source.node_kinds import NO_KIND
from thresher.passes.occurrences import names_of
from thresher.passes.ranking import MOST, ranked_edits
from thresher.structures.document import Document
from thresher.structures.rewrites import Rewrite
from thresher.structures.trees.splice import Cut
from thresher.structures.trees.tree import Tree

MISS_LIMIT = 6
FEWEST, MOST_USES = 2, 12


def edits(document: Document) -> list[Rewrite]:
    """For each name with 2 to 12 uses all of them, if they are elements of lists or optional parts of something."""
    tree = document.tree
    return ranked_edits(tree, _uses(tree), "uses") if len(tree) <= MOST else []


def _uses(tree: Tree) -> Iterator[tuple[Cut, ...]]:
    elements = {*tree.separators.nodes, *tree.separators.firsts}
    for name in names_of(tree):
        nodes = {_smallest(tree, each.node) for each in name.occurrences[: MOST_USES + 1]}
        if FEWEST <= len(nodes) <= MOST_USES and all(_is_part(tree, node, elements) for node in nodes):
            yield tuple(tree.cutter.cuts(tree.without(tree.everything, _outermost(tree, nodes)), 0, len(tree)))


def _smallest(tree: Tree, node: int) -> int:
    """The smallest node around a leaf that can go without leaving anything; 0 if there is none."""
    while node and tree.replacement(node) != b"":
        node = tree.parent(node)
    return node


def _is_part(tree: Tree, node: int, elements: Container[int]) -> bool:
    """Whether a node is not the root, and has a separator or a mark that goes with it."""
    return node > 0 and (node in elements or tree.kind(node) == NO_KIND)


def _outermost(tree: Tree, nodes: Iterable[int]) -> list[int]:
    """Those that are not inside others, in order."""
    found: list[int] = []
    for node in sorted(nodes):
        if not found or node >= tree.end(found[-1]):
            found.append(node)
    return found
