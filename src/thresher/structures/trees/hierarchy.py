"""The interface of trees that tree algorithms use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from thresher.kernel.selection import Selection
from thresher.structures.trees.kind import NodeKind


class Hierarchy(Protocol):
    """Nodes numbered in preorder from 0, the root; a candidate is the selection of kept nodes."""

    @property
    def height(self) -> int:
        """The depth of the deepest node."""

    def parent(self, node: int) -> int:
        """The node around this one; the root is its own."""

    def end(self, node: int) -> int:
        """The number after the last one of the subtree."""

    def kind(self, node: int) -> NodeKind:
        """What the node is."""

    def level(self, kept: Selection, depth: int) -> Sequence[int]:
        """The kept nodes at a depth, in order."""

    def replacement(self, node: int) -> bytes | None:
        """What replaces the node once it is removed; None if it cannot be removed on its own."""

    def removable(self, kept: Selection, node: int) -> bool:
        """Whether removing a kept node makes the text smaller."""

    def fits(self, node: int, place: int) -> bool:
        """Whether a node may replace another."""

    def text(self, kept: Selection, node: int) -> bytes:
        """The bytes of a kept node as they are in a candidate."""
