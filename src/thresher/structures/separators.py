"""What stands between the elements of a list and goes with them: the comma before an argument, a plus in a sum."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple


class Separator(NamedTuple):
    """The bytes from start to stop go with the element they belong to, or when it has become the list's first.

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
        nodes = sorted(separators)
        columns = zip(*(separators[node] for node in nodes), strict=True) if nodes else ((), (), ())
        starts, stops, firsts = columns
        return cls(array("I", nodes), array("Q", starts), array("Q", stops), array("I", firsts))

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
