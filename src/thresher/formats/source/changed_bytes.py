"""The bytes in which a candidate differs from its document, white space that closed up included."""

from __future__ import annotations

from collections.abc import Iterator

from thresher.kernel.selection import Selection
from thresher.structures.trees.splice import Cut, Spacing, spliced
from thresher.structures.trees.tree import Tree

_WHITE = frozenset(b" \t\n\r\v\f")


def edits_of(tree: Tree, kept: Selection) -> Iterator[Cut]:
    """Edits in order, apart from each other, that make `tree.render(kept)` of the tree's data."""
    group: list[Cut] = []
    low = high = 0
    for cut in tree.cutter.cuts(kept, 0, len(tree)):
        start = _ink_before(tree, cut[0])
        if group and start >= high:
            yield low, high, spliced(tree.data, group, low, high, tree.spacing)
            group = []
        if not group:
            low = start
        high = max(high, _ink_behind(tree, cut[1]))
        group.append(cut)
    if group:
        yield low, high, spliced(tree.data, group, low, high, tree.spacing)


def _ink_before(tree: Tree, offset: int) -> int:
    """The last byte before an offset that is not white space, which splicing depends on."""
    if tree.spacing is Spacing.EXACT:
        return offset
    data = tree.data
    while offset and data[offset - 1] in _WHITE:
        offset -= 1
    return max(offset - 1, 0)


def _ink_behind(tree: Tree, offset: int) -> int:
    """The same for the first one after an offset."""
    if tree.spacing is Spacing.EXACT:
        return offset
    data, length = tree.data, len(tree.data)
    while offset < length and data[offset] in _WHITE:
        offset += 1
    return min(offset + 1, length)
