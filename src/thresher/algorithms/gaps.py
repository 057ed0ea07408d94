"""What a search believes about gaps: how many removable units lie between two needed ones."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import exp, expm1, log1p, log2

TINY = 1e-15


@dataclass(frozen=True, slots=True)
class Gaps:
    """Bayes mixture: geometric gaps of many densities, a learned histogram, and "there is but one needed unit".

    `removed` units are known to be removable since the last needed one.
    """

    span: int
    rates: tuple[float, ...]
    weights: tuple[float, ...]
    found: bool
    learned: float
    counts: tuple[float, ...]
    single: tuple[float, ...]
    removed: int = 0

    @classmethod
    def prior(
        cls, units: int, *, single: tuple[float, ...], learned: float = 0.13, lowf: float = 0.5, high: float = 0.8
    ) -> Gaps:
        low = min(lowf / max(2, units), high / 2)
        points = max(4, int(2 * log2(high / low)) + 1)
        step = (high / low) ** (1 / (points - 1))
        rates = tuple(-log1p(-low * step**i) for i in range(points))
        rest = (1 - learned) / points
        buckets = int(log2(units + 1)) + 2
        odds = tuple([s / (1 - s) for s in single])
        return cls(units, rates, (rest,) * points, False, learned, (2.0,) + (0.3,) * (buckets - 1), odds)

    def at_least(self, length: int) -> float:
        """The weight of: the gap is at least so long."""
        total = sum([w * exp(-r * length) for w, r in zip(self.weights, self.rates)])
        return total + self.learned * self._histogram(length)

    def one_at_least(self, length: int) -> float:
        return 1.0 if self.found else max(0.0, 1 - length / self.span)

    def lone_in(self, size: int, rest: int) -> tuple[float, float]:
        """The weight of: a needed unit among the next `size`, and none among the `rest` behind them."""
        gap = self.removed
        total = sum(
            [w * (exp(-r * gap) - exp(-r * (gap + size))) * exp(-r * rest) for w, r in zip(self.weights, self.rates)]
        )
        total += self.learned * (self._histogram(gap) - self._histogram(gap + size)) * self._histogram(rest)
        return total, self.one_at_least(gap) - self.one_at_least(gap + size)

    def crowded(self, rest: int, hit: float) -> Gaps:
        """After a question about the rest, which would have hit with that chance if it were removable, missed."""
        weights = tuple([w * (1 - hit * exp(-r * rest)) for w, r in zip(self.weights, self.rates)])
        learned = self.learned * (1 - hit * self._histogram(rest))
        total = sum(weights) + learned
        return replace(
            self,
            weights=tuple([w / total for w in weights]),
            learned=learned / total,
            single=tuple([s * (1 - hit) / total for s in self.single]),
        )

    def _histogram(self, length: int) -> float:
        bucket = (length + 1).bit_length() - 1
        if bucket >= len(self.counts):
            return 0.0
        part = ((2 << bucket) - 1 - length) / (1 << bucket)
        return (self.counts[bucket] * part + sum(self.counts[bucket + 1 :])) / sum(self.counts)

    def drop(self, units: int) -> Gaps:
        return replace(self, removed=self.removed + units)

    def need(self) -> Gaps:
        gap = self.removed
        weights = [w * exp(-r * gap) * -expm1(-r) + TINY for w, r in zip(self.weights, self.rates)]
        learned = self.learned * max(0.0, self._histogram(gap) - self._histogram(gap + 1)) + TINY
        total = sum(weights) + learned
        one = TINY if self.found else 1 / self.span
        bucket = min((gap + 1).bit_length() - 1, len(self.counts) - 1)
        counts = (*self.counts[:bucket], self.counts[bucket] + 1, *self.counts[bucket + 1 :])
        return replace(
            self,
            weights=tuple([w / total for w in weights]),
            learned=learned / total,
            single=tuple([s * one / total for s in self.single]),
            found=True,
            counts=counts,
            removed=0,
        )

    def blended(self, other: Gaps) -> Gaps:
        """As likely to be like this one as like the other."""
        return replace(
            self,
            weights=tuple([(a + b) / 2 for a, b in zip(self.weights, other.weights)]),
            single=tuple([(a + b) / 2 for a, b in zip(self.single, other.single)]),
            learned=(self.learned + other.learned) / 2,
            found=self.found or other.found,
            counts=tuple([max(a, b) for a, b in zip(self.counts, other.counts)]),
        )

    def low(self) -> float:
        """An optimistic density: its 20% quantile."""
        weights = [w * exp(-r * self.removed) for w, r in zip(self.weights, self.rates)]
        limit, so_far = 0.2 * sum(weights), 0.0
        for weight, rate in zip(weights, self.rates):
            so_far += weight
            if so_far >= limit:
                return -expm1(-rate)
        return 1.0
