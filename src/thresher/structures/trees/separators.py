"""What is between the elements of a list and is removed with them: the comma before an argument, a plus in a sum."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple


class Separator(NamedTuple):
    """The bytes from start to stop, before an element, go with the element, or when it has become the list's first.

    `first` is the node number of the list's first element, which has no separator itself.
    """

    start: int
    stop: int
    first: int


@dataclass(frozen=True, eq=False)
class Separators:
    """The separators of some nodes, in sorted columns: most nodes have none."""

    nodes: array[int]
    starts: array[int]
    stops: array[int]
    firsts: array[int]

    @classmethod
    def of(cls, separators: Mapping[int, Separator]) -> Separators:
        """From a mapping."""
        found = cls(array("I"), array("Q"), array("Q"), array("I"))
        for node in sorted(separators):
            found.append(node, separators[node])
        return found

    def append(self, node: int, separator: Separator) -> None:
        """Adds one while the tree is being built; nodes come in order."""
        self.nodes.append(node)
        self.starts.append(separator.start)
        self.stops.append(separator.stop)
        self.firsts.append(separator.first)

    def __len__(self) -> int:
        return len(self.nodes)

    def get(self, node: int) -> Separator | None:
        """The separator that belongs to a node."""
        index = bisect_left(self.nodes, node)
        if index == len(self.nodes) or self.nodes[index] != node:
            return None
        return self[node]

    def __getitem__(self, node: int) -> Separator:
        """The separator of a node that has one."""
        index = bisect_left(self.nodes, node)
        return Separator(self.starts[index], self.stops[index], self.firsts[index])

    def items(self) -> Iterator[tuple[int, Separator]]:
        """Nodes and their separators, in order."""
        return zip(self.nodes, map(Separator, self.starts, self.stops, self.firsts), strict=True)
