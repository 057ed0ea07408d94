"""What needs what: the units of an input, and which others each of them cannot do without.

Pure data, for any kind of input: declarations of a program, functions of a module, objects of a file, files of a
directory. Whoever reads the format fills it; searches over dependencies (`algorithms/graphs`) and joint edits use it.
It decides what to try first and what to try together, and never replaces a test: an edge too few costs tests that miss,
an edge too many hides a smaller candidate from these searches, which is why others come after them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import NamedTuple

MOST_WEIGHED = 1 << 16  # units; the closures of so many take up to half a gigabyte for a moment


class UnitSpan(NamedTuple):
    """The bytes of a unit, from `start` to `stop`; `node` is its number if it is a node of a tree, else -1."""

    start: int
    stop: int
    node: int = -1


class UnitPlaces:
    """Finds units by place; `around[i]` is the unit that unit i lies in, -1 for none."""

    def __init__(self, spans: Sequence[UnitSpan], around: Sequence[int]) -> None:
        self._spans, self._around = spans, around
        self._starts = [span.start for span in spans]

    def around(self, unit: int) -> int:
        """The unit that a unit lies in; -1 if there is none."""
        return self._around[unit]

    def at(self, offset: int) -> int:
        """The innermost unit with this byte in it; -1 if there is none.

        >>> places = UnitPlaces([UnitSpan(0, 9), UnitSpan(2, 4), UnitSpan(12, 15)], [-1, 0, -1])
        >>> [places.at(offset) for offset in (1, 3, 4, 9, 12)]
        [0, 1, 0, -1, 2]
        """
        unit = bisect_right(self._starts, offset) - 1
        while unit >= 0 and offset >= self._spans[unit].stop:
            unit = self._around[unit]
        return unit


@dataclass(frozen=True, eq=False)
class ReferenceGraph:
    """Unit i needs the units `needs[i]`: sorted numbers without i itself. Units are in document order.

    Units may lie inside each other; then each needs the one around it, or else it would be kept without it. Use `of` to
    build one from pairs.

    >>> graph = ReferenceGraph.of([UnitSpan(0, 3), UnitSpan(4, 7), UnitSpan(8, 9)], [(1, 0), (2, 1), (0, 0)])
    >>> graph.needs, graph.users
    (((), (0,), (1,)), ((1,), (2,), ()))
    >>> sorted(graph.closure([1])), sorted(graph.dependents([1])), sorted(graph.unused({0, 1}))
    ([0, 1], [1, 2], [1])
    """

    spans: tuple[UnitSpan, ...]
    needs: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, spans: Iterable[UnitSpan], edges: Iterable[tuple[int, int]]) -> ReferenceGraph:
        """A graph from pairs (unit, unit that it needs), in any order and any number of times."""
        units = tuple(spans)
        needs: list[set[int]] = [set() for _ in units]
        for unit, needed in edges:
            if unit != needed:
                needs[unit].add(needed)
        return cls(units, tuple(tuple(sorted(each)) for each in needs))

    def __len__(self) -> int:
        return len(self.needs)

    @cached_property
    def users(self) -> tuple[tuple[int, ...], ...]:
        """For each unit those that need it."""
        users: list[list[int]] = [[] for _ in self.needs]
        for unit, needed in enumerate(self.needs):
            for each in needed:
                users[each].append(unit)
        return tuple(map(tuple, users))

    def closure(self, units: Iterable[int]) -> set[int]:
        """The units and all that they need, directly or through others."""
        return reached(units, self.needs.__getitem__)

    def dependents(self, units: Iterable[int]) -> set[int]:
        """The units and all that need them, directly or through others: what goes if they go."""
        return reached(units, self.users.__getitem__)

    def with_edges(self, edges: Iterable[tuple[int, int]]) -> ReferenceGraph:
        """The same graph with some more pairs (unit, unit that it needs)."""
        added: dict[int, set[int]] = {}
        for unit, needed in edges:
            if unit != needed:
                added.setdefault(unit, set()).add(needed)
        needs = list(self.needs)
        for unit, more in added.items():
            needs[unit] = tuple(sorted(more.union(needs[unit])))
        return ReferenceGraph(self.spans, tuple(needs)) if added else self

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """The bytes of each unit without those of the units inside it."""
        sizes = [span.stop - span.start for span in self.spans]
        around: list[int] = []
        for unit, span in enumerate(self.spans):
            while around and self.spans[around[-1]].stop <= span.start:
                around.pop()
            if around:
                sizes[around[-1]] -= span.stop - span.start
            around.append(unit)
        return tuple(sizes)

    def by_weight(self) -> list[int]:
        """The units by the bytes in their closures; of very many units, by their own bytes."""
        weights = self._closure_bytes() if len(self) <= MOST_WEIGHED else list(self.sizes)
        return sorted(range(len(self)), key=lambda unit: (weights[unit], unit))

    def _closure_bytes(self) -> list[int]:
        """The bytes in the closure of each unit.

        A closure is a number with a bit for each unit in it. The bytes of its units are counted by the binary digits of
        their sizes: the units with a digit set, times the value of that digit.
        """
        digits = _by_digit(self.sizes)
        left = list(map(len, self.users))  # users of a unit that still need its closure
        closures: dict[int, int] = {}
        weights = [0] * len(self)
        for component in self.components:
            needed = {each for unit in component for each in self.needs[unit]}
            closure = 0
            for each in needed.difference(component):
                closure |= closures[each]
            for unit in component:
                closure |= 1 << unit
            weight = sum((closure & units).bit_count() * value for value, units in digits)
            for unit in component:
                weights[unit] = weight
                if left[unit]:
                    closures[unit] = closure
                for each in self.needs[unit]:
                    left[each] -= 1
                    if not left[each]:
                        closures.pop(each, None)
        return weights

    def unused(self, left: set[int]) -> set[int]:
        """The units left that no other unit left needs."""
        return {unit for unit in left if left.isdisjoint(self.users[unit])}

    def restricted(self, left: Iterable[int]) -> ReferenceGraph:
        """The graph of these units alone, numbered anew in their order."""
        kept = sorted(set(left))
        numbers = {unit: number for number, unit in enumerate(kept)}
        needs = (tuple(numbers[each] for each in self.needs[unit] if each in numbers) for unit in kept)
        return ReferenceGraph(tuple(self.spans[unit] for unit in kept), tuple(needs))

    @cached_property
    def components(self) -> tuple[tuple[int, ...], ...]:
        """The strongly connected components, sorted units in each; what a component needs comes before it.

        Units of one component need each other: a closure has all of them or none.
        """
        return tuple(_components(self.needs))


class NamedUnits(NamedTuple):
    """A graph of units; `empty` has the nodes that another text stands for once they are removed.

    What is in no unit needs the units in `always`. Those `aside`, as comments, are seldom needed. `imports` must not be
    there if nothing refers to them.
    """

    graph: ReferenceGraph
    always: frozenset[int]
    aside: frozenset[int]
    imports: frozenset[int]
    empty: dict[int, bytes]


def _by_digit(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """For each binary digit its value, and the places of the numbers that have it, as the bits of a number.

    >>> _by_digit([1, 3, 0])
    [(1, 3), (2, 2)]
    """
    values = [1 << digit for digit in range(max(numbers, default=0).bit_length())]
    return [(value, int("".join("1" if each & value else "0" for each in reversed(numbers)), 2)) for value in values]


def reached(units: Iterable[int], neighbours: Callable[[int], Iterable[int]]) -> set[int]:
    """The units, their neighbours, the neighbours of those, and so on."""
    found = set(units)
    waiting = list(found)
    while waiting:
        for each in neighbours(waiting.pop()):
            if each not in found:
                found.add(each)
                waiting.append(each)
    return found


def _components(needs: Sequence[Sequence[int]]) -> Iterator[tuple[int, ...]]:
    """Tarjan's algorithm without recursion; linear in the number of edges."""
    done = len(needs) + 1
    order = [0] * len(needs)  # when a unit was met, from 1 on; `done` once its component is known
    lowest = [0] * len(needs)  # the earliest that it reaches
    met, open_units = count(1), list[int]()
    for root in range(len(needs)):
        path = [root] if not order[root] else []
        edges: list[Iterator[int]] = []
        while path:
            unit = path[-1]
            if not order[unit]:
                order[unit] = lowest[unit] = next(met)
                open_units.append(unit)
                edges.append(iter(needs[unit]))
            for each in edges[-1]:
                if not order[each]:
                    path.append(each)
                    break
                lowest[unit] = min(lowest[unit], order[each])
            else:
                path.pop()
                edges.pop()
                if path:
                    lowest[path[-1]] = min(lowest[path[-1]], lowest[unit])
                if lowest[unit] == order[unit]:
                    yield tuple(sorted(_closed(open_units, unit, order, done)))


def _closed(open_units: list[int], unit: int, order: list[int], done: int) -> Iterator[int]:
    """Takes the units of a component from the stack, down to the one met first."""
    each = -1
    while each != unit:
        each = open_units.pop()
        order[each] = done
        yield each
