"""The heaviest node first, and again when it has become much lighter: HDDr in the order of Perses and Pardis.

The contents of a heavy node may be all that needs its siblings: once the body of a function is removed, the functions
it called can be removed too. So a list is searched again before the search continues with nodes that may be irrelevant
by then: when it is much lighter, or when something in it is no longer referenced. Where one child is nearly all of a
node, the list inside that child comes before its siblings.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterator, Sequence
from functools import partial
from heapq import heappop, heappush
from itertools import islice, pairwise

from thresher.algorithms.combinators import all_first, give_up_after_misses, while_productive
from thresher.algorithms.guarantees import TreeGuarantee
from thresher.algorithms.lists.hgt.gaps import NO_HISTORY, ListHistory
from thresher.algorithms.lists.hgt.search import hgt
from thresher.algorithms.registry import reduces_trees
from thresher.algorithms.trees.deep_nesting import unsampled
from thresher.algorithms.trees.dependent_groups import DependentGroups
from thresher.algorithms.trees.levels import inside, weight
from thresher.algorithms.trees.lift import Minimizer, NodeRow, minimized
from thresher.algorithms.trees.main_path import MainPaths
from thresher.algorithms.trees.references import SiblingReferences, names_of
from thresher.kernel.place import Action, Move, Place
from thresher.kernel.probe import Probe, Search
from thresher.kernel.selection import Selection
from thresher.structures.trees.hierarchy import Hierarchy

LIGHTER = 0.7  # of the weight it had: then all that is left is worth another search
FREER = 0.95  # of the weight it had: then something may have become free
TESTS, SHARE = 24, 0.05  # a list whose members refer to each other is searched as a whole while this pays off
REFERENCED_MISS_LIMIT = 8  # misses in a row
LEVELS = 3  # from a name to what can go with it, as from `n` to the parameter `int *n`


@reduces_trees(TreeGuarantee.NONE, takes_minimizer=True, leaves_untried=True)
def heaviest(tree: Hierarchy, kept: Selection, *, minimizer: Minimizer) -> Search[Selection, Selection]:
    """Every kept node's children have been minimized when it weighed at most 1/0.7 of what it weighs in the end.

    Except children that others refer to, if a row of such questions has missed, and a child that was nearly all of its
    parent and has something in it that could not go.
    """
    return (yield from heaviest_inside(tree, kept, [0], minimizer=minimizer))


def heaviest_inside(
    tree: Hierarchy, kept: Selection, roots: Sequence[int], *, minimizer: Minimizer
) -> Search[Selection, Selection]:
    """The same for the nodes inside some nodes, which stay themselves."""
    paths = MainPaths(tree)
    lists = _ChildLists(tree, kept, minimizer, paths)
    queue: list[tuple[int, int]] = []
    seen: set[int] = set()

    def found(node: int) -> None:
        for each in paths.path(kept, node):
            if each not in seen and tree.end(each) > each + 1:
                seen.add(each)
                heappush(queue, (-paths.at_stake(kept, each), each))

    for root in roots:
        found(root)
    while queue:
        light, node = heappop(queue)
        if node not in kept:
            continue
        now = paths.at_stake(kept, node)
        if now < -light:
            heappush(queue, (-now, node))
            continue
        before = kept
        kept = yield from lists.minimized(kept, node)
        for inner in inside(tree, kept, node):
            if inner not in seen:
                found(inner)
        if kept != before:
            around = [outer for outer in _around(tree, node) if any(root <= outer < tree.end(root) for root in roots)]
            again = [outer for outer in around if lists.worthwhile(kept, outer)]
            for each in (*again, *dict.fromkeys(lists.with_unused(before, kept, around))):
                heappush(queue, (-paths.at_stake(kept, each), each))
    return kept


class _ChildLists:
    """The children of nodes as lists: unreferenced ones first, as long as there are some, then the rest."""

    def __init__(self, tree: Hierarchy, kept: Selection, minimizer: Minimizer, paths: MainPaths) -> None:
        self._tree, self._minimizer, self._paths = tree, minimizer, paths
        self._names = names_of(tree, kept)
        self._places: dict[bytes, list[int]] = defaultdict(list)
        for node, name in self._names.items():
            self._places[name].append(node)
        self._tried: dict[int, set[int]] = {}
        self._visited: dict[int, int] = {}  # the weights of nodes when their lists were minimized
        self._examined: dict[int, int] = {}  # and when they were last examined
        self._entangled: set[int] = set()  # nodes whose lists did not pay off as a whole
        self._needed: set[int] = set()  # nodes that could not go alone
        self._referenced_stay = False
        self._free: dict[int, set[int]] = {}  # by node, the children that nothing referred to
        self._histories: dict[str, ListHistory] = {}  # by kinds of nodes
        self._skipped = unsampled(tree, kept)
        self._dependents = DependentGroups(tree, self._names)

    def minimized(self, kept: Selection, node: int) -> Search[Selection, Selection]:
        """What is kept once a list has been minimized; the next time, as far as it has not been tried."""
        tree = self._tree
        main = self._paths.main(kept, node)
        children = [child for child in inside(tree, kept, node) if child != main or not self._has_needed(kept, child)]
        if self._skipped.issuperset(children):
            return kept
        if weight(tree, kept, node) < LIGHTER * self._visited.get(node, 0):
            del self._tried[node]
        if node not in self._tried:
            self._tried[node] = set()
            if node not in self._entangled:
                kept = yield from self._as_a_whole(kept, node, children)
        if not self._tried[node].issuperset(children):
            kept = yield from self._by_references(kept, node, [child for child in children if child in kept])
        kept = yield from self._dependents.search(kept, node, _place(tree, node))
        self._visited[node] = self._examined[node] = weight(tree, kept, node)
        return kept

    def _as_a_whole(self, kept: Selection, node: int, children: list[int]) -> Search[Selection, Selection]:
        """All of a list; if some refer to others, while this pays off."""
        search = self._inner(kept, node, self._untried(kept, node, children))
        if len(SiblingReferences(self._tree, kept, children, self._names).free(children)) == len(children):
            kept, done = (yield from search), True
        else:
            kept, done = yield from while_productive(
                search, kept, weight=lambda now: weight(self._tree, now, node), tests=TESTS, share=SHARE
            )
        if done:
            self._tried[node].update(children)
        else:
            self._entangled.add(node)
        return kept

    def _by_references(self, kept: Selection, node: int, children: list[int]) -> Search[Selection, Selection]:
        """First unreferenced children, then those that nothing needed refers to, then perhaps the rest."""
        tried = self._tried[node]
        references = SiblingReferences(self._tree, kept, children, self._names)
        kept = yield from self._without_newly_free(kept, node, children, references)
        left = [child for child in children if child in kept]
        free = self._untried(kept, node, references.free(left))
        tried.update(free)
        kept = yield from self._inner(kept, node, free)
        while left := [child for child in left if child in kept]:
            needless = self._untried(kept, node, references.needless(left, tried))
            if not needless:
                break
            tried.update(needless)
            kept = yield from self._inner(kept, node, needless, likely=True)
        referenced = self._untried(kept, node, left)
        if referenced and not self._referenced_stay:
            tried.update(referenced)
            before = kept
            search = self._inner(kept, node, referenced)
            kept = yield from (
                give_up_after_misses(search, kept, REFERENCED_MISS_LIMIT)
                if len(referenced) > 2 * REFERENCED_MISS_LIMIT
                else search
            )
            self._referenced_stay = kept == before and len(referenced) >= REFERENCED_MISS_LIMIT
        return kept

    def _without_newly_free(
        self, kept: Selection, node: int, children: list[int], references: SiblingReferences
    ) -> Search[Selection, Selection]:
        """Without the children that nothing refers to since the last visit, and those that only they referred to.

        All in one question: their references are gone, so hardly one of them is needed.
        """
        left, newly_free, known = set(children), set[int](), self._free.get(node)
        self._free[node] = set(references.free(left))
        while known is not None and (found := {*references.free(left)} - known):
            newly_free |= found
            left -= found
        gone = [child for child in sorted(newly_free) if self._tree.removable(kept, child)]
        if len(gone) > 1:
            less = NodeRow(self._tree, gone).within(kept, Selection())
            hit = yield [Probe(less, move=Move(Action.DROP_TOGETHER, (len(gone),)), place=_place(self._tree, node))]
            kept = kept if hit is None else hit.candidate
        return kept

    def _inner(
        self, kept: Selection, node: int, children: list[int], *, likely: bool = False
    ) -> Search[Selection, Selection]:
        """Some children of a node. HGT is given the history of other nodes of its kind."""
        kind = self._tree.kind(node).name
        history = self._histories.get(kind, NO_HISTORY)
        minimizer = partial(hgt, history=history, hurry=True) if self._minimizer is hgt else self._minimizer
        if likely:
            minimizer = partial(all_first, minimizer=minimizer)
        kept = yield from minimized(self._tree, kept, children, minimizer, _place(self._tree, node))
        needed = sum(child in kept for child in children)
        self._needed.update(child for child in children if child in kept)
        self._histories[kind] = ListHistory(history.needed + needed, history.gone + len(children) - needed)
        return kept

    def _has_needed(self, kept: Selection, node: int) -> bool:
        """Whether something in a node has turned out to be needed: the node will not go then."""
        return any(node < needed < self._tree.end(node) and needed in kept for needed in self._needed)

    def worthwhile(self, kept: Selection, node: int) -> bool:
        """Whether a list that was minimized before has become much lighter, or has something that is free now.

        Also one that had to wait for its main child, which has become much lighter.
        """
        now = weight(self._tree, kept, node)
        if node not in self._visited:
            return self._paths.main(kept, node) is not None and self._paths.at_stake(kept, node) == now
        if now < LIGHTER * self._visited.get(node, 0):
            return True
        if now >= FREER * self._examined.get(node, 0):
            return False
        self._examined[node] = now
        children = list(inside(self._tree, kept, node))
        free = SiblingReferences(self._tree, kept, children, self._names).free(children)
        return bool(self._untried(kept, node, free))

    def with_unused(self, before: Selection, kept: Selection, around: Container[int]) -> Iterator[int]:
        """The nodes whose lists have something to try again, as parameters: what has a name that is nowhere else now.

        Not those `around` what has gone, in which more than names may have changed.
        """
        for name in dict.fromkeys(self._names[node] for node in before - kept if node in self._names):
            left = [*islice((node for node in self._places[name] if node in kept), 2)]
            if len(left) == 1:
                for child, node in pairwise((left[0], *islice(_around(self._tree, left[0]), LEVELS))):
                    if node not in around and child in self._tried.get(node, ()):
                        self._tried[node].discard(child)
                        yield node
                        break

    def _untried(self, kept: Selection, node: int, children: Sequence[int]) -> list[int]:
        tried = self._tried[node]
        skipped = self._skipped
        return [
            child
            for child in children
            if child not in tried and child not in skipped and self._tree.removable(kept, child)
        ]


def _place(tree: Hierarchy, node: int) -> Place:
    """The children of a node; what could go from one list may well go from another whose nodes around are alike."""
    kinds = tuple(tree.kind(each).name for each in (node, *islice(_around(tree, node), 2)))
    return Place(node, kinds, f"inside {' in '.join(kinds)}, node {node}")


def _around(tree: Hierarchy, node: int) -> Iterator[int]:
    while node != 0:
        node = tree.parent(node)
        yield node
