"""What HGT believes about gaps: how many removable units lie between one needed unit and the next.

Three hypotheses are kept side by side, as Bayes' rule has it: *many* needed units with independent gaps, *one* more
needed unit that may be anywhere, or *none* any more. Gaps of many are a mixture of geometric distributions over all
densities, and of a histogram that learns runs, clusters and bursts.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import exp, expm1, log, log1p, log2
from typing import NamedTuple, TypeAlias

PerLevel: TypeAlias = tuple[float, ...]  # one number for each level of noise, see evidence

SPARSEST = 0.5  # needed units in the whole list, for the lowest of the densities
DENSEST = 0.8  # needed units per unit, for the highest
BELL = 2.0  # how much likelier the densities in the middle are: e**BELL
LEARNED = 0.2  # the share of the histogram before anything was learned
RUN, APART = 2.0, 0.3  # its first counts: for no gap at all, and for each longer class of gaps
FORGETTING = 0.01  # the share of the first beliefs that comes back with every needed unit: lists change on the way
NEGLIGIBLE = 30.0  # exponents from which on e**-x is taken for nothing
HISTORY_LIMIT = 30.0  # units of similar lists at most that count as much as units of this one
GHOST = 0.05  # the highest odds for a needed unit that is somewhere else than where it was believed


class ListHistory(NamedTuple):
    """How many units of similar lists were needed, and how many could be removed."""

    needed: int = 0
    gone: int = 0

    def chances(self, densities: list[float]) -> list[float]:
        """How likely that would be, by density; the likeliest has 1."""
        weight_of_history = min(1.0, HISTORY_LIMIT / max(1, sum(self)))
        logs = [weight_of_history * (self.needed * log(density) + self.gone * log1p(-density)) for density in densities]
        return [exp(each - max(logs)) for each in logs]


NO_HISTORY = ListHistory()


@dataclass(frozen=True, slots=True)
class Gaps:
    """The beliefs after `removed` units since the last needed one turned out to be removable.

    `one` and `none` are odds against many. `span` is how many units there were where one could be.
    """

    span: int
    rates: tuple[float, ...]
    weights: tuple[float, ...]
    first: tuple[float, ...]
    learned: float
    longer: tuple[float, ...]
    one: PerLevel
    none: PerLevel
    removed: int = 0

    @classmethod
    def prior(cls, units: int, single: PerLevel, history: ListHistory = NO_HISTORY) -> Gaps:
        """Before the first test; `single` is the probability that one unit of all is needed."""
        densest = DENSEST
        sparsest = min(SPARSEST / units, densest / 2)
        points = int(2 * log2(densest / sparsest)) + 2
        step = (densest / sparsest) ** (1 / (points - 1))
        densities = [sparsest * step**i for i in range(points)]
        bell = [exp(-BELL * (2 * i / (points - 1) - 1) ** 2) for i in range(points)]
        told = [height * chance for height, chance in zip(bell, history.chances(densities), strict=True)]
        weights = tuple([(1 - LEARNED) * height / sum(told) for height in told])
        classes = (units + 1).bit_length()
        return cls(
            span=units,
            rates=tuple([-log1p(-density) for density in densities]),
            weights=weights,
            first=weights,
            learned=LEARNED,
            longer=(RUN + APART * classes, *[APART * left for left in range(classes, -1, -1)]),
            one=tuple([probability / (1 - probability) for probability in single]),
            none=(0.0,) * len(single),
        )

    def many_reach(self, units: int) -> float:
        """The probability that the gap is that long, if there are many."""
        reach = self.learned * self._histogram(units)
        for weight, rate in zip(self.weights, self.rates, strict=True):
            exponent = rate * units
            if exponent > NEGLIGIBLE:
                break
            reach += weight * exp(-exponent)
        return reach

    def one_reaches(self, units: int) -> float:
        """The probability that the gap is that long, if there is one."""
        return max(0.0, 1 - units / self.span)

    def free_behind(self, size: int, rest: int) -> PerLevel:
        """The probability that nothing is needed in the rest, if the next needed unit is among the next `size`."""
        gap = self.removed
        many = self.many_reach(gap) - self.many_reach(gap + size)
        one = self.one_reaches(gap) - self.one_reaches(gap + size)
        apart = self.learned * (self._histogram(gap) - self._histogram(gap + size)) * self._histogram(rest)
        for weight, rate in zip(self.weights, self.rates, strict=True):
            apart += weight * (exp(-rate * gap) - exp(-rate * (gap + size))) * exp(-rate * rest)
        return tuple([min(1.0, (apart + odds * one) / max(many + odds * one, 1e-300)) for odds in self.one])

    def drop(self, units: int) -> Gaps:
        """After that many more units turned out to be removable."""
        return replace(self, removed=self.removed + units)

    def need(self, elsewhere: PerLevel, left: int) -> Gaps:
        """After the next unit turned out to be needed, or, with some probability, another one of those left."""
        gap = self.removed
        weights = [w * exp(-r * gap) * -expm1(-r) for w, r in zip(self.weights, self.rates, strict=True)]
        learned = self.learned * (self._histogram(gap) - self._histogram(gap + 1))
        total = sum(weights) + learned + 1e-12
        size_class = (gap + 1).bit_length()
        none = tuple([odds / self.span / total for odds in self.one])
        return replace(
            self,
            span=max(1, left),
            weights=tuple(
                [(1 - FORGETTING) * w / total + FORGETTING * f for w, f in zip(weights, self.first, strict=True)]
            ),
            learned=learned / total,
            longer=(*[count + 1 for count in self.longer[:size_class]], *self.longer[size_class:]),
            one=tuple([min(GHOST, p / max(1e-6, 1 - p)) * (1 + n) for p, n in zip(elsewhere, none, strict=True)]),
            none=none,
            removed=0,
        )

    def crowded(self, rest: int, sure: float) -> Gaps:
        """After the rest could not go, although it would have with that probability if nothing in it were needed."""
        weights = [w * (1 - sure * exp(-r * rest)) for w, r in zip(self.weights, self.rates, strict=True)]
        learned = self.learned * (1 - sure * self._histogram(rest))
        total = sum(weights) + learned
        return replace(
            self,
            weights=tuple([weight / total for weight in weights]),
            learned=learned / total,
            one=tuple([odds / total for odds in self.one]),
            none=tuple([odds * (1 - sure) / total for odds in self.none]),
        )

    def blended(self, other: Gaps) -> Gaps:
        """As likely to be like the other as like this one."""
        return replace(
            self,
            weights=_mean(self.weights, other.weights),
            learned=(self.learned + other.learned) / 2,
            longer=tuple(map(max, self.longer, other.longer)),
            one=_mean(self.one, other.one),
            none=_mean(self.none, other.none),
        )

    def density(self) -> float:
        """A low guess at the share of needed units: one time in five it is lower."""
        weights = [weight * exp(-rate * self.removed) for weight, rate in zip(self.weights, self.rates, strict=True)]
        left = sum(weights) / 5
        for weight, rate in zip(weights, self.rates, strict=True):
            left -= weight
            if left <= 0:
                return -expm1(-rate)
        return DENSEST

    def _histogram(self, units: int) -> float:
        """The probability of a gap that long, as learned; class c holds gaps from 2**c - 1 on."""
        size_class = (units + 1).bit_length() - 1
        if size_class + 1 >= len(self.longer):
            return 0.0
        left, next_left = self.longer[size_class : size_class + 2]
        part = ((2 << size_class) - 1 - units) / (1 << size_class)
        return (next_left + part * (left - next_left)) / self.longer[0]


def _mean(left: tuple[float, ...], right: tuple[float, ...]) -> tuple[float, ...]:
    return tuple([(one + other) / 2 for one, other in zip(left, right, strict=True)])
