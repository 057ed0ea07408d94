"""The changes that lead from one tree to another, from coarse to fine: each one opens into changes inside it.

Two nodes that correspond and differ are a change: the one's text is replaced by the other's. It opens into the changes
between their children, where equal children correspond first and then those that are most alike; children without a
partner are added, taken out or replaced, with the separator beside them. All changes that one opens into, made
together, give the same text as the change itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from thresher.structures.changes.alignment import aligned, likeness, words_of
from thresher.structures.trees.tree import Tree


@dataclass(frozen=True, slots=True)
class TreeChange:
    """Bytes from start to stop of the text before are replaced by `text`; `nodes` differ there, before and after."""

    start: int
    stop: int
    text: bytes
    nodes: tuple[int, int] | None = None


def applied(data: bytes, changes: Iterable[TreeChange]) -> bytes:
    """The text with the changes made, which come in order and do not overlap."""
    pieces, done = [], 0
    for change in changes:
        pieces += [data[done : change.start], change.text]
        done = change.stop
    return b"".join((*pieces, data[done:]))


class TreeChanges:
    """Between a tree before and a tree after."""

    def __init__(self, before: Tree, after: Tree) -> None:
        self._before, self._after = before, after

    def whole(self) -> TreeChange:
        """One change from all of the text before to all of the text after."""
        return TreeChange(0, len(self._before.data), self._after.data, (0, 0))

    def finer(self, change: TreeChange) -> list[TreeChange]:
        """The changes that this one opens into, in order; none if it is one that does not open."""
        if change.nodes is None:
            return []
        old, new = change.nodes
        sides = _NodeSide(self._before, old, change.start, change.stop), _NodeSide(self._after, new, *self._span(new))
        if not sides[0].children or not sides[1].children:
            return []
        return list(self._between(*sides))

    def _span(self, node: int) -> tuple[int, int]:
        """Where a node after is; the root is all of the text."""
        tree = self._after
        return (0, len(tree.data)) if node == 0 else (tree.starts[node], tree.stops[node])

    def _between(self, old: _NodeSide, new: _NodeSide) -> Iterator[TreeChange]:
        def alike(i: int, j: int) -> float:
            return likeness(old.words[i], new.words[j]) if old.kinds[i] == new.kinds[j] else 0.0

        pairs = aligned(old.texts, new.texts, alike)
        at, by = 0, 0
        for i, j in (*pairs, (len(old.children), len(new.children))):
            yield from _stretch(old.stretch(at, i), new.stretch(by, j))
            if i < len(old.children) and old.texts[i] != new.texts[j]:
                start, stop = old.spans[i]
                yield TreeChange(start, stop, new.texts[j], (old.children[i], new.children[j]))
            at, by = i + 1, j + 1


class _NodeSide:
    """A node with its children, on one of the two sides."""

    def __init__(self, tree: Tree, node: int, start: int, stop: int) -> None:
        self._tree, self._start, self._stop = tree, start, stop
        self.children = list(tree.children(node))
        self.spans = [(tree.starts[child], tree.stops[child]) for child in self.children]
        self.texts = [tree.data[first:last] for first, last in self.spans]

    @cached_property
    def kinds(self) -> list[str]:
        return [self._tree.kind(child).name for child in self.children]

    @cached_property
    def words(self) -> list[Counter[bytes]]:
        return [words_of(text) for text in self.texts]

    def stretch(self, first: int, last: int) -> _UnmatchedChildren:
        """The children from first to last-1 with the text around them, up to the neighbours or the node's ends."""
        start = self.spans[first - 1][1] if first > 0 else self._start
        stop = self.spans[last][0] if last < len(self.spans) else self._stop
        return _UnmatchedChildren(self._tree.data, start, stop, tuple(self.spans[first:last]))


@dataclass(frozen=True, slots=True)
class _UnmatchedChildren:
    """Children without partners between two that have one, as spans; gaps are before, between and after them."""

    data: bytes
    start: int
    stop: int
    spans: tuple[tuple[int, int], ...]

    @property
    def first_gap(self) -> bytes:
        return self.data[self.start : self.spans[0][0] if self.spans else self.stop]

    @property
    def last_gap(self) -> bytes:
        return self.data[self.spans[-1][1] if self.spans else self.start : self.stop]

    def with_gap_before(self) -> list[tuple[int, int]]:
        """Each child with what separates it from the one before."""
        starts = [self.start, *(stop for _, stop in self.spans[:-1])]
        return [(start, stop) for start, (_, stop) in zip(starts, self.spans, strict=False)]

    def with_gap_behind(self) -> list[tuple[int, int]]:
        """Each child with what separates it from the one after."""
        stops = [*(start for start, _ in self.spans[1:]), self.stop]
        return [(start, stop) for (start, _), stop in zip(self.spans, stops, strict=False)]


def _stretch(old: _UnmatchedChildren, new: _UnmatchedChildren) -> Iterator[TreeChange]:
    """From children without a partner before to those after: one replaces the other, and what is over goes or comes.

    A separator goes with its child: with the one after it, or the one before it where that leaves the text as it is.
    """
    if not new.spans and old.spans and old.last_gap != new.first_gap and old.first_gap == new.first_gap:
        yield from (TreeChange(start, stop, b"") for start, stop in old.with_gap_behind())
        return
    if not old.spans and new.spans and new.last_gap != old.first_gap and new.first_gap == old.first_gap:
        yield from (TreeChange(old.stop, old.stop, new.data[start:stop]) for start, stop in new.with_gap_behind())
        return
    goes, comes = old.with_gap_before(), [new.data[start:stop] for start, stop in new.with_gap_before()]
    rest = goes[-1][1] if goes else old.start
    texts = [*comes, *[b""] * (len(goes) - len(comes))]
    spans = [*goes, *[(rest, rest)] * (len(comes) - len(goes))]
    changes = [TreeChange(start, stop, text) for (start, stop), text in zip(spans, texts, strict=True)]
    if old.last_gap != new.last_gap:
        last = changes.pop() if changes else TreeChange(rest, rest, b"")
        changes.append(TreeChange(last.start, old.stop, last.text + new.last_gap))
    yield from (change for change in changes if old.data[change.start : change.stop] != change.text)
