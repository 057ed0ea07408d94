"""Joint removal: a declaration and its uses go together, where neither could go before the other.

`namespace detail { ... } detail::f()` becomes `namespace { ... } f()`, which no removal of one node does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from thresher.algorithms.tree_guarantee import TreeGuarantee
from thresher.kernel.probe import Probe, Search
from thresher.kernel.selection import Selection
from thresher.structures.hierarchy import Hierarchy
from thresher.structures.links import Link, links
from thresher.structures.shape import without_runs

TREE_GUARANTEE = TreeGuarantee.NONE


def linked(tree: Hierarchy, kept: Selection) -> Search[Selection, Selection]:
    """Every name that occurs more than once has been tried to go, the largest removals first. One run per name."""
    tried: set[bytes] = set()
    while True:
        untried = [link for link in links(tree, kept) if link.name not in tried]
        untried.sort(key=lambda link: link.weight(tree, kept), reverse=True)
        hit = yield _probes(tree, kept, untried)
        if hit is None:
            return kept
        made = hit.origin
        assert isinstance(made, Link)
        tried.update(link.name for link in untried[: untried.index(made) + 1])
        kept = hit.candidate


def _probes(tree: Hierarchy, kept: Selection, untried: Iterable[Link]) -> Iterator[Probe[Selection]]:
    for link in untried:
        candidate = without_runs(kept, ((node, tree.end(node)) for node in link.nodes))
        name = link.name.decode("utf-8", "replace")
        yield Probe(candidate, label=f"drop {name} in {len(link.nodes)} places", origin=link)
