"""dd: Zeller and Hildebrandt, Simplifying and Isolating Failure-Inducing Input (2002), section 4.

Where ddmin makes one failing input small, dd makes the *difference* between a passing and a failing one small, and so
learns from passing tests as well: add a part of the difference to the one, or take it from the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from thresher.kernel.outcome import Outcome
from thresher.kernel.place import Action, Move
from thresher.kernel.probe import Probe, Search
from thresher.kernel.selection import Selection


@dataclass(frozen=True, slots=True)
class Between:
    """A selection between the two ends, and into how many parts to cut what remains if it becomes an end."""

    selection: Selection
    parts: int


def dd(
    passing: Selection, failing: Selection, *, last_first: bool = False
) -> Search[Selection, tuple[Selection, Selection]]:
    """A passing and a failing selection, the one inside the other, whose difference is 1-minimal.

    That is: for no delta of the difference does adding it to the passing one pass, nor removing it from the failing
    one fail. At most n**2 + 3*n runs for n deltas, about log2(n) if every outcome is resolved; none for one delta.
    Where several differences would do, the one found is near the end of the deltas if the first parts are tried first,
    and near their beginning with `last_first`.
    """
    if not passing <= failing:
        raise ValueError(f"the passing {passing} is not part of the failing {failing}")
    parts = 2
    while len(failing) - len(passing) >= 2:
        hit = yield _ever_finer(passing, failing, parts, last_first=last_first)
        if hit is None:
            break
        between = hit.origin
        assert isinstance(between, Between)
        if hit.wants is Outcome.PASS:
            passing = between.selection
        else:
            failing = _still_around(passing, hit.candidate, between.selection)
        parts = between.parts
    return passing, failing


def _still_around(passing: Selection, failing: Selection, asked: Selection) -> Selection:
    """The failing selection, unless the run that made it smaller than asked took it out of the passing one's reach."""
    return failing if passing <= failing and len(passing) < len(failing) else asked


def _ever_finer(passing: Selection, failing: Selection, parts: int, *, last_first: bool) -> Iterator[Probe[Selection]]:
    """What is asked as long as nothing helps: this granularity, then twice as fine, down to single deltas."""
    difference = failing - passing
    parts = min(parts, len(difference))
    while True:
        pieces = difference.split(parts)
        if last_first:
            pieces.reverse()
        yield from _halves(passing, pieces) if parts == 2 else _in_order(passing, failing, pieces)
        if parts >= len(difference):
            return
        parts = min(2 * parts, len(difference))


def _halves(passing: Selection, pieces: list[Selection]) -> Iterator[Probe[Selection]]:
    """Adding one half is removing the other, so that any resolved outcome halves the difference."""
    for index, piece in enumerate(pieces):
        middle = passing | piece
        for wants in (Outcome.FAIL, Outcome.PASS):
            yield Probe(middle, wants, move=Move(Action.HALF, (index + 1,)), origin=Between(middle, 2))


def _in_order(passing: Selection, failing: Selection, pieces: list[Selection]) -> Iterator[Probe[Selection]]:
    """The paper's order: what leaves one part of the difference, then what takes one part off it."""
    fewer = len(pieces) - 1
    yield from _added(passing, pieces, Outcome.FAIL, 2)
    yield from _removed(failing, pieces, Outcome.PASS, 2)
    yield from _added(passing, pieces, Outcome.PASS, fewer)
    yield from _removed(failing, pieces, Outcome.FAIL, fewer)


def _added(passing: Selection, pieces: list[Selection], wants: Outcome, then: int) -> Iterator[Probe[Selection]]:
    for index, piece in enumerate(pieces):
        more = passing | piece
        yield Probe(more, wants, move=Move(Action.ADD_PART, (index + 1, len(pieces))), origin=Between(more, then))


def _removed(failing: Selection, pieces: list[Selection], wants: Outcome, then: int) -> Iterator[Probe[Selection]]:
    for index, piece in enumerate(pieces):
        less = failing - piece
        yield Probe(less, wants, move=Move(Action.DROP_PART, (index + 1, len(pieces))), origin=Between(less, then))
