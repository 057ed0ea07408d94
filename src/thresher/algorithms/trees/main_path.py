"""The main path into a tree: a node, the child that is nearly all of it, the child that is nearly all of that one.

Documents often have such a path: one root element, one body, one table. The siblings along it are light, so a search
that wants to be small early looks at the end of the path before it looks at them.
"""

from __future__ import annotations

from typing import NamedTuple

from thresher.algorithms.trees.levels import inside, weight
from thresher.kernel.selection import Selection
from thresher.structures.trees.hierarchy import Hierarchy

MAIN = 0.9  # the share of a node's bytes and of its nodes that the main child has
LONGEST = 30  # levels that are looked at: each costs the text of a node
LIGHTER = 0.7  # of the weight that it had: then it is not the main thing any more


class MainChild(NamedTuple):
    """A child that was nearly all of a node when that was found, and its weight then."""

    child: int
    weight: int


class MainPaths:
    """Which nodes have a main child."""

    def __init__(self, tree: Hierarchy) -> None:
        self._tree = tree
        self._main: dict[int, MainChild] = {}

    def path(self, kept: Selection, node: int) -> list[int]:
        """The nodes from this one down to the first without a main child, at most so many levels."""
        path = [node]
        while len(path) < LONGEST and (child := self._heavy(kept, path[-1])) is not None:
            if len(self._tree.text(kept, child)) < MAIN * len(self._tree.text(kept, path[-1])):
                break
            self._main[path[-1]] = MainChild(child, weight(self._tree, kept, child))
            path.append(child)
        return path

    def _heavy(self, kept: Selection, node: int) -> int | None:
        least = MAIN * (weight(self._tree, kept, node) - 1)
        return next((each for each in inside(self._tree, kept, node) if weight(self._tree, kept, each) >= least), None)

    def main(self, kept: Selection, node: int) -> int | None:
        """The child that was the main one, if it is still there."""
        main = self._main.get(node)
        return main.child if main and main.child in kept else None

    def at_stake(self, kept: Selection, node: int) -> int:
        """The weight that a list may lose: without the main child, as long as that is as heavy as it was."""
        whole, main = weight(self._tree, kept, node), self._main.get(node)
        if main is None or main.child not in kept:
            return whole
        now = weight(self._tree, kept, main.child)
        return whole if now < LIGHTER * main.weight else whole - now
