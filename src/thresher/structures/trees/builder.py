"""Builds a tree node by node, in the order a parser meets them."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping

from thresher.structures.trees.kind import NodeKind
from thresher.structures.trees.replacements import Replacements
from thresher.structures.trees.separators import Separator, Separators
from thresher.structures.trees.splice import Spacing
from thresher.structures.trees.tree import Tree, tree_from_columns


class TreeBuilder:
    """Open a node where it starts, close it where it stops; what is opened in between lies inside.

    `labels` has for a kind which other kinds its nodes may replace.

    >>> builder = TreeBuilder(b"f(a, b)")
    >>> _ = builder.open("call", 0)
    >>> first = builder.leaf("name", 2, 3)
    >>> _ = builder.leaf("name", 5, 6, separator=Separator(3, 5, first))
    >>> builder.close(7)
    >>> tree = builder.build()
    >>> tree.render(tree.without(tree.everything, [1])), tree.render(tree.without(tree.everything, [2]))
    (b'f(b)', b'f(a)')
    """

    def __init__(
        self, data: bytes, *, spacing: Spacing = Spacing.FREE, labels: Mapping[str, Iterable[str]] | None = None
    ) -> None:
        self._data = data
        self._spacing = spacing
        self._labels = labels or {}
        offset = "I" if len(data) < 1 << 32 else "Q"
        self._starts, self._stops = array(offset), array(offset)
        self._depths, self._kinds, self._fillers = array("I"), array("I"), array("I")
        self._numbers: dict[NodeKind | str, int] = {}
        self._vocabulary: list[NodeKind] = []
        self._texts: dict[bytes | None, int] = {b"": 0}
        self._separators = Separators.of({})
        self._open: list[int] = []
        self._position = 0

    def open(
        self,
        kind: NodeKind | str,
        start: int,
        *,
        replacement: bytes | None = b"",
        separator: Separator | None = None,
    ) -> int:
        """Begins a node inside the ones that are open; its number."""
        node = self._next(start, separator)
        self._kinds.append(self._number(kind))
        self._starts.append(start)
        self._stops.append(start)
        self._depths.append(len(self._open))
        self._fillers.append(self._texts.setdefault(replacement, len(self._texts)) if replacement != b"" else 0)
        self._open.append(node)
        self._position = start
        return node

    def close(self, stop: int) -> None:
        """Ends the node that was opened last."""
        if not self._position <= stop <= len(self._data):
            raise ValueError(f"a node cannot stop at {stop}, before what was read already or after the data")
        self._stops[self._open.pop()] = self._position = stop

    def leaf(
        self,
        kind: NodeKind | str,
        start: int,
        stop: int,
        *,
        replacement: bytes | None = b"",
        separator: Separator | None = None,
    ) -> int:
        """A node with nothing inside; its number."""
        node = self.open(kind, start, replacement=replacement, separator=separator)
        self.close(stop)
        return node

    def build(self) -> Tree:
        """The tree, once every node is closed."""
        if self._open or not self._starts:
            raise ValueError(f"{len(self._open)} nodes are open" if self._open else "a tree has at least one node")
        return tree_from_columns(
            self._data,
            starts=self._starts,
            stops=self._stops,
            depths=self._depths,
            kinds=self._kinds,
            vocabulary=self._vocabulary,
            separators=self._separators,
            replacements=Replacements(self._fillers, tuple(self._texts)),
            spacing=self._spacing,
        )

    def _next(self, start: int, separator: Separator | None) -> int:
        """The number of a node that starts here."""
        if start < self._position or (self._starts and not self._open):
            raise ValueError(f"a node at {start} is outside the root or after what was read already")
        node = len(self._starts)
        if separator is not None:
            self._separators.append(node, separator)
        return node

    def _number(self, kind: NodeKind | str) -> int:
        number = self._numbers.get(kind)
        return self._learn(kind) if number is None else number

    def _learn(self, kind: NodeKind | str) -> int:
        if isinstance(kind, str):
            self._vocabulary.append(NodeKind(kind, frozenset((kind, *self._labels.get(kind, ())))))
        else:
            self._vocabulary.append(kind)
        self._numbers[kind] = len(self._vocabulary) - 1
        return self._numbers[kind]
