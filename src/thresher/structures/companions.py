"""Units that others may need without a reference to them.

Overload resolution, specializations of templates and names that depend on template parameters are decided when a
template is used. What may be chosen then is kept beside what is needed, as far as that brings nothing else.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from thresher.structures.references import ReferenceGraph

_NOTHING: Mapping[int, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Companions:
    """`of_unit` has the companions of each unit; a member is one of its class if a unit that is kept uses its name.

    `outermost[i]` is the unit that is kept if unit i or anything in it is. A companion may bring parts of such units if
    they are kept, and `allowance` bytes of others.

    >>> from thresher.structures.references import UnitSpan
    >>> graph = ReferenceGraph.of([UnitSpan(i, i + 1) for i in range(5)], [(1, 0), (3, 0), (3, 2), (4, 3)])
    >>> sorted(companions([(0, 1), (0, 3)], range(5)).added(graph, {0}))
    [0, 1]
    >>> sorted(companions([(0, 3)], [0, 1, 0, 3, 4]).added(graph, {0}))
    [0, 2, 3]
    """

    of_unit: Mapping[int, frozenset[int]]
    outermost: Sequence[int]
    allowance: Mapping[int, int]
    names: Mapping[int, frozenset[str]]
    members: Mapping[int, Mapping[str, frozenset[int]]]

    def added(self, graph: ReferenceGraph, kept: set[int]) -> set[int]:
        """The units with those of their companions, and of the companions of these, that bring nothing else."""
        kept = set(kept)
        new: set[int] = kept
        waiting: set[int] = set()
        used: set[str] = set()
        while new:
            used = used.union(*(self.names.get(unit, ()) for unit in new))
            named = (self.members[unit] for unit in kept if unit in self.members)
            found = (units for members in named for name, units in members.items() if name in used)
            waiting = waiting.union(*(self.of_unit.get(unit, ()) for unit in new), *found) - kept
            new = set().union(*(self._brought(graph, kept, unit) for unit in waiting))
            kept |= new
        return kept

    def _brought(self, graph: ReferenceGraph, kept: set[int], companion: int) -> set[int]:
        """What a companion needs that is not kept, and itself; nothing if that is more than it may bring."""
        own, left = self.outermost[companion], self.allowance.get(companion, 0)
        brought, waiting = {companion}, [companion]
        while waiting:
            for each in graph.needs[waiting.pop()]:
                if each in kept or each in brought:
                    continue
                if self.outermost[each] != own and self.outermost[each] not in kept:
                    left -= graph.sizes[each]
                    if left < 0:
                        return set()
                brought.add(each)
                waiting.append(each)
        return brought


def companions(
    pairs: Iterable[tuple[int, int]],
    outermost: Sequence[int],
    allowance: Mapping[int, int] = _NOTHING,
    names: Iterable[tuple[int, str]] = (),
    members: Iterable[tuple[int, str, int]] = (),
) -> Companions:
    """From pairs of a unit and its companion, units with names that they use, and classes with names and members."""
    of_unit: dict[int, set[int]] = defaultdict(set)
    for unit, other in pairs:
        of_unit[unit].add(other)
    used: dict[int, set[str]] = defaultdict(set)
    for unit, name in names:
        used[unit].add(name)
    inside: dict[int, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
    for unit, name, member in members:
        inside[unit][name].add(member)
    return Companions(
        {unit: frozenset(others) for unit, others in of_unit.items()},
        outermost,
        allowance,
        {unit: frozenset(each) for unit, each in used.items()},
        {unit: {name: frozenset(each) for name, each in named.items()} for unit, named in inside.items()},
    )
