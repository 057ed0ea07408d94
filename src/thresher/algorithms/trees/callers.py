"""What calls the rest of a program, before the rest: a few statements at the end of a script, a short main function.

As long as every call in them has to succeed, nearly all that they call is needed, and a search in there asks many
questions for little. They are light and few, so they come first; what they do not refer to any more goes in one test.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial

from thresher.algorithms.combinators import all_first, give_up_after_misses
from thresher.algorithms.guarantees import TreeGuarantee
from thresher.algorithms.lists.hgt.search import hgt
from thresher.algorithms.registry import reduces_trees
from thresher.algorithms.trees.heaviest import heaviest_inside
from thresher.algorithms.trees.levels import inside, weight
from thresher.algorithms.trees.lift import Minimizer, NodeRow, minimized
from thresher.algorithms.trees.main_path import MainPaths
from thresher.algorithms.trees.references import SiblingReferences, is_a, names_of
from thresher.kernel.place import Action, Move, Place
from thresher.kernel.probe import Probe, Search
from thresher.kernel.selection import Selection
from thresher.structures.trees.hierarchy import Hierarchy

CALLERS = Place("callers", "callers", "callers")
UNUSED = Place("unused", "unused", "not used by callers")
LIGHT = 0.1  # the share of the nodes that all callers have together at most
MISSES = 12  # in a row: then the callers are needed as they are
LARGE, LARGEST = 2_000, 400_000  # nodes of a program; in a small one the heaviest first is as good
_CALL = re.compile(r"[^.]*(?:call|invocation)[^.]*")  # a label with a dot says what a node is in


@reduces_trees(TreeGuarantee.NONE)
def callers(tree: Hierarchy, kept: Selection, *, minimizer: Minimizer = hgt) -> Search[Selection, Selection]:
    """Nothing is asked where the last part of a list is not light, is used before, or calls nothing.

    Ends with the first list that has lost something.
    """
    if not LARGE <= len(kept) <= LARGEST:
        return kept
    names = names_of(tree, kept)
    for node in MainPaths(tree).path(kept, 0):
        program = _Program(tree, node, names)
        last = program.callers(kept)
        if any(_calls(tree, kept, each) for each in last):
            search = give_up_after_misses(_contents(tree, kept, last, minimizer), kept, MISSES)
            less = yield from program.without_unused(search, kept, last)
            if less != kept:
                return less
    return kept


def _contents(
    tree: Hierarchy, kept: Selection, nodes: Sequence[int], minimizer: Minimizer
) -> Search[Selection, Selection]:
    """The callers, all at once first, then what is inside those that are left."""
    removable = [node for node in nodes if tree.removable(kept, node)]
    kept = yield from minimized(tree, kept, removable, partial(all_first, minimizer=minimizer), CALLERS)
    return (yield from heaviest_inside(tree, kept, [node for node in nodes if node in kept], minimizer=minimizer))


def _calls(tree: Hierarchy, kept: Selection, node: int) -> bool:
    nodes = range(kept.position(node), kept.position(tree.end(node)))
    return any(is_a(_CALL, tree.kind(kept.unit(position))) for position in nodes)


class _Program:
    """The children of a node as parts of a program that use each other."""

    def __init__(self, tree: Hierarchy, node: int, names: Mapping[int, bytes]) -> None:
        self._tree, self._node, self._names = tree, node, names

    def callers(self, kept: Selection) -> list[int]:
        """The last children, as far as they are light and only those after them use them."""
        left = list(inside(self._tree, kept, self._node))
        references = self._references(kept, left)
        room, found = LIGHT * len(kept), []
        while left and references.is_unused(left[-1], left):
            room -= weight(self._tree, kept, left[-1])
            if room < 0:
                break
            found.append(left.pop())
        return found[::-1]

    def without_unused(
        self, search: Search[Selection, Selection], kept: Selection, callers: Sequence[int]
    ) -> Search[Selection, Selection]:
        """The same search; ends with the callers and what they use as soon as the rest can go in one test.

        That is asked whenever they use less than the last time, and at the end.
        """
        asked = 0
        try:
            stream = next(search)
            while True:
                hit = yield stream
                if hit is not None:
                    unused = self._unused(hit.candidate, callers)
                    if len(unused) > asked:
                        asked = len(unused)
                        other = yield [self._without(hit.candidate, unused)]
                        if other is not None:
                            return other.candidate
                stream = search.send(hit)
        except StopIteration as stop:
            less: Selection = stop.value
        unused = self._unused(less, callers) if less != kept else []
        other = (yield [self._without(less, unused)]) if unused else None
        return less if other is None else other.candidate

    def _without(self, kept: Selection, unused: Sequence[int]) -> Probe[Selection]:
        less = NodeRow(self._tree, unused).within(kept, Selection())
        return Probe(less, move=Move(Action.DROP_TOGETHER, (len(unused),)), place=UNUSED)

    def _unused(self, kept: Selection, callers: Sequence[int]) -> list[int]:
        """The children that the callers do not use, directly or through others; none without callers."""
        if not any(each in kept for each in callers):
            return []
        left = list(inside(self._tree, kept, self._node))
        needless = self._references(kept, left).needless(left, callers)
        return [each for each in needless if self._tree.removable(kept, each)]

    def _references(self, kept: Selection, children: Sequence[int]) -> SiblingReferences:
        return SiblingReferences(self._tree, kept, children, self._names)
