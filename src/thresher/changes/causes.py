"""The searches for causes: selections of changes that make the test fail."""

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
from thresher.structures.changes.related_changes import RelatedChanges

UNRESOLVED_PREFIX_LIMIT = 15  # unresolved prefixes of the history before dichotomy gives up
FEW = 10  # changes that are tried one by one


@dataclass(frozen=True, slots=True)
class Rest:
    """The changes left without a cause, and their outcome."""

    units: Selection
    outcome: Outcome


def smallest_cause(deltas: Deltas, related: RelatedChanges, failing: Selection) -> Search[Selection, Selection]:
    """A 1-minimal part of a failing selection, from which no group of related changes can be removed either.

    Related changes are guessed. For a cause of k changes among n, costs about k * (log2(n) + 1) runs, and k more to
    verify. Where too many prefixes of the history are unresolved, removes steps, files and hunks at any place instead.
    """
    cause = yield from dichotomy(
        failing, cuts=deltas.cuts, related=related.around, unresolved_limit=UNRESOLVED_PREFIX_LIMIT
    )
    if len(cause) > FEW:
        cause = yield from by_levels(hgt, cause, deltas.cuts)
    return (yield from unresolved_groups(cause, groups=related.groups))


def without_cause(deltas: Deltas, failing: Selection, cause: Selection) -> Search[Selection, Rest]:
    """The rest without the cause; where that is unresolved, without the hunks, files or steps of the cause."""
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
