"""Which changes make the test fail: the searches, as questions about selections of changes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from thresher.algorithms.lists.dichotomy import dichotomy
from thresher.algorithms.lists.hgt.search import hgt
from thresher.algorithms.sequences.by_levels import by_levels
from thresher.algorithms.sequences.unresolved_groups import unresolved_groups
from thresher.kernel.outcome import Outcome
from thresher.kernel.place import Action, Move
from thresher.kernel.probe import Probe, Search
from thresher.kernel.selection import Selection
from thresher.structures.changes.deltas import Deltas
from thresher.structures.changes.related_changes import Ties

UNRESOLVED_PREFIX_LIMIT = 15  # beginnings of the history that get no answer
FEW = 10  # changes that are looked at one by one


@dataclass(frozen=True, slots=True)
class Rest:
    """What is left when a cause is taken out, and whether it fails, passes or gets no answer."""

    units: Selection
    outcome: Outcome


def smallest_cause(deltas: Deltas, ties: Ties, failing: Selection) -> Search[Selection, Selection]:
    """A 1-minimal part of a failing selection, also without what can only go together, as far as that was guessed.

    For a cause of k changes among n about k * (log2(n) + 1) runs, and k more to make sure. Where beginnings of the
    history get no answer too often, steps, files and hunks are taken out from wherever they are instead.
    """
    found = yield from dichotomy(failing, cuts=deltas.cuts, ties=ties.around, patience=UNRESOLVED_PREFIX_LIMIT)
    if len(found) > FEW:
        found = yield from by_levels(hgt, found, deltas.cuts)
    return (yield from unresolved_groups(found, groups=ties.groups))


def without_cause(deltas: Deltas, failing: Selection, cause: Selection) -> Search[Selection, Rest]:
    """The rest without the cause, or without its hunks, files or steps where it needs the cause to get an answer."""
    last = failing - cause
    for group in _wider(deltas, failing, cause):
        last = failing - group
        hit = yield [Probe(last, wants, move=Move(Action.WITHOUT_CAUSE)) for wants in (Outcome.FAIL, Outcome.PASS)]
        if hit is not None:
            return Rest(last, hit.wants)
    return Rest(last, Outcome.UNRESOLVED)


def _wider(deltas: Deltas, failing: Selection, cause: Selection) -> Iterator[Selection]:
    yield cause
    for level in (3, 2, 1):
        marks = {deltas.deltas[unit][:level] for unit in cause}
        yield Selection.of(unit for unit in failing if deltas.deltas[unit][:level] in marks)
