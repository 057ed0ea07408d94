"""HGT, hazard-guided group testing: a list minimizer that asks little more than the number of bits it has to learn.

Needed units are to a list what infected samples are to a blood bank, and the best known way to find these is to test
groups so large that half of the tests hit (Dorfman 1943, Hwang 1972). The search works inward from one end of the list
at a time. A model of the gaps between needed units says how large the next block should be; a block that cannot go is
halved in probability, and what is left of it when a part could go is known to be needed without a run. When misses are
hard to explain by needed units, the search begins to doubt them instead. A certificate at the end makes the result
1-minimal whatever the model believed.

The questions after a row of misses can be asked ahead: the search is a decision tree of immutable states.
"""

from __future__ import annotations

from dataclasses import replace
from math import log10
from typing import TypeAlias

from thresher.algorithms.guarantees import Guarantee
from thresher.algorithms.lists.hgt.certificate import certified
from thresher.algorithms.lists.hgt.evidence import NOISE, Miss, Posterior, posterior
from thresher.algorithms.lists.hgt.gaps import NO_HISTORY, Gaps, ListHistory
from thresher.algorithms.lists.hgt.sweep import End, PrefixQuestion, Sweep
from thresher.algorithms.registry import minimizes_lists
from thresher.kernel.decision import Ask, Decision, Done, follow
from thresher.kernel.place import Action, Move
from thresher.kernel.probe import Search
from thresher.kernel.selection import Selection

EASIER = 1.2  # how much denser this end has to look before the search goes to the other one
DOUBTFUL = 0.85  # how likely a unit that could not go alone may be elsewhere, and still be taken for needed
WORTHWHILE = 0.25  # how likely dropping all the rest must be to hit
SINGLE_IF_NOISY = 0.95
LONG = 30  # units from which on the first block that cannot go is tried alone

Next: TypeAlias = Decision[Selection, Selection]


@minimizes_lists(Guarantee.ONE_MINIMAL)
def hgt(
    kept: Selection, *, history: ListHistory = NO_HISTORY, hurry: bool = False, proves: bool = True
) -> Search[Selection, Selection]:
    """1-minimal for any test, the empty selection included; O(n**2) runs at worst.

    For a monotone test with k needed units, scattered over the list, some 1.06 * (log2 C(n, k) + k) runs for k >= 20,
    where log2 C(n, k) + k is the least that certainty about the result can cost; log2(n) + 4 for one unit. Less if the
    needed units are close together. The last units are tried first, unless the first ones look easier. The `history` of
    similar lists decides how large the first blocks are. In a `hurry`, the first block of a long list that cannot go is
    tried alone: less is left after the first tests, at the price of less than one test in the end. If it
    `proves` nothing, it ends without the certificate, and is not 1-minimal.
    """
    if not kept:
        return kept
    size = log10(len(kept))
    noisy = max(0.05, 0.5 - 0.025 * max(0.0, size - 2) ** 2)
    single = min(0.4, max(0.1, 0.1 * size - 0.2))
    gaps = Gaps.prior(len(kept), (single, SINGLE_IF_NOISY), history)
    end = End(gaps, (1 - noisy, noisy))
    first, last = kept.unit(0), kept.unit(len(kept) - 1)
    sweep = Sweep(kept, kept, first, last + 1, end, end, _something(gaps, len(kept)), hurry=hurry, proves=proves)
    return (yield from follow(_sweep(sweep)))


def _something(gaps: Gaps, units: int) -> tuple[Miss, ...]:
    """The assumption that one of the units is needed."""
    reach = gaps.removed + units
    return (Miss(units, gaps.many_reach(reach), gaps.one_reaches(reach)),)


def _sweep(state: Sweep) -> Next:
    """Decides about the undecided units, then has the kept ones certified: those at an end that was left, first."""
    while True:
        low, high = state.positions()
        if low == high:
            backward = state.backward != state.there.seen
            return certified(state.kept, state.tried, backward=backward) if state.proves else Done(state.kept)
        state = _at_the_easier_end(state, high - low)
        belief = posterior(state.here.gaps, state.here.levels, state.misses, some=state.some)
        question = _question(state, belief, high - low)
        if question:
            return _ask_about_rest(state, question) if question.doubt else _ask(state, question)
        state = _needed(state, belief)


def _at_the_easier_end(state: Sweep, undecided: int) -> Sweep:
    """Changes ends when this one looks denser: with dependencies, one direction can be far easier than the other."""
    if len(state.misses) > state.some or state.here.density() <= EASIER * state.there.density():
        return state
    here = state.there if state.there.seen else state.there.blended(state.here)
    misses = _something(here.gaps, undecided) if state.some else ()
    return replace(state, here=here, there=state.here, misses=misses, backward=not state.backward)


def _question(state: Sweep, belief: Posterior, undecided: int) -> PrefixQuestion | None:
    """What to ask next, or None if the next unit is to be taken for needed."""
    asked = state.asked()
    if asked and _early(state, undecided) and (rest := _about_the_rest(state, belief, undecided)):
        return rest
    if not (1 in asked and belief.cuts[1] == 1 and belief.behind[1] < DOUBTFUL):
        offset, behind = belief.half(undecided, asked)
        if offset and (0.2 <= behind <= 0.8 or len(state.misses) <= state.some):
            single = offset <= 3 and 1 not in asked and _all_needed_so_far(state)
            return _about_the_next(state, belief, 1 if single else offset)
    return _about_the_rest(state, belief, undecided)


def _early(state: Sweep, undecided: int) -> bool:
    """In a hurry: whether most of a long list is still there, and it was not asked yet whether the rest can go."""
    return state.hurry and undecided >= max(LONG, len(state.whole) // 2) and not any(miss.rest for miss in state.misses)


def _all_needed_so_far(state: Sweep) -> bool:
    """If nothing could go since the first needed unit, try the next ones alone: misses may be the certificate."""
    return not state.mixed and state.tried.now is not None


def _about_the_next(state: Sweep, belief: Posterior, offset: int) -> PrefixQuestion:
    gaps = state.here.gaps
    many, one = gaps.many_reach(gaps.removed + offset), gaps.one_reaches(gaps.removed + offset)
    hit = tuple([(1 - noise) * free for noise, free in zip(NOISE, belief.at(offset, many, one), strict=True)])
    return PrefixQuestion(offset, many, one, hit)


def _about_the_rest(state: Sweep, belief: Posterior, undecided: int) -> PrefixQuestion | None:
    """When a needed unit is pinned down as well as can be: is it the last one?"""
    index = next((i for i, behind in enumerate(belief.behind) if i and behind <= 0.4), 0)
    offset = belief.cuts[index] if index < len(belief.cuts) else undecided
    misses = [miss.offset for miss in state.misses if miss.rest]
    if not index or offset >= undecided or offset in misses:
        return None
    hit, doubt = [], []
    free = state.here.gaps.free_behind(offset, undecided - offset)
    for noise, chance, tail in zip(NOISE, free, belief.tails, strict=True):
        odds = chance / max(1e-9, 1 - chance) * noise ** len(misses)
        hit.append((1 - noise) * odds / (1 + odds) * (1 - tail[index]))
        doubt.append(1 - (1 - noise) * odds / (1 + odds))
    if sum([level * chance for level, chance in zip(state.here.levels, hit, strict=True)]) < WORTHWHILE:
        return None
    return PrefixQuestion(offset, belief.many[index], belief.one[index], tuple(hit), tuple(doubt))


def _ask(state: Sweep, question: PrefixQuestion) -> Next:
    """Can the next units be removed?"""
    low, high = state.positions()
    size = question.offset
    start, stop = (high - size, high) if state.backward else (low, low + size)
    candidate = state.kept.without(start, stop)

    def hit(found: Selection) -> Next:
        here = replace(state.here.learned(question.hit), gaps=state.here.gaps.drop(size), seen=True)
        misses = [replace(miss, offset=miss.offset - size) for miss in state.misses if miss.offset > size]
        return _sweep(_after_hit(state, found, candidate, here, misses))

    def miss() -> Next:
        return _sweep(_after_miss(state, question, Miss(size, question.many, question.one)))

    move = Move(Action.DROP, (size, len(state.kept)))
    return Ask(candidate, hit, miss, move, state.scope(state.kept[start:stop]))


def _ask_about_rest(state: Sweep, question: PrefixQuestion) -> Next:
    """Can all but the next units be removed?"""
    low, high = state.positions()
    size = question.offset
    start, stop = (low, high - size) if state.backward else (low + size, high)
    candidate = state.kept.without(start, stop)

    def hit(found: Selection) -> Next:
        misses = [replace(miss, asked=False) for miss in state.misses if miss.offset <= size]
        if state.some:
            misses = [miss for miss in misses if miss.offset < size]
            misses += _something(state.here.gaps, size)
        return _sweep(_after_hit(state, found, candidate, state.here.learned(question.hit), misses))

    def miss() -> Next:
        new = Miss(size, question.many, question.one, question.doubt, (1.0,) * len(NOISE), asked=False, rest=True)
        return _sweep(_after_miss(state, question, new))

    move = Move(Action.KEEP, (size, high - low))
    return Ask(candidate, hit, miss, move, state.scope(state.kept[start:stop]))


def _after_hit(state: Sweep, found: Selection, candidate: Selection, here: End, misses: list[Miss]) -> Sweep:
    """If the run showed that even less was needed, what is known about offsets is of no use any more."""
    misses = misses if len(found) == len(candidate) else []
    return replace(
        state,
        kept=found,
        here=here,
        misses=tuple(misses),
        some=state.some and bool(misses),
        mixed=state.tried.ever is not None,
        tried=state.tried.after_hit(),
    )


def _after_miss(state: Sweep, question: PrefixQuestion, new: Miss) -> Sweep:
    here = state.here.learned(tuple([1 - chance for chance in question.hit]))
    index = sum(miss.offset <= new.offset for miss in state.answers())
    return replace(state, here=here, misses=(*state.misses[:index], new, *state.misses[index:]))


def _needed(state: Sweep, belief: Posterior) -> Sweep:
    """Takes the next unit for needed. If dropping all up to it was asked, that was dropping it alone."""
    low, high = state.positions()
    unit = state.kept.unit(high - 1 if state.backward else low)
    here = state.here.gaps
    elsewhere = belief.at(1, here.many_reach(here.removed + 1), here.one_reaches(here.removed + 1))
    gaps = here.need(elsewhere, high - low - 1)
    if any(miss.rest for miss in state.misses):
        sure = 1 - sum([level * noise for level, noise in zip(state.here.levels, NOISE, strict=True)])
        gaps = gaps.crowded(high - low - 1, sure)
    there = state.there
    if not there.seen:
        none = there.gaps.one
        there = replace(there, gaps=replace(there.gaps, one=(0.0,) * len(none), none=none))
    alone = any(miss.offset == 1 and miss.asked for miss in state.answers())
    return replace(
        state,
        low=state.low if state.backward else unit + 1,
        high=unit if state.backward else state.high,
        here=replace(state.here, gaps=gaps, seen=True),
        there=there,
        misses=(),
        some=False,
        tried=state.tried.and_missed(unit) if alone else state.tried,
    )
