"""Replaces an expression by a name from elsewhere in the text: `a<int>::b{}.c()` becomes `d.c()`.

Promotion within the tree only finds what is inside a node. A name that is declared before is often as good as a value
that is made in a place, and shorter. Vulcan (OOPSLA 2023) replaces subtrees by others in this way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from thresher.passes.occurrences import names_of
from thresher.passes.ranking import MOST, applied, token_spans
from thresher.structures.document import Document
from thresher.structures.rewrites import Rewrite
from thresher.structures.trees.tree import Tree

MISS_LIMIT = 2
PERSISTENT = True
NAMES = 2  # for each expression
FEWEST = 5  # tokens of an expression that are worth a test
_EXPRESSION = re.compile(r".*(?:expression|call|literal|invocation|operator|subscript|access|selector)")


def edits(document: Document) -> list[Rewrite]:
    """For each long expression, the names nearest before it: all of the first names come before the second ones.

    The shortest expression with its nearest name is last: what changes least is most likely to succeed.
    """
    tree = document.tree
    if len(tree) > MOST:
        return []
    places = sorted((each.start, name.text) for name in names_of(tree) for each in name.occurrences)
    starts = [start for start, _ in token_spans(tree)]
    found: dict[bytes, tuple[int, int, Rewrite]] = {}
    for node in _expressions(tree, starts):
        start, stop = tree.starts[node], tree.stops[node]
        for number, name in enumerate(islice(_before(tree.data[start:stop], start, places), NAMES)):
            edit = Rewrite(((start, stop, name),), "from elsewhere")
            found.setdefault(applied(tree, edit.cuts), (-number, start - stop, edit))
    return [edit for *_, edit in sorted(found.values(), key=lambda each: each[:2])]


def _expressions(tree: Tree, starts: list[int]) -> Iterator[int]:
    """The nodes that are expressions of several tokens."""
    for node in range(1, len(tree)):
        if _EXPRESSION.fullmatch(tree.kind(node).name):
            tokens = sum(tree.starts[node] <= start < tree.stops[node] for start in starts)
            if tokens >= FEWEST:
                yield node


def _before(text: bytes, start: int, places: list[tuple[int, bytes]]) -> Iterator[bytes]:
    """The names before a place that are not in a text, the nearest first."""
    seen = set(re.findall(rb"[\w$\x80-\xff]+", text))
    for at, name in reversed(places):
        if at < start and name not in seen:
            seen.add(name)
            yield name
