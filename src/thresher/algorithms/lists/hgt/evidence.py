"""What a row of misses says about where the first needed unit is.

Units are counted by their offset from the end of the list that the search works at. A miss has two explanations: a
needed unit was dropped, or the candidate was unresolved for reasons of its own. How noisy a test is in this way is not
known beforehand, so the search keeps two levels of noise in mind and learns which one it lives with.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import isqrt

from thresher.algorithms.lists.hgt.gaps import Gaps, PerLevel

NOISE: PerLevel = (0.001, 0.25)
CERTAIN: PerLevel = (1.0, 1.0)


@dataclass(frozen=True, slots=True)
class Miss:
    """How likely a question was to miss, if the first needed unit is before or after some offset.

    `many` and `one` are the probabilities that a gap reaches that far. `asked` says that dropping the units before
    the offset was asked, and would be the same candidate again; `rest`, that it was about those after.
    """

    offset: int
    many: float
    one: float
    before: PerLevel = CERTAIN
    behind: PerLevel = NOISE
    asked: bool = True
    rest: bool = False


@dataclass(frozen=True, slots=True)
class Posterior:
    """Where the first needed unit is, given the misses, cut at their offsets.

    For each level of noise, `tails` has the probabilities that it is at or after each cut, and `factors` says how
    the probability of a gap translates into one between this cut and the next. `behind` is for both levels together.
    """

    gaps: Gaps
    levels: PerLevel
    cuts: list[int]
    many: list[float]
    one: list[float]
    factors: list[list[float]] = field(default_factory=list)
    tails: list[list[float]] = field(default_factory=list)
    behind: list[float] = field(default_factory=list)

    def at(self, offset: int, many: float, one: float) -> PerLevel:
        """The probability that it is at or after an offset, for each level."""
        index = max(i for i, cut in enumerate(self.cuts) if cut < offset)
        many -= self.many[index + 1]
        one -= self.one[index + 1]
        levels = zip(self.tails, self.factors, self.gaps.one, strict=True)
        return tuple([tail[index + 1] + factor[index] * (many + odds * one) for tail, factor, odds in levels])

    def half(self, limit: int, asked: set[int]) -> tuple[int, float]:
        """The offset that it is after or before with nearly equal probability, and the probability that it is after.

        Offsets that were asked are left out; (0, 0) if there is no other up to the limit.
        """
        middle = max(index for index in range(len(self.cuts)) if self.behind[index] >= 0.5 or index == 0)
        if (choice := self._half_between(middle, limit, asked))[0]:
            return choice
        neighbours = [self._half_between(index, limit, asked) for index in (middle - 1, middle + 1)]
        return _nearest_half([choice for choice in neighbours if choice[0]])

    def _half_between(self, index: int, limit: int, asked: set[int]) -> tuple[int, float]:
        """The same between one cut and the next."""
        if not 0 <= index < len(self.cuts):
            return 0, 0.0
        low = self.cuts[index]
        high = self.cuts[index + 1] if index + 1 < len(self.cuts) else limit
        low, high = low + (low == 0 or low in asked), high - (high in asked)
        if low > high:
            return 0, 0.0
        many = one = 0.0
        for level, factor, odds in zip(self.levels, self.factors, self.gaps.one, strict=True):
            many += level * factor[index]
            one += level * factor[index] * odds
        base = self.behind[index + 1] - many * self.many[index + 1] - one * self.one[index + 1]

        def behind(offset: int) -> float:
            units = self.gaps.removed + offset
            return base + many * self.gaps.many_reach(units) + one * self.gaps.one_reaches(units)

        return _half(low, high, behind)


def _half(low: int, high: int, behind: Callable[[int], float]) -> tuple[int, float]:
    """Where a falling probability passes 1/2; to some six percent, since large blocks need no exact size."""
    top = high
    if (chance := behind(high)) >= 0.5:
        return high, chance
    while low < high:
        middle = isqrt(low * high) + 1 if high > 2 * low else (low + high + 1) // 2
        if behind(middle) >= 0.5:
            low = middle
        else:
            high = middle - 1
        if high - low < low // 16:
            return low, behind(low)
    return _nearest_half([(offset, behind(offset)) for offset in range(low, min(low + 1, top) + 1)])


def _nearest_half(choices: list[tuple[int, float]]) -> tuple[int, float]:
    return min(choices, key=lambda choice: abs(choice[1] - 0.5), default=(0, 0.0))


def posterior(gaps: Gaps, levels: PerLevel, misses: tuple[Miss, ...], *, some: bool) -> Posterior:
    """Bayes' rule; `some` says that there is a needed unit before the last miss for certain, whatever the noise."""
    here = gaps.removed
    result = Posterior(
        gaps,
        levels,
        cuts=[0, *[miss.offset for miss in misses]],
        many=[gaps.many_reach(here), *[miss.many for miss in misses], 0.0],
        one=[gaps.one_reaches(here), *[miss.one for miss in misses], 0.0],
    )
    if some:
        result.many[-1], result.one[-1] = result.many[-2], result.one[-2]
    for level in range(len(NOISE)):
        factors, tails = _one_level(result, misses, level, some=some)
        result.factors.append(factors)
        result.tails.append(tails)
    for index in range(len(misses) + 2):
        result.behind.append(sum([share * tail[index] for share, tail in zip(levels, result.tails, strict=True)]))
    return result


def _one_level(
    result: Posterior, misses: tuple[Miss, ...], level: int, *, some: bool
) -> tuple[list[float], list[float]]:
    factor = 1.0
    for miss in misses:
        factor *= miss.before[level]
    factors = [factor]
    for miss in misses:
        factor *= miss.behind[level] / miss.before[level]
        factors.append(factor)
    odds = result.gaps.one[level]
    tails = [0.0 if some else factor * result.gaps.none[level]]
    for index in range(len(misses), -1, -1):
        many = result.many[index] - result.many[index + 1]
        one = result.one[index] - result.one[index + 1]
        tails.append(tails[-1] + factors[index] * (many + odds * one))
    total = tails[-1] or 1.0
    return [factor / total for factor in factors], [tail / total for tail in reversed(tails)]
