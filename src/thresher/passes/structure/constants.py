"""A term of SMT-LIB becomes a constant of its sort: `(assert (< (+ x 1) y))` becomes `(assert false)`.

Which constants a sort has is data of the format; other languages have no edits.
"""

from __future__ import annotations

from collections.abc import Iterator

from thresher.formats.structured.smt_terms import SmtTerms, constants_of
from thresher.passes.ranking import MOST
from thresher.structures.document import Document
from thresher.structures.rewrites import Rewrite
from thresher.structures.trees.splice import Cut

LIKELY = True
MISS_LIMIT = 6
LABEL = "constant"
FALSE = b"false"


def edits(document: Document) -> list[Rewrite]:
    """False for one assertion alone, for all of them; then constants for single terms, those first that gain most.

    What only the term used is not declared any more.
    """
    if len(document.tree) > MOST:
        return []
    smt = SmtTerms(document.tree)
    singles = [
        _without_declarations(smt, [term], [smt.cut(term, new)]) for term in smt.terms for new in _constants(smt, term)
    ]
    found = [*_asserting_less(smt), *sorted(singles, key=_gain, reverse=True)]
    return [Rewrite(cuts, LABEL) for cuts in dict.fromkeys(found) if _gain(cuts) > 0]


def _asserting_less(smt: SmtTerms) -> Iterator[tuple[Cut, ...]]:
    asserted = list(smt.asserted)
    cuts = [smt.cut(term, FALSE) for term in asserted]
    if cuts:
        others = [smt.cut(command, b"") for command in smt.asserted.values()][1:]
        yield _without_declarations(smt, asserted, [cuts[0], *others])
        yield tuple(cuts)


def _without_declarations(smt: SmtTerms, terms: list[int], cuts: list[Cut]) -> tuple[Cut, ...]:
    put = {new for _, _, new in cuts}
    needless = smt.needless_without(terms, keep=put)
    return tuple(sorted((*cuts, *(smt.cut(command, b"") for command in needless))))


def _constants(smt: SmtTerms, term: int) -> list[bytes]:
    """What may be there instead of a list, best first; not `true` for what is asserted, which says nothing then."""
    sort, text = smt.sort(term), smt.text(term)
    if sort is None or not text.startswith(b"("):
        return []
    if term in smt.asserted:
        return [FALSE]
    names = [each.name for each in smt.declared if each.sort == sort and each.is_constant]
    return list(constants_of(sort)) or sorted(names, key=len)[:1]


def _gain(cuts: tuple[Cut, ...]) -> int:
    return sum(stop - start - len(new) for start, stop, new in cuts)
