"""A declared name of SMT-LIB becomes a constant of its sort wherever it is used, and its declaration goes.

`(declare-fun x () Int)(assert (< x 3))` becomes `(assert (< 0 3))`. No single edit does that: a term without its
declaration is an error, and a declaration alone does not shrink by having no uses.
"""

from __future__ import annotations

from collections.abc import Iterator

from thresher.formats.structured.smt_terms import DeclaredName, SmtTerms, constants_of
from thresher.passes.ranking import MOST
from thresher.structures.document import Document
from thresher.structures.rewrites import Rewrite
from thresher.structures.trees.splice import Cut

LIKELY = True
MISS_LIMIT = 5
LABEL = "constant name"


def edits(document: Document) -> list[Rewrite]:
    """For each name its constants, if that shortens the text; of those of one name only the first can be made."""
    if len(document.tree) > MOST:
        return []
    smt = SmtTerms(document.tree)
    found = [cuts for declared in smt.declared for cuts in _names(smt, declared)]
    return [Rewrite(cuts, LABEL) for cuts in found if sum(stop - start - len(new) for start, stop, new in cuts) > 0]


def _names(smt: SmtTerms, declared: DeclaredName) -> Iterator[tuple[Cut, ...]]:
    """A name without its declarations, and with a constant for each use."""
    uses = smt.uses(declared)
    for new in constants_of(declared.sort) if uses else ():
        cuts = [*(smt.cut(use, new) for use in uses), *(smt.cut(command, b"") for command in declared.commands)]
        yield tuple(sorted(cuts))
