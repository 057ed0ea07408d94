"""How much of a text a grammar does not understand."""

from __future__ import annotations

from thresher.structures.trees.tree import Tree

SAMPLE = 1 << 16  # bytes of a large text that are parsed to find out
SHARE = 0.5  # of the bytes outside any construct: from there on, brackets say more about a text than its grammar


def is_mostly_unparsed(tree: Tree) -> bool:
    """Whether most of the text is loose tokens in errors; what is a construct inside an error is understood."""
    loose = 0
    for node in range(len(tree)):
        if tree.kind(node).name == "ERROR":
            constructs = (child for child in tree.children(node) if tree.end(child) > child + 1)
            loose += tree.stops[node] - tree.starts[node]
            loose -= sum(tree.stops[child] - tree.starts[child] for child in constructs)
    return loose > SHARE * len(tree.data)
