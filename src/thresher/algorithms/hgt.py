"""HGT: hazard-guided group testing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import log
from typing import TypeAlias

from thresher.algorithms.evidence import CERTAIN, NOISE, Miss, PerLevel, Posterior, posterior
from thresher.algorithms.gaps import Gaps
from thresher.algorithms.guarantee import Guarantee
from thresher.kernel.decision import Ask, Decision, Done, follow
from thresher.kernel.probe import Search
from thresher.kernel.selection import Selection

GUARANTEE = Guarantee.ONE_MINIMAL

LEVELS = (0.4, 0.3, 0.2, 0.1)
SINGLE = (0.35, 0.6, 0.8, 0.8)
REST = 0.4
BELOW, ABOVE = 0.2, 0.8
ISOLATED = 0.4
SHARP = 1
ENOUGH = 0.6

Next: TypeAlias = Decision[Selection, Selection]
Links: TypeAlias = "tuple[int, Links] | None"


@dataclass(frozen=True, slots=True)
class End:
    gaps: Gaps
    levels: PerLevel
    seen: bool = False

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
    misses: tuple[Miss, ...]
    assumed: bool = True
    alone: Links = None
    tested: Links = None


@dataclass(frozen=True, slots=True)
class Question:
    size: int
    hit: PerLevel
    many: float
    one: float
    rest: PerLevel = ()


def _assumption(gaps: Gaps, size: int) -> Miss:
    at = gaps.removed + size
    return Miss(size, gaps.at_least(at), gaps.one_at_least(at), CERTAIN, NOISE)


def hgt(kept: Selection) -> Search[Selection, Selection]:
    if not kept:
        return kept
    n = len(kept)
    gaps = Gaps.prior(n, single=SINGLE)
    end = End(gaps, LEVELS)
    state = State(kept, kept.unit(0), kept.unit(n - 1) + 1, end, end, True, (_assumption(gaps, n),))
    return (yield from follow(_sweep(state)))


def _sweep(state: State) -> Next:
    while True:
        low, high = state.kept.position(state.low), state.kept.position(state.high)
        length = high - low
        if length == 0:
            return _certify(state.kept, state.alone, state.tested, state.right)
        if len(state.misses) <= state.assumed and state.here.low() > 1.5 * state.there.low():
            there = state.there
            if not there.seen:
                there = replace(
                    there,
                    gaps=there.gaps.blended(state.here.gaps),
                    seen=True,
                    levels=tuple([(a + b) / 2 for a, b in zip(there.levels, state.here.levels)]),
                )
            state = replace(state, here=there, there=state.here, right=not state.right)
            if state.assumed:
                state = replace(state, misses=(_assumption(state.here.gaps, length),))
        question = _question(state, length)
        if question:
            return _ask_rest(state, question, low, high) if question.rest else _ask(state, question, low, high)
        state = _needed(state, low, high)


def _needed(state: State, low: int, high: int) -> State:
    if state.right:
        bounds = state.low, state.kept.unit(high - 1)
    else:
        bounds = state.kept.unit(low) + 1, state.high
    there = state.there
    if not there.gaps.found:
        there = replace(there, gaps=replace(there.gaps, found=True))
    gaps = state.here.gaps.need()
    if any(not miss.asked for miss in state.misses):
        pass
    if any(miss.before != CERTAIN for miss in state.misses):
        sure = 1 - sum(w * noise for w, noise in zip(state.here.levels, NOISE))
        gaps = gaps.crowded(high - low - 1, sure)
    here = replace(state.here, gaps=gaps, seen=True)
    unit = state.kept.unit(high - 1 if state.right else low)
    if any(
        miss.size == 1 and miss.asked and miss.before == CERTAIN
        for miss in state.misses[: len(state.misses) - state.assumed]
    ):
        state = replace(state, alone=(unit, state.alone), tested=(unit, state.tested))
    return replace(state, low=bounds[0], high=bounds[1], here=here, there=there, misses=(), assumed=False)


def _question(state: State, length: int) -> Question | None:
    gaps, levels = state.here.gaps, state.here.levels
    if SHARP != 1:
        sharp = [w**SHARP for w in levels]
        total = sum(sharp)
        levels = tuple([w / total for w in sharp])
    belief = posterior(gaps, state.misses, levels, some=state.assumed)
    isolated = len(belief.cuts) > 1 and belief.cuts[1] == 1 and belief.behind[1] < ISOLATED and state.misses[0].asked
    size = 0 if isolated else _half(state, belief, length)
    if size:
        many, one = gaps.at_least(gaps.removed + size), gaps.one_at_least(gaps.removed + size)
        chances = belief.at(size, many, one)
        clean = sum([w * c for w, c in zip(levels, chances)])
        if BELOW <= clean <= ABOVE or (len(state.misses) <= state.assumed):
            hit = tuple([(1 - noise) * c for noise, c in zip(NOISE, chances)])
            return Question(size, hit, many, one)
    return _about_the_rest(state, belief, length)


def _half(state: State, belief: Posterior, length: int) -> int:
    cuts, behind, levels = belief.cuts, belief.behind, state.here.levels
    asked = {miss.size for miss in state.misses if miss.asked and miss.before == CERTAIN}
    band = max(i for i in range(len(cuts)) if behind[i] >= 0.5)
    best: tuple[float, int] = (1.0, 0)
    for i in (band, band - 1, band + 1):
        if not 0 <= i < len(cuts):
            continue
        bottom = cuts[i] + 1 if cuts[i] in asked or not cuts[i] else cuts[i]
        top = cuts[i + 1] if i + 1 < len(cuts) else length
        if top in asked:
            top -= 1
        if bottom > top:
            continue
        many = sum([w * f[i] for w, f in zip(levels, belief.factors)])
        one = sum([w * f[i] * o for w, f, o in zip(levels, belief.factors, belief.single)])
        base = behind[i + 1] - many * belief.many[i + 1] - one * belief.one[i + 1]
        size, clean = _solve(state.here.gaps, bottom, top, base, many, one)
        best = min(best, (abs(clean - 0.5), size))
        if i == band:
            break
    return best[1]


def _about_the_rest(state: State, belief: Posterior, length: int) -> Question | None:
    gaps, levels = state.here.gaps, state.here.levels
    asked = {miss.size for miss in state.misses if miss.before != CERTAIN}
    for index, cut in enumerate(belief.cuts):
        if not cut or cut >= length or cut in asked or 1 - belief.behind[index] < ENOUGH:
            continue
        rest, lone = gaps.lone_in(cut, length - cut)
        width, alone = belief.many[0] - belief.many[index], belief.one[0] - belief.one[index]
        shares = []
        for noise, single in zip(NOISE, gaps.single):
            share = (rest + single * lone * (not gaps.found)) / max(1e-300, width + single * alone)
            odds = min(share / max(1e-9, 1 - share), 1e9) * noise ** len(asked)
            shares.append(odds / (1 + odds))
        hit = tuple([(1 - noise) * share * (1 - t[index]) for noise, share, t in zip(NOISE, shares, belief.tails)])
        if sum([w * c for w, c in zip(levels, hit)]) < REST:
            return None
        return Question(
            cut,
            hit,
            belief.many[index],
            belief.one[index],
            tuple([1 - (1 - noise) * share for noise, share in zip(NOISE, shares)]),
        )
    return None


def _learn(worlds: PerLevel, chances: PerLevel) -> PerLevel:
    new = [w * max(c, 1e-6) for w, c in zip(worlds, chances)]
    total = sum(new)
    return tuple([max(w / total, 1e-6) for w in new])


def _not(chances: PerLevel) -> PerLevel:
    return tuple([1 - chance for chance in chances])


def _solve(gaps: Gaps, bottom: int, top: int, base: float, many: float, one: float) -> tuple[int, float]:
    low, high = bottom, top
    g = gaps.removed

    def clean(size: int) -> float:
        return base + many * gaps.at_least(g + size) + one * gaps.one_at_least(g + size)

    while low < high:
        middle = (low + high + 1) // 2
        if clean(middle) >= 0.5:
            low = middle
        else:
            high = middle - 1
    at = clean(low)
    if low < top:
        more = clean(low + 1)
        if abs(more - 0.5) < abs(at - 0.5):
            return low + 1, more
    return low, at


def _ask_rest(state: State, question: Question, low: int, high: int) -> Next:
    size = question.size
    start, stop = (low, high - size) if state.right else (low + size, high)
    candidate = state.kept.without(start, stop)

    def hit(found: Selection) -> Next:
        here = replace(state.here, levels=_learn(state.here.levels, question.hit), seen=True)
        misses: tuple[Miss, ...] = ()
        if len(found) == len(candidate):
            misses = tuple([replace(m, asked=False) for m in state.misses if m.size < size])
            if state.assumed:
                misses = (*misses, _assumption(here.gaps, size))
            else:
                misses = (*misses, *[replace(m, asked=False) for m in state.misses if m.size == size])
        return _sweep(
            replace(state, kept=found, here=here, misses=misses, assumed=state.assumed and bool(misses), alone=None)
        )

    def miss() -> Next:
        here = replace(state.here, levels=_learn(state.here.levels, _not(question.hit)))
        new = Miss(size, question.many, question.one, question.rest, CERTAIN)
        misses = tuple(sorted((*state.misses, new), key=lambda m: m.size))
        if state.assumed:
            misses = (*[m for m in misses if m is not state.misses[-1]], state.misses[-1])
        return _sweep(replace(state, here=here, misses=misses))

    return Ask(candidate, hit, miss, label=f"rest {stop - start} of {len(state.kept)} units")


def _ask(state: State, question: Question, low: int, high: int) -> Next:
    size = question.size
    start, stop = (high - size, high) if state.right else (low, low + size)
    candidate = state.kept.without(start, stop)

    def hit(found: Selection) -> Next:
        here = state.here
        here = replace(here, gaps=here.gaps.drop(size), levels=_learn(here.levels, question.hit), seen=True)
        misses: tuple[Miss, ...] = ()
        if len(found) == len(candidate):
            misses = tuple([replace(m, size=m.size - size) for m in state.misses if m.size > size])
        return _sweep(
            replace(state, kept=found, here=here, misses=misses, assumed=state.assumed and bool(misses), alone=None)
        )

    def miss() -> Next:
        here = replace(state.here, levels=_learn(state.here.levels, _not(question.hit)))
        new = Miss(size, question.many, question.one, CERTAIN, NOISE)
        misses = tuple(sorted((*state.misses, new), key=lambda m: m.size))
        return _sweep(replace(state, here=here, misses=misses))

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
    if index >= len(todo):
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
