"""Which of some neighbours are spoken of in others: a declaration and its uses, a function and its calls.

Found by names alone, for any language whose tree tells names from other words. A guess, which may be wrong: it says
what is worth a question first, and never that a question has been answered.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from thresher.algorithms.bodies import BODY
from thresher.algorithms.levels import inside
from thresher.kernel.selection import Selection
from thresher.structures.hierarchy import Hierarchy

_NAME = re.compile(r".*identifier|(?:.*_)?name|variable|constant")
_TYPE = re.compile(r".*type_.*")
_BODY = re.compile(rf"{BODY.pattern}|.*suite")
_HIDDEN = re.compile(rf"{_BODY.pattern}|.*parameters?|.*parameter_list")


def names_of(tree: Hierarchy, kept: Selection) -> Mapping[int, bytes]:
    """The kept leaves that are names, with their texts."""
    return {
        node: tree.text(kept, node)
        for node in kept
        if tree.end(node) == node + 1 and _NAME.fullmatch(tree.kind(node).name)
    }


class Bonds:
    """Who speaks of whom among the children of one node.

    What has a body declares what it is called. Anything else declares the names that no child before it has where its
    neighbours can see them, outside of bodies and parameters.
    """

    def __init__(self, tree: Hierarchy, kept: Selection, units: Sequence[int], names: Mapping[int, bytes]) -> None:
        self._users: dict[bytes, set[int]] = defaultdict(set)
        self._declarers: dict[bytes, set[int]] = defaultdict(set)
        self._declared: dict[int, set[bytes]] = {}
        self._used: dict[int, set[bytes]] = {}
        for unit in units:
            found = [node for node in _inside(tree, kept, unit) if node in names]
            shown = [node for node in found if not _is_hidden(tree, unit, node)]
            if any(_BODY.fullmatch(tree.kind(child).name) for child in inside(tree, kept, unit)):
                declared = {names[node] for node in _called(tree, shown)}
            else:
                declared = {names[node] for node in shown if names[node] not in self._declarers}
            for name in declared:
                self._declarers[name].add(unit)
            self._declared[unit], self._used[unit] = declared, {names[node] for node in found}
            for name in self._used[unit]:
                self._users[name].add(unit)

    def free(self, units: Iterable[int]) -> list[int]:
        """Those of the units left of which none of the others speaks, in order."""
        left = set(units)
        return [unit for unit in sorted(left) if not any(self._spoken_of(name, left) for name in self._declared[unit])]

    def needless(self, units: Iterable[int], needed: Iterable[int]) -> list[int]:
        """Those of the units left of which no needed one speaks, nor one that a needed one speaks of, and so on."""
        left = set(units)
        waiting = [unit for unit in needed if unit in left]
        reached = set(waiting)
        while waiting:
            unit = waiting.pop()
            spoken_of = {other for name in self._used[unit] for other in self._declarers.get(name, ())}
            waiting += (spoken_of & left) - reached
            reached |= spoken_of
        return sorted(left - reached)

    def _spoken_of(self, name: bytes, left: set[int]) -> bool:
        return any(unit in left and unit not in self._declarers[name] for unit in self._users[name])


def _inside(tree: Hierarchy, kept: Selection, unit: int) -> Iterator[int]:
    """The kept nodes of a subtree, in order."""
    return (kept.unit(position) for position in range(kept.position(unit), kept.position(tree.end(unit))))


def _is_hidden(tree: Hierarchy, unit: int, node: int) -> bool:
    while (node := tree.parent(node)) > unit:
        if _HIDDEN.fullmatch(tree.kind(node).name):
            return True
    return False


def _called(tree: Hierarchy, shown: Sequence[int]) -> Sequence[int]:
    """The last name before a body that is not a type's, or else the first of the types."""
    return [node for node in shown if not _TYPE.fullmatch(tree.kind(node).name)][-1:] or shown[:1]
