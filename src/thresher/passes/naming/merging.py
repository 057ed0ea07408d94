"""Merges two names: all uses of a name become uses of another one, whose declaration then serves both.

`int a; int foo; f(a, foo);` becomes `int a; f(a, a);`. Vulcan (OOPSLA 2023) calls it identifier replacement and gains
most by it. Which names are merged is guessed from their positions.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import islice, takewhile
from operator import attrgetter, itemgetter

from thresher.kernel import ordering
from thresher.passes.occurrences import Name, Occurrence, names_of
from thresher.structures.document import Document
from thresher.structures.rewrites import Rewrite
from thresher.structures.trees.splice import Cut
from thresher.structures.trees.tree import Tree

MISS_LIMIT = 4
TARGETS = 2  # for each name
BRACKETS = b"([{<"  # what begins with one is a list of declarations, not one
SHORT = 1  # bytes of a name that is worth having twice although no declaration goes
FREQUENT = 50  # the most frequent names, from which targets are chosen


def edits(document: Document) -> list[Rewrite]:
    """For each name that is used twice up to two names that could be used instead.

    Last are those whose declaration has the other name in it, as `a` in `class a(b)`; else the most frequent name is.
    The declaration of a name is removed if it is recognized; else the other name is as short as names can be, since any
    other name would only keep `names` from making it short.
    """
    tree = document.tree
    names = sorted(names_of(tree), key=lambda name: len(name.occurrences))
    frequent = names[-FREQUENT:]
    others = sorted((each.start, name.text) for name in names for each in name.occurrences)
    found: list[tuple[bool, Rewrite]] = []
    for name in names:
        if len(name.occurrences) > 1:
            merged = (_merged(tree, name, target, others) for target in _ranked(name, frequent))
            found += reversed([*islice(filter(None, merged), TARGETS)])
    return [edit for _, edit in sorted(found, key=itemgetter(0))]


def _ranked(name: Name, others: Sequence[Name]) -> list[Name]:
    """The names in the same roles, the most similar ones first, of these the most frequent ones, then the shortest."""
    similar = [(_similarity(name, other), other) for other in others if other.text != name.text]
    similar.sort(key=lambda each: (-each[0], -len(each[1].occurrences), ordering.size(each[1].text)))
    return [other for similarity, other in similar if similarity]


def _similarity(one: Name, other: Name) -> int:
    """In how many roles both are seen; less counts that they are leaves of one kind."""
    kinds = {kind for kind, _ in one.roles} & {kind for kind, _ in other.roles}
    return 2 * (one.roles & other.roles).total() + len(kinds)


def _merged(tree: Tree, name: Name, target: Name, others: Sequence[tuple[int, bytes]]) -> tuple[bool, Rewrite] | None:
    """All uses of a name become uses of the target; None if nothing is gained that renaming would not gain.

    With it, whether the target is in the declaration that goes.
    """
    label = f"{name.text.decode('utf-8', 'replace')} becomes {target.text.decode('utf-8', 'replace')}"
    spans = [(each.start, each.stop, target.text) for each in name.occurrences]
    for declarations in (_declarations(tree, name, target), _alone(tree, name, target, others)):
        gone = tree.cutter.cuts(tree.without(tree.everything, declarations), 0, len(tree))
        renames = [span for span in spans if not _within(span, gone)]
        if gone and renames:
            refers = any(_within((each.start, each.stop, b""), gone) for each in target.occurrences)
            return refers, Rewrite(tuple(sorted([*gone, *renames])), label)
    if len(target.text) <= SHORT and len(target.text) < len(name.text):
        return False, Rewrite(tuple(spans), label)
    return None


def _alone(tree: Tree, name: Name, target: Name, others: Sequence[tuple[int, bytes]]) -> list[int]:
    """The largest node around the first use of a name that can go and has no third name in it, if there is one.

    In `class a(b): pass` the name `a` is hardly more than another one for `b`.
    """
    found: list[int] = []
    for node in reversed(_around(tree, name.occurrences[0].node)):
        first, last = (bisect_left(others, (end,)) for end in (tree.starts[node], tree.stops[node]))
        if any(other not in (name.text, target.text) for _, other in others[first:last]):
            break
        if tree.replacement(node) == b"" and tree.data[tree.starts[node]] not in BRACKETS:
            found = [node]
    return found


def _declarations(tree: Tree, name: Name, target: Name) -> list[int]:
    """The nodes that declare a name beside the target, if they can go.

    The first one is what the name is first seen in, beside a node of its kind that the target is in; the others begin
    like it.
    """
    first = name.occurrences[0]
    around = _around(tree, first.node)
    depth = max(_fork(tree, around, _around(tree, each.node)) for each in target.occurrences)
    if not depth:
        return []
    beginning, height = _beginning(tree, around[depth], first), len(around) - depth
    found = set()
    for each in name.occurrences:
        node = ([0] * height + _around(tree, each.node))[-height]
        goes = tree.replacement(node) == b"" and _beginning(tree, node, each) == beginning
        if goes and _is_in(tree, target, tree.parent(node)):
            found.add(node)
    return [node for node in sorted(found) if found.isdisjoint(_around(tree, node)[:-1])]


def _fork(tree: Tree, one: Sequence[int], other: Sequence[int]) -> int:
    """How deep two ways down from the root part, if that is at two nodes of a kind; else 0."""
    depth = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
    parted = depth < min(len(one), len(other))
    return depth if parted and tree.kinds[one[depth]] == tree.kinds[other[depth]] else 0


def _beginning(tree: Tree, node: int, place: Occurrence) -> tuple[str, str, list[bytes]]:
    """What a node is, what it is in, and the words from its start to a place in it."""
    words = tree.data[tree.starts[node] : place.start].split()
    return tree.kind(node).name, tree.kind(tree.parent(node)).name, words


def _is_in(tree: Tree, name: Name, node: int) -> bool:
    """Whether a name occurs in a node."""
    at = bisect_left(name.occurrences, tree.starts[node], key=attrgetter("start"))
    return at < len(name.occurrences) and name.occurrences[at].start < tree.stops[node]


def _around(tree: Tree, node: int) -> list[int]:
    """A node and those around it, the root first."""
    found = [node]
    while found[-1]:
        found.append(tree.parent(found[-1]))
    return found[::-1]


def _within(cut: Cut, others: Sequence[Cut]) -> bool:
    return any(start <= cut[0] and cut[1] <= stop for start, stop, _ in others)
