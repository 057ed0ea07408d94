"""HGT: hazard-guided group testing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import log
from typing import TypeAlias

from thresher.algorithms.gaps import Gaps
from thresher.algorithms.guarantee import Guarantee
from thresher.kernel.decision import Ask, Decision, Done, follow
from thresher.kernel.probe import Search
from thresher.kernel.selection import Selection

GUARANTEE = Guarantee.ONE_MINIMAL

NOISE = (0.001, 0.05, 0.2, 0.5)
PRIOR = (0.4, 0.2, 0.2, 0.2)
REST = 0.5

Next: TypeAlias = Decision[Selection, Selection]
Links: TypeAlias = "tuple[int, Links] | None"


@dataclass(frozen=True, slots=True)
class End:
    gaps: Gaps
    worlds: tuple[float, ...] = PRIOR
    seen: bool = False
    near: bool = False

    def low(self) -> float:
        return self.gaps.low() if self.seen else 0.15


@dataclass(frozen=True, slots=True)
class State:
    kept: Selection
    low: int
    high: int
    here: End
    there: End
    right: bool
    missed: tuple[int, ...]
    assumed: bool = True
    alone: Links = None
    tested: Links = None


def hgt(kept: Selection) -> Search[Selection, Selection]:
    if not kept:
        return kept
    end = End(Gaps.prior(len(kept)))
    n = len(kept)
    state = State(kept, kept.unit(0), kept.unit(n - 1) + 1, end, end, True, (n,))
    return (yield from follow(_sweep(state)))


def _sweep(state: State) -> Next:
    while True:
        low, high = state.kept.position(state.low), state.kept.position(state.high)
        length = high - low
        if length == 0:
            return _certify(state.kept, state.alone, state.tested, state.right)
        if (not state.missed or state.missed == (length,)) and state.here.low() > 1.5 * state.there.low():
            state = replace(state, here=state.there, there=state.here, right=not state.right)
        question = _choose(state, length)
        if question:
            return _ask(state, question, low, high)
        state = _needed(state, low, high)


def _needed(state: State, low: int, high: int) -> State:
    if state.right:
        bounds = state.low, state.kept.unit(high - 1)
    else:
        bounds = state.kept.unit(low) + 1, state.high
    there = state.there
    if not there.gaps.found:
        there = replace(there, gaps=replace(there.gaps, found=True))
    here = replace(state.here, gaps=state.here.gaps.need(), seen=True, near=True)
    unit = state.kept.unit(high - 1 if state.right else low)
    state = (
        replace(state, alone=(unit, state.alone), tested=(unit, state.tested))
        if len(state.missed) > state.assumed
        else state
    )
    return replace(state, low=bounds[0], high=bounds[1], here=here, there=there, missed=(), assumed=False)


@dataclass(frozen=True, slots=True)
class Question:
    size: int
    hit: tuple[float, ...]
    rest: bool = False


def _choose(state: State, length: int) -> Question | None:
    gaps, worlds = state.here.gaps, state.here.worlds
    cuts = (0, *(z for z in state.missed if z <= length))
    at = [gaps.at_least(gaps.removed + z) for z in cuts] + [0.0]
    if state.assumed:
        at[-1] = at[-2]
    number = len(cuts)
    tails = []
    for noise in NOISE:
        tail = [0.0] * (number + 1)
        for i in range(number - 1, -1, -1):
            tail[i] = tail[i + 1] + noise**i * (at[i] - at[i + 1])
        tails.append([t / tail[0] for t in tail] + [tail[0]])
    if REST and state.missed and 0 < cuts[1] < length:
        lone = gaps.lone_in(cuts[1], length - cuts[1])
        rest = tuple((1 - noise) * lone / t[-1] for noise, t in zip(NOISE, tails))
        if sum(w * c for w, c in zip(worlds, rest)) > REST:
            return Question(cuts[1], rest, rest=True)
    clean = [sum(w * t[i] for w, t in zip(worlds, tails)) for i in range(number + 1)]
    band = max(i for i in range(number) if clean[i] >= 0.5)
    while True:
        bottom = cuts[band] + 1
        top = cuts[band + 1] - 1 if band + 1 < number else length
        if bottom <= top:
            break
        if band == 0:
            return None
        band -= 1
    slope = sum(w * noise**band / t[-1] for w, noise, t in zip(worlds, NOISE, tails))
    value = at[band + 1] + (0.5 - clean[band + 1]) / slope
    size = _solve(gaps, bottom, top, value)
    here = gaps.at_least(gaps.removed + size)
    where = max(i for i in range(number) if cuts[i] < size)
    hit = tuple(
        (1 - noise) * (t[where + 1] + noise**where * (here - at[where + 1]) / t[-1]) for noise, t in zip(NOISE, tails)
    )
    return Question(size, hit)


def _learn(worlds: tuple[float, ...], chances: tuple[float, ...]) -> tuple[float, ...]:
    new = [w * max(c, 1e-6) for w, c in zip(worlds, chances)]
    total = sum(new)
    return tuple(max(w / total, 1e-6) for w in new)


def _solve(gaps: Gaps, bottom: int, top: int, value: float) -> int:
    low, high = bottom, top
    g = gaps.removed
    while low < high:
        middle = (low + high + 1) // 2
        if gaps.at_least(g + middle) >= value:
            low = middle
        else:
            high = middle - 1
    if low < top and abs(gaps.at_least(g + low + 1) - value) < abs(gaps.at_least(g + low) - value):
        return low + 1
    return low


def _ask_rest(state: State, question: Question, low: int, high: int) -> Next:
    size = question.size
    start, stop = (low, high - size) if state.right else (low + size, high)
    candidate = state.kept.without(start, stop)

    def hit(found: Selection) -> Next:
        here = state.here
        worlds = _learn(here.worlds, question.hit)
        here = replace(here, worlds=worlds, seen=True)
        missed = tuple(z for z in state.missed if z <= size) if len(found) == len(candidate) else ()
        return _sweep(replace(state, kept=found, here=here, missed=missed, alone=None))

    def miss() -> Next:
        worlds = _learn(state.here.worlds, tuple(1 - chance for chance in question.hit))
        sure = 1 - sum(w * noise for w, noise in zip(state.here.worlds, NOISE))
        here = replace(state.here, worlds=worlds, gaps=state.here.gaps.crowded(stop - start, sure))
        return _sweep(replace(state, here=here))

    return Ask(candidate, hit, miss, label=f"rest {stop - start} of {len(state.kept)} units")


def _ask(state: State, question: Question, low: int, high: int) -> Next:
    if question.rest:
        return _ask_rest(state, question, low, high)
    size = question.size
    start, stop = (high - size, high) if state.right else (low, low + size)
    candidate = state.kept.without(start, stop)

    def hit(found: Selection) -> Next:
        here = state.here
        worlds = _learn(here.worlds, question.hit)
        here = replace(here, gaps=here.gaps.drop(size), worlds=worlds, seen=True, near=False)
        missed = tuple(z - size for z in state.missed if z > size) if len(found) == len(candidate) else ()
        assumed = state.assumed and bool(missed)
        return _sweep(replace(state, kept=found, here=here, missed=missed, assumed=assumed, alone=None))

    def miss() -> Next:
        alone, tested = state.alone, state.tested
        missed = tuple(sorted((*state.missed, size)))
        worlds = _learn(state.here.worlds, tuple(1 - chance for chance in question.hit))
        here = replace(state.here, worlds=worlds)
        return _sweep(replace(state, here=here, missed=missed, alone=alone, tested=tested))

    return Ask(candidate, hit, miss, label=f"drop {size} of {len(state.kept)} units")


def _units(links: Links) -> set[int]:
    units = set()
    while links is not None:
        unit, links = links
        units.add(unit)
    return units


def _certify(kept: Selection, alone: Links, tested: Links, right: bool) -> Next:
    sure = _units(alone)
    ever = _units(tested)
    todo = [unit for unit in kept if unit not in sure]
    if not todo:
        return Done(kept)
    if right:
        todo.reverse()
    todo.sort(key=lambda unit: unit in ever)
    return _pass(kept, alone, tested, right, tuple(todo), 0, 3, 1)


def _pass(
    kept: Selection, alone: Links, tested: Links, right: bool, todo: tuple[int, ...], index: int, needed: int, gone: int
) -> Next:
    while index < len(todo) and todo[index] not in kept:
        index += 1
    if index == len(todo):
        return _certify(kept, alone, tested, not right)
    density = needed / (needed + gone)
    size = max(1, round(log(0.5) / log(1 - density)))
    if size > 1:
        block = Selection.of(todo[index : index + size]) & kept
        if len(block) > 1:
            return Ask(
                kept - block,
                lambda found: _pass(found, None, tested, right, todo, index + size, needed, gone + len(block)),
                lambda: _single(kept, alone, tested, right, todo, index, needed + 1, gone),
                label=f"drop {len(block)} of {len(kept)} units again",
            )
    return _single(kept, alone, tested, right, todo, index, needed, gone)


def _single(
    kept: Selection, alone: Links, tested: Links, right: bool, todo: tuple[int, ...], index: int, needed: int, gone: int
) -> Next:
    unit = todo[index]
    start = kept.position(unit)
    return Ask(
        kept.without(start, start + 1),
        lambda found: _pass(found, None, tested, right, todo, index + 1, needed, gone + 1),
        lambda: _pass(kept, (unit, alone), (unit, tested), right, todo, index + 1, needed + 1, gone),
        label=f"drop unit {unit}",
    )
