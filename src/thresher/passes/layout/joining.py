"""Joins adjacent nodes that begin or end alike: `int a; int b;` becomes `int a, b;`, and blocks with one head one
block.

Works for any language: what two adjacent nodes of a kind have in common at their ends is written once, with a comma
between the rest, or with nothing if the rest is in brackets. The parser rejects what makes no sense.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile
from typing import NamedTuple

from thresher.structures.document import Document
from thresher.structures.rewrites import Rewrite
from thresher.structures.trees.tree import Tree

LONG = 2000  # bytes; longer nodes are skipped
_TOKEN = re.compile(rb"""[\w$\x80-\xff]+|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\S""")
_GAP = re.compile(rb"[\s;]*")
_OPENING, _CLOSING = (b"{", b"(", b"["), (b"}", b")", b"]")


class TrimmedJoin(NamedTuple):
    """How to join: without `ended` tokens at the end of the first node and `begun` at the beginning of the second."""

    ended: int
    begun: int
    between: bytes

    @property
    def saved(self) -> int:
        """How many tokens are saved."""
        return self.ended + self.begun - len(self.between)


def edits(document: Document) -> Iterator[Rewrite]:
    """For adjacent nodes of a kind up to four ways to join them; the one that leaves least is last."""
    tree = document.tree
    for parent in range(len(tree)):
        children = list(tree.children(parent))
        for one, other in pairwise(children):
            if tree.kinds[one] == tree.kinds[other] and _near(tree, one, other):
                yield from _joined(tree, one, other)


def _near(tree: Tree, one: int, other: int) -> bool:
    """Whether there is nothing but white space or a semicolon between two nodes, and they are not long."""
    gap = _GAP.fullmatch(tree.data, tree.stops[one], tree.starts[other])
    return gap is not None and max(tree.stops[each] - tree.starts[each] for each in (one, other)) <= LONG


def _joined(tree: Tree, one: int, other: int) -> Iterator[Rewrite]:
    first, second = ([*_TOKEN.finditer(tree.data, tree.starts[each], tree.stops[each])] for each in (one, other))
    for way in _ways([token.group() for token in first], [token.group() for token in second]):
        start = first[len(first) - way.ended - 1].end()
        stop = second[way.begun].start()
        if stop - start > len(way.between) + 1:  # a blank may come between words
            yield Rewrite(((start, stop, way.between),), "joined")


def _ways(first: Sequence[bytes], second: Sequence[bytes]) -> list[TrimmedJoin]:
    """The ways that leave something of both, sorted by how many tokens they save.

    >>> _ways([b"int", b"a", b";"], [b"int", b"b", b";"])
    [TrimmedJoin(ended=1, begun=1, between=b',')]
    >>> _ways([b"f", b"(", b"1", b")"], [b"f", b"(", b"2", b")"])[0]
    TrimmedJoin(ended=0, begun=1, between=b',')
    """
    head, tail = _alike(first, second), _alike(first[::-1], second[::-1])
    most = min(len(first), len(second)) - head - 1
    if most < 0:
        return []
    ways = {TrimmedJoin(min(tail, most), head, b","), TrimmedJoin(min(tail, most, 1), head, b",")}
    inside = _unclosed(second[:head])
    if inside:
        ways |= {TrimmedJoin(_closing(first, len(inside)), inside[-1] + 1, b""), TrimmedJoin(0, inside[-1], b",")}
    return sorted((way for way in ways if way.ended <= most), key=lambda way: (way.saved, way))


def _alike(first: Sequence[bytes], second: Sequence[bytes]) -> int:
    """How many tokens are the same at the beginning."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, second, strict=False)))


def _unclosed(tokens: Sequence[bytes]) -> list[int]:
    """Where the brackets are that are not closed again."""
    found: list[int] = []
    for index, token in enumerate(tokens):
        if token in _OPENING:
            found.append(index)
        elif token in _CLOSING and found:
            found.pop()
    return found


def _closing(tokens: Sequence[bytes], count: int) -> int:
    """How many tokens there are from the bracket on that ends the innermost of the last nested blocks of a text."""
    depth = 0
    for number, token in enumerate(reversed(tokens), 1):
        depth += (token in _CLOSING) - (token in _OPENING)
        if depth == count:
            return number
    return len(tokens)
