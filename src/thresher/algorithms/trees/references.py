"""References between siblings: from uses to a declaration, from calls to a function.

Found by names alone, for any language whose tree distinguishes names from other words. A heuristic: it decides what to
try first, and never replaces a test.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

from thresher.algorithms.trees.function_bodies import BODY
from thresher.algorithms.trees.levels import inside
from thresher.kernel.selection import Selection
from thresher.structures.references import reached
from thresher.structures.trees.hierarchy import Hierarchy
from thresher.structures.trees.kind import NodeKind

_NAME = re.compile(r".*identifier|(?:.*_)?name|variable|constant")
IMPORT = re.compile(r".*import.*")
_PATH = re.compile(rb"""["'`]?(?:[^\s"'`]*[/.])?([\w$\x80-\xff]+)["'`]?""")
_TYPE = re.compile(r".*type_.*")
_BODY = re.compile(rf"{BODY.pattern}|.*suite")
_CALL = re.compile(r".*call.*|.*invocation.*|.*arguments?|.*argument_list")
_HIDDEN = re.compile(rf"{_BODY.pattern}|.*parameters?|.*parameter_list")


def names_of(tree: Hierarchy, kept: Selection) -> Mapping[int, bytes]:
    """The kept leaves that are names, with their texts; of a path in an import its last word."""
    leaves = (node for node in kept if tree.end(node) == node + 1)
    return {node: name for node in leaves if (name := _name(tree, kept, node))}


def _name(tree: Hierarchy, kept: Selection, leaf: int) -> bytes | None:
    if is_a(_NAME, tree.kind(leaf)):
        return tree.text(kept, leaf)
    path = _PATH.fullmatch(tree.text(kept, leaf)) if is_imported(tree, leaf) else None
    return path[1] if path else None


def is_imported(tree: Hierarchy, leaf: int) -> bool:
    """Whether a leaf is within an import, a few levels up."""
    around = (leaf, tree.parent(leaf), tree.parent(tree.parent(leaf)))
    return any(is_a(IMPORT, tree.kind(node)) for node in around)


def is_a(pattern: re.Pattern[str], kind: NodeKind) -> bool:
    """Whether a kind, or one that is the same node, is called so."""
    return any(map(pattern.fullmatch, (kind.name, *kind.labels)))


class SiblingReferences:
    """The references between the children of one node, looked up by name: a graph of pairs could be quadratic.

    A node with a body declares its name. Any other node declares the names that no child before it has outside of
    bodies and parameters, where siblings can see them.
    """

    def __init__(self, tree: Hierarchy, kept: Selection, units: Sequence[int], names: Mapping[int, bytes]) -> None:
        self._users: dict[bytes, set[int]] = defaultdict(set)
        self._declarers: dict[bytes, set[int]] = defaultdict(set)
        self._declared: dict[int, set[bytes]] = {}
        self._used: dict[int, set[bytes]] = {}
        self._proper: dict[int, set[bytes]] = {}  # declared names without those that are called or passed as arguments
        for unit in units:
            found = [node for node in _subtree(tree, kept, unit) if node in names]
            shown = [node for node in found if not _is_hidden(tree, unit, node)]
            if any(_BODY.fullmatch(tree.kind(child).name) for child in inside(tree, kept, unit)):
                declared = proper = {names[node] for node in _called(tree, shown)}
            else:
                own = {names[node] for node in shown if not _is_used(tree, unit, node)}
                proper = {name for name in own if name not in self._users}
                declared = {names[node] for node in shown if names[node] not in self._declarers}
            for name in declared:
                self._declarers[name].add(unit)
            self._proper[unit] = proper
            self._declared[unit], self._used[unit] = declared, {names[node] for node in found}
            for name in self._used[unit]:
                self._users[name].add(unit)

    def free(self, units: Iterable[int]) -> list[int]:
        """The units that none of the others refers to, in order."""
        left = set(units)
        return [unit for unit in sorted(left) if self.is_free(unit, left)]

    def is_free(self, unit: int, units: Container[int]) -> bool:
        """Whether none of the other units refers to this one."""
        return not any(self._is_referenced(name, units) for name in self._declared[unit])

    def is_unused(self, unit: int, units: Container[int]) -> bool:
        """Whether none of the other units refers to what this one declares; what it calls is declared elsewhere."""
        return not any(self._is_referenced(name, units) for name in self._proper[unit])

    def needless(self, units: Iterable[int], needed: Iterable[int]) -> list[int]:
        """The units that no needed one refers to, directly or through others."""
        left = set(units)

        def referenced(unit: int) -> set[int]:
            return {other for name in self._used[unit] for other in self._declarers.get(name, ())} & left

        return sorted(left - reached(left.intersection(needed), referenced))

    def groups(self, units: Iterable[int]) -> list[list[int]]:
        """Each unit with all that refer to it, directly or through others; the smallest group first."""
        left = set(units)

        def users(unit: int) -> set[int]:
            return {other for name in self._proper[unit] for other in self._users[name]} & left

        found = {frozenset(reached([unit], users)) for unit in left}
        return sorted(map(sorted, found), key=lambda group: (len(group), group))

    def _is_referenced(self, name: bytes, left: Container[int]) -> bool:
        return any(unit in left and unit not in self._declarers[name] for unit in self._users[name])


def _subtree(tree: Hierarchy, kept: Selection, unit: int) -> Iterator[int]:
    """The kept nodes of a subtree, in order."""
    return (kept.unit(position) for position in range(kept.position(unit), kept.position(tree.end(unit))))


def _is_hidden(tree: Hierarchy, unit: int, node: int) -> bool:
    while (node := tree.parent(node)) > unit:
        if _HIDDEN.fullmatch(tree.kind(node).name):
            return True
    return False


def _is_used(tree: Hierarchy, unit: int, node: int) -> bool:
    """Whether a name is a function that is called, or among the arguments of a call."""
    while (node := tree.parent(node)) >= unit:
        if is_a(_CALL, tree.kind(node)):
            return True
    return False


def _called(tree: Hierarchy, shown: Sequence[int]) -> Sequence[int]:
    """The last name before a body that is not a type's, or else the first of the types."""
    return [node for node in shown if not _TYPE.fullmatch(tree.kind(node).name)][-1:] or shown[:1]
