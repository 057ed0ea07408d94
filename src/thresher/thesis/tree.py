"""A tree to build by hand, with the six methods that the thesis' HDD calls."""

# ruff: noqa: N802  # the names are the thesis'

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence


class HDDTree:
    """A node: text and nodes in order, and what replaces it when it is removed. The methods are for the root.

    >>> condition = HDDTree("y!=0", replacement="0")
    >>> loop = HDDTree("while (", condition, ") { ", HDDTree("y--;"), " }")
    >>> program = HDDTree("f() { ", HDDTree("int y; "), loop, HDDTree(" return y;"), " }")
    >>> from thresher.thesis import FAIL, HDD, PASS
    >>> class Contains:
    ...     def test(self, text):
    ...         return FAIL if "int y" in text and "y--" in text else PASS
    >>> HDD(program, Contains())
    'f() { int y; while (0) { y--; } }'
    """

    def __init__(self, *parts: str | HDDTree, replacement: str = "") -> None:
        self.parts = parts
        self.replacement = replacement
        self._level = 0
        self._number = 0
        self._committed = False
        self._removed = False

    def setLevels(self) -> None:
        """Labels each node with its level."""
        nodes: Sequence[HDDTree] = [self]
        level = 0
        while nodes:
            for node in nodes:
                node._level = level
            nodes = [part for node in nodes for part in node.parts if isinstance(part, HDDTree)]
            level += 1

    def tag(self, level: int) -> int:
        """Numbers the nodes of a level that are not removed for good; returns how many there are."""
        nodes = list(self._on(level))
        for number, node in enumerate(nodes):
            node._number = number
        return len(nodes)

    def setRemove(self, level: int, tokeep: Collection[int]) -> None:
        """Removes all nodes of a level from `unparse`, except those to keep."""
        kept = set(tokeep)
        for node in self._on(level):
            node._removed = node._number not in kept

    def clearRemove(self) -> None:
        """Undoes every `setRemove`."""
        for node in self._left():
            node._removed = node._committed

    def commitRemove(self, level: int, tokeep: Collection[int]) -> None:
        """Removes all nodes of a level for good, except those to keep."""
        kept = set(tokeep)
        for node in list(self._on(level)):
            node._removed = node._committed = node._number not in kept

    def unparse(self) -> str:
        """The text without removed nodes."""
        pieces: list[str] = []
        todo: list[str | HDDTree] = [self]
        while todo:
            part = todo.pop()
            if isinstance(part, str):
                pieces.append(part)
            elif part._removed:
                pieces.append(part.replacement)
            else:
                todo += reversed(part.parts)
        return "".join(pieces)

    def _on(self, level: int) -> Iterator[HDDTree]:
        return (node for node in self._left() if node._level == level)

    def _left(self) -> Iterator[HDDTree]:
        """The nodes that are not permanently removed, in text order."""
        todo = [self]
        while todo:
            node = todo.pop()
            if not node._committed:
                yield node
                todo += [part for part in reversed(node.parts) if isinstance(part, HDDTree)]
