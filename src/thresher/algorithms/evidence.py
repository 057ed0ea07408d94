"""What a row of misses says about where the first needed unit is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from thresher.algorithms.gaps import Gaps

NOISE = (0.001, 0.05, 0.2, 0.5)
CERTAIN = (1.0,) * len(NOISE)

PerLevel: TypeAlias = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Miss:
    size: int
    many: float
    one: float
    before: PerLevel
    behind: PerLevel
    asked: bool = True


@dataclass(frozen=True, slots=True)
class Posterior:
    cuts: list[int]
    many: list[float]
    one: list[float]
    factors: list[list[float]]
    tails: list[list[float]]
    behind: list[float]
    single: PerLevel

    def at(self, offset: int, many: float, one: float) -> PerLevel:
        """The probability that it is at or behind the offset, for each level of noise."""
        i = max(i for i, cut in enumerate(self.cuts) if cut < offset)
        return tuple(
            [
                t[i + 1] + f[i] * (many - self.many[i + 1] + o * (one - self.one[i + 1]))
                for t, f, o in zip(self.tails, self.factors, self.single)
            ]
        )


def posterior(gaps: Gaps, misses: tuple[Miss, ...], levels: PerLevel, *, some: bool) -> Posterior:
    """`some`: the last miss is an assumption that one is needed before it, whatever the noise."""
    cuts = [0, *[m.size for m in misses]]
    many = [gaps.at_least(gaps.removed), *[m.many for m in misses], 0.0]
    one = [gaps.one_at_least(gaps.removed), *[m.one for m in misses], 0.0]
    if some:
        many[-1], one[-1] = many[-2], one[-2]
    tails = []
    factors = []
    for level, odds in enumerate(gaps.single):
        factor = 1.0
        for miss in misses:
            factor *= miss.before[level]
        fs = [factor]
        for miss in misses:
            factor *= miss.behind[level] / miss.before[level]
            fs.append(factor)
        tail = [f * (many[i] - many[i + 1] + odds * (one[i] - one[i + 1])) for i, f in enumerate(fs)]
        total = 0.0
        for i in range(len(tail) - 1, -1, -1):
            total = tail[i] = total + tail[i]
        total = total or 1.0
        factors.append([f / total for f in fs])
        tails.append([t / total for t in tail] + [0.0])
    behind = [sum([w * t[i] for w, t in zip(levels, tails)]) for i in range(len(cuts) + 1)]
    return Posterior(cuts, many, one, factors, tails, behind, gaps.single)
