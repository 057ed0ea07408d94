"""Nodes that can only be removed together: a declaration with its references, and imports used by nothing else.

Where a compiler requires that names in use are declared and declared names are used, or infers a type from its uses,
neither a declaration nor a use can be removed alone.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from thresher.algorithms.trees.function_bodies import BODY
from thresher.algorithms.trees.levels import inside
from thresher.algorithms.trees.lift import NodeRow
from thresher.algorithms.trees.references import IMPORT, SiblingReferences, is_a, is_imported
from thresher.kernel.place import Action, Move, Place
from thresher.kernel.probe import Probe, Search
from thresher.kernel.selection import Selection
from thresher.structures.trees.hierarchy import Hierarchy

_LIST = re.compile(rf"{BODY.pattern}|.*suite|.*statements|.*statement_list|.*declaration_list")
STUCK = 2  # groups with a node that could not be removed, after which it is not tried in another one
LONG = 200  # nodes of a list; in a longer one no groups are tried
MISSES_IN_A_ROW = 8  # after which no more groups are tried, in any list


class DependentGroups:
    """Tries groups in one list after the other; the misses in one count in the next."""

    def __init__(self, tree: Hierarchy, names: Mapping[int, bytes]) -> None:
        self._tree, self._names = tree, names
        self._places: dict[bytes, list[int]] = defaultdict(list)
        for leaf, name in names.items():
            self._places[name].append(leaf)
        self._imported = {name for leaf, name in names.items() if is_imported(tree, leaf)}
        self._stuck: Counter[int] = Counter()
        self._misses = 0

    def search(self, kept: Selection, node: int, place: Place) -> Search[Selection, Selection]:
        """What is kept when no more such groups of a node's children can be removed, or after too many misses."""
        if node and not is_a(_LIST, self._tree.kind(node)):
            return kept
        before = None
        while kept != before and self._misses < MISSES_IN_A_ROW:
            before, left = kept, list(inside(self._tree, kept, node))
            if len(left) <= LONG:
                kept = yield from self._less(kept, left, place)
        return kept

    def _less(self, kept: Selection, left: Sequence[int], place: Place) -> Search[Selection, Selection]:
        """Without the first group of a list that can be removed."""
        for group in SiblingReferences(self._tree, kept, left, self._names).groups(left):
            if len(group) == len(left) or not all(map(self._may_go, group)):
                continue
            imports = self._imports(kept, group)
            if len(group) + len(imports) == 1:
                continue  # it was asked alone
            less = NodeRow(self._tree, sorted({*group, *imports})).within(kept, Selection())
            hit = yield [Probe(less, move=Move(Action.DROP_TOGETHER, (len(group),)), place=place)]
            if hit is not None:
                self._misses = 0
                return hit.candidate
            self._misses += 1
            self._stuck.update(group)
            if self._misses >= MISSES_IN_A_ROW:
                break
        return kept

    def _may_go(self, node: int) -> bool:
        return self._tree.replacement(node) == b"" and self._stuck[node] < STUCK

    def _imports(self, kept: Selection, group: Sequence[int]) -> set[int]:
        """The imports that only a group refers to."""
        found = set()
        for name in (
            self._imported and {name for node in group for name in self._referenced_names(kept, node)} & self._imported
        ):
            others = [leaf for leaf in self._places[name] if leaf in kept and not self._is_in(leaf, group)]
            if len(others) == 1 and is_imported(self._tree, others[0]):
                found.add(self._import(others[0]))
        return {node for node in found if not any(node <= each < self._tree.end(node) for each in group)}

    def _referenced_names(self, kept: Selection, node: int) -> Iterator[bytes]:
        for position in range(kept.position(node), kept.position(self._tree.end(node))):
            if name := self._names.get(kept.unit(position)):
                yield name

    def _import(self, leaf: int) -> int:
        """The smallest node that can go and is an import; the root if there is none."""
        while leaf and not (self._tree.replacement(leaf) == b"" and is_a(IMPORT, self._tree.kind(leaf))):
            leaf = self._tree.parent(leaf)
        return leaf

    def _is_in(self, leaf: int, group: Sequence[int]) -> bool:
        return any(node <= leaf < self._tree.end(node) for node in group)
