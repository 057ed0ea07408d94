"""The other occasion: in a 1-minimal log something is left and returned to, though it could have been done before.

Something is opened, left for another thing, and opened again: A X A. What X does may also be done by steps that were
removed, before the first A or after the second one. With these in the place of X, one of the two A is enough. Removing
alone does not lead there.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from thresher.algorithms.lists.one_by_one import one_by_one
from thresher.kernel.place import Action, Move
from thresher.kernel.probe import Probe, Search
from thresher.kernel.selection import Selection

MISSES = 6  # in a row, after which there is most likely nothing to find
LIKELY = 2  # steps of a detour: something is chosen, then something is done with it


@dataclass(frozen=True, slots=True)
class StepTraits:
    """What a step is like. Steps with the same text do the same, those with the same event with other values.

    The kind of an event may be that of others: a click, wherever it is.
    """

    text: str
    event: Hashable
    kind: Hashable


def detours(kept: Selection, steps: Sequence[StepTraits]) -> Search[Selection, Selection]:
    """1-minimal, and without the detours that some tests find; some steps that were removed may be back.

    Each hit has fewer steps, with shorter texts. At most `MISSES` runs, and as many again after a hit, besides those of
    `one_by_one`. The last step that is kept stays: it is the one that fails.
    """
    while True:
        kept = yield from one_by_one(kept)
        hit = yield islice(_shorter(list(kept), steps), MISSES)
        if hit is None:
            return kept
        kept = hit.candidate


def _shorter(kept: list[int], steps: Sequence[StepTraits]) -> Iterator[Probe[Selection]]:
    """Detours of the likeliest length first, and the most similar and nearest steps that could take their place."""
    length, seen = _length(kept, steps), set()
    for _, _, _, units in sorted(_exchanges(kept, steps), key=lambda each: each[:3]):
        less = Selection.of(units)
        if len(less) < len(kept) and less not in seen and _length(units, steps) < length:
            seen.add(less)
            yield Probe(less, move=Move(Action.EXCHANGE, (len(kept) - len(less),)))


def _length(units: Sequence[int] | set[int], steps: Sequence[StepTraits]) -> int:
    return sum(len(steps[unit].text) for unit in units)


def _exchanges(kept: list[int], steps: Sequence[StepTraits]) -> Iterator[tuple[int, int, int, set[int]]]:
    """How unlikely the length of a detour is, how many steps for it have other events, and how far away they are.

    Then what is left of the kept steps, with these. They are before the first of two equal steps or after the second
    one, and before the last step of all.
    """
    for second, again in enumerate(kept[:-1]):
        for first in (index for index in range(second - 1) if steps[kept[index]].text == steps[again].text):
            before, after = range(kept[first] - 1, -1, -1), range(again + 1, kept[-1])
            for cut in range(first + 1, second):
                for goes, part, places in (
                    (again, kept[cut:second][::-1], before),
                    (kept[first], kept[first + 1 : cut + 1], after),
                ):
                    left = set(kept).difference([goes], part)
                    for far, others in enumerate(_alike([steps[unit].kind for unit in part], steps, places)):
                        pairs = zip(part, others, strict=True)
                        different = sum(steps[one].event != steps[other].event for one, other in pairs)
                        yield abs(len(part) - LIKELY), different, far, left.union(others)


def _alike(kinds: list[Hashable], steps: Sequence[StepTraits], places: range) -> Iterator[list[int]]:
    """From each place of the first kind on, the next place of each kind."""
    for begin, place in enumerate(places):
        if steps[place].kind == kinds[0]:
            found, rest = [place], iter(places[begin + 1 :])
            for kind in kinds[1:]:
                found += islice((each for each in rest if steps[each].kind == kind), 1)
            if len(found) == len(kinds):
                yield found
