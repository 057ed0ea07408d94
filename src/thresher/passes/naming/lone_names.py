"""A name that occurs once becomes the first name of the text: `a() { 0 ? b, : 0 }` becomes `a() { 0 ? a, : 0 }`.

It is declared and not used, or used and not declared. In the second case what stands in its place is declared, and more
may go then: of `a()0?b,:0?` the rest after `a()0?a`.
"""

from __future__ import annotations

from thresher.kernel import ordering
from thresher.passes.occurrences import names_of
from thresher.structures.document import Document
from thresher.structures.rewrites import Rewrite

MISS_LIMIT = 1


def edits(document: Document) -> list[Rewrite]:
    """One edit for all of them; a name stays that is shorter than the first, or as long and before it."""
    names = names_of(document.tree)
    if not names:
        return []
    first = names[0].text
    lone = [name for name in names if len(name.occurrences) == 1 and ordering.size(first) < ordering.size(name.text)]
    cuts = [(each.start, each.stop, first) for name in lone for each in name.occurrences]
    return [Rewrite(tuple(sorted(cuts)), "merge")] if cuts else []
