"""Long lists in a large text, found by brackets, line ends or tags alone: little memory, and no grammar.

The tree of a grammar takes up to a hundred times the memory of its text. Before a large text is parsed, it should lose
most of what is in it, and for that its long lists are enough. Neighbouring elements of a list are one unit, so the
outline of a text has a few thousand nodes, however long the text is. What is in them is found later, by the grammar, in
what is left.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from thresher.formats.outline.brackets import bracket_outline
from thresher.formats.outline.outline_tree import outline_tree
from thresher.formats.outline.tags import tag_outline
from thresher.formats.structured.xml import is_well_formed
from thresher.kernel.selection import Selection
from thresher.structures.trees.splice import Spacing
from thresher.structures.trees.tree import Tree

MOST_UNITS = 4096  # about as many as a list is cut into
SHORTEST = 64  # bytes of a unit


@dataclass(frozen=True, eq=False)
class Outline:
    """The units of a text: of one with `tags`, elements in elements, else lists in brackets, statements and lines."""

    data: bytes
    tags: bool = False

    @cached_property
    def tree(self) -> Tree:
        """A node for each unit, and for what is around a list of units."""
        grain = max(len(self.data) // MOST_UNITS, SHORTEST)
        if self.tags:
            return outline_tree(self.data, tag_outline(self.data, grain), grain, Spacing.EXACT)
        return outline_tree(self.data, bracket_outline(self.data, grain), grain, Spacing.FREE)

    def valid(self, kept: Selection) -> bool:
        """Whether a candidate is as well-formed as the text, where that can be checked without building a tree."""
        return not self._well_formed or is_well_formed(self.tree.render(kept))

    @cached_property
    def _well_formed(self) -> bool:
        return self.tags and is_well_formed(self.data)
