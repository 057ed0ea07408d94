"""A declared name of SMT-LIB that is asked for gets a value, and the assertions go that restricted it.

`(declare-fun x () Int)(assert (> x 0))(check-sat)(get-value (x))` becomes
`(define-fun x () Int 1)(check-sat)(get-value (x))`. The name has to stay where a command asks for it, so that a
constant in its place does not help, and a definition is longer than a declaration unless assertions go with it.
"""

from __future__ import annotations

from collections.abc import Iterator

from thresher.formats.structured.smt_terms import DeclaredName, SmtTerms, values_of
from thresher.passes.ranking import MOST
from thresher.structures.document import Document
from thresher.structures.rewrites import Rewrite
from thresher.structures.trees.splice import Cut

MISS_LIMIT = 6
LITERALS = 2  # of the text, for each name
LABEL = "fixed value"


def edits(document: Document) -> list[Rewrite]:
    """For each such name small values and literals of the text, without the assertions about it; then without all."""
    if len(document.tree) > MOST:
        return []
    smt = SmtTerms(document.tree)
    names = [declared for declared in smt.asked_for if smt.defining(declared, b"")]
    every = list(smt.asserted.values())
    about = [cuts for declared in names for cuts in _fixed(smt, declared, smt.asserting(declared))]
    alone = [cuts for declared in names for cuts in _fixed(smt, declared, every)]
    return [Rewrite(cuts, LABEL) for cuts in dict.fromkeys((*about, *alone)) if _gain(cuts) > 0]


def _fixed(smt: SmtTerms, declared: DeclaredName, assertions: list[int]) -> Iterator[tuple[Cut, ...]]:
    """A definition for the declaration; the assertions go, and declarations that only they needed."""
    needless = smt.needless_without(assertions, keep={declared.name})
    literals = [text for text in smt.literals(declared.sort) if text not in values_of(declared.sort)]
    for value in reversed((*values_of(declared.sort), *literals[:LITERALS])):
        cuts = [*smt.defining(declared, value), *(smt.cut(each, b"") for each in (*assertions, *needless))]
        yield tuple(sorted(cuts))


def _gain(cuts: tuple[Cut, ...]) -> int:
    return sum(stop - start - len(new) for start, stop, new in cuts)
