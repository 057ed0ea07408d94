"""Lists that a grammar spells by recursion, `list: list "," item` or `sum: sum "+" term`, as one flat list.

In the recursive form an item cannot go without those deeper inside, and a list of a thousand items is a thousand levels
deep. Flat, each item can go with its separator.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from thresher.structures.trees.builder import TreeBuilder
from thresher.structures.trees.kind import Kind
from thresher.structures.trees.separators import Separator
from thresher.structures.trees.tree import Tree

LONG = 3  # nodes of the same kind in a row that are taken for a list unasked


def flatten(tree: Tree, kinds: Collection[str] | None = None) -> Tree:
    """Makes flat lists of nodes that begin, or end, with a node of the same kind, which does so again, and so on.

    Each node of the chain becomes an element: what it has besides the inner node, whose text up to there is the
    element's separator. Without `kinds` every chain of at least three is a list; with `kinds` every chain of one of
    them. An element of one child is best merged with it by `squeeze` afterwards.
    """
    chains = _chains(tree, kinds)
    return _Flattener(tree, chains).run() if chains else tree


@dataclass(frozen=True, slots=True)
class _Chain:
    """Nodes from outermost to innermost; each is at the left, or right, end of the one before."""

    nodes: tuple[int, ...]
    left: bool


def _chains(tree: Tree, kinds: Collection[str] | None) -> dict[int, _Chain]:
    """The chains to be made flat by their outermost nodes."""
    lefts, rights = _links(tree, kinds)
    least = LONG if kinds is None else 2
    found = {}
    for links, left in ((lefts, True), (rights, False)):
        inner = set(links.values())
        for node in links.keys() - inner:
            nodes = [node]
            while nodes[-1] in links:
                nodes.append(links[nodes[-1]])
            if len(nodes) >= least:
                found[node] = _Chain(tuple(nodes), left)
    return found


def _links(tree: Tree, kinds: Collection[str] | None) -> tuple[dict[int, int], dict[int, int]]:
    """From nodes to the child of the same kind at their left end, and for the others at their right end."""
    lefts: dict[int, int] = {}
    rights: dict[int, int] = {}
    wanted = [kinds is None or kind.name in kinds for kind in tree.vocabulary]
    parents, numbers, starts, stops = tree.shape.parents, tree.kinds, tree.starts, tree.stops
    for node in range(1, len(tree)):
        parent = parents[node]
        if numbers[node] != numbers[parent] or not wanted[numbers[node]]:
            continue
        at_start, at_stop = starts[node] == starts[parent], stops[node] == stops[parent]
        if node == parent + 1 and at_start and not at_stop:
            lefts[parent] = node
        elif tree.end(node) == tree.end(parent) and at_stop and not at_start and parent not in lefts:
            rights[parent] = node
    return lefts, rights


@dataclass(frozen=True, slots=True)
class _Element:
    """A stretch of the flat list: its bytes, where the separator before it starts, what is in it."""

    start: int
    stop: int
    separator: int
    children: tuple[int, ...]
    first: int


class _Flattener:
    """Copies a tree without recursion: a stack of what is left to do."""

    def __init__(self, tree: Tree, chains: dict[int, _Chain]) -> None:
        self._tree = tree
        self._chains = chains
        self._heads = sorted(chains)
        self._builder = TreeBuilder(tree.data, spacing=tree.spacing)
        self._numbers: dict[int, int] = {}  # the new number of a node that is an element of some list
        self._firsts = {separator.first for _, separator in tree.separators.items()}
        self._todo: list[int | _Element | None] = [0]
        self._stops: list[int] = []

    def run(self) -> Tree:
        while self._todo:
            match self._todo.pop():
                case None:
                    self._builder.close(self._stops.pop())
                case int(node):
                    self._copy(node)
                case _Element() as element:
                    self._open_element(element)
        return self._builder.build()

    def _copy(self, node: int) -> None:
        tree, separator, whole = self._tree, self._separator(node), self._has_no_chain(node)
        if whole:
            number = self._builder.graft(tree, node, separator=separator)
        else:
            number = self._builder.open(
                tree.kind(node), tree.starts[node], replacement=tree.replacement(node), separator=separator
            )
        if node in self._firsts:
            self._numbers[node] = number
        if not whole:
            chain = self._chains.get(node)
            inside = list(tree.children(node)) if chain is None else list(_elements(tree, chain, number + 1))
            self._fill(tree.stops[node], inside)

    def _has_no_chain(self, node: int) -> bool:
        index = bisect_left(self._heads, node)
        return index == len(self._heads) or self._heads[index] >= self._tree.end(node)

    def _fill(self, stop: int, inside: Sequence[int] | Sequence[_Element]) -> None:
        self._stops.append(stop)
        self._todo.append(None)
        self._todo += reversed(inside)

    def _open_element(self, element: _Element) -> None:
        gap = self._tree.data[element.separator : element.start]
        separator = Separator(element.separator, element.start, element.first) if gap.strip() else None
        name = self._tree.kind(element.children[0]).name if element.children else ""
        self._builder.open(Kind(f"{name} element", frozenset()), element.start, separator=separator)
        self._fill(element.stop, element.children)

    def _separator(self, node: int) -> Separator | None:
        found = self._tree.separators.get(node)
        if found is None or found.first not in self._numbers:
            return None
        return found._replace(first=self._numbers[found.first])


def _elements(tree: Tree, chain: _Chain, first: int) -> Iterator[_Element]:
    """The elements of a flat list in the order of the text; `first` is the number the first one will have."""
    nodes = chain.nodes[::-1] if chain.left else chain.nodes
    separator = tree.starts[nodes[0]]
    for index, node in enumerate(nodes):
        others = tuple(child for child in tree.children(node) if not _inner(chain, nodes, index, child))
        start, stop = tree.starts[node], tree.stops[node]
        if chain.left and index > 0:
            start = tree.starts[others[0]] if others else separator
        if not chain.left and index < len(nodes) - 1:
            stop = tree.stops[others[-1]] if others else tree.starts[nodes[index + 1]]
        yield _Element(start, stop, separator, others, first)
        separator = stop


def _inner(chain: _Chain, nodes: tuple[int, ...], index: int, child: int) -> bool:
    """Whether a child is the next node of the chain."""
    step = index - 1 if chain.left else index + 1
    return 0 <= step < len(nodes) and nodes[step] == child
