"""What a row of misses says about where the first needed unit is.

The units in question are counted from the end that a search works at: offset 0 is the next one. A miss is explained
either by a needed unit among those that were dropped, or by noise: a candidate that is unresolved although all that is
needed is there. How noisy the test is, is not known either, so several levels of noise are kept in mind.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from thresher.algorithms.gaps import Gaps

NOISE = (0.001, 0.05, 0.2, 0.5)
CERTAIN = (1.0,) * len(NOISE)

PerLevel: TypeAlias = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Miss:
    """A question about the offset `size` that missed: how much less likely that is if the needed one is before it.

    `reach` is the weight of a gap that reaches so far.
    """

    size: int
    reach: float
    before: PerLevel
    behind: PerLevel
    asked: bool = True


@dataclass(frozen=True, slots=True)
class Posterior:
    """Where the first needed unit is: `tails[level][i]` is the probability that it is at or behind `cuts[i]`."""

    cuts: list[int]
    reach: list[float]
    tails: list[list[float]]
    behind: list[float]

    def at(self, offset: int, reach: float) -> PerLevel:
        """The probability that it is at or behind the offset, for each level of noise."""
        index = max(i for i, cut in enumerate(self.cuts) if cut < offset)
        width = self.reach[index] - self.reach[index + 1]
        part = (reach - self.reach[index + 1]) / width if width > 0 else 0.0
        return tuple([t[index + 1] + part * (t[index] - t[index + 1]) for t in self.tails])


def posterior(gaps: Gaps, misses: tuple[Miss, ...], levels: PerLevel, *, some: bool) -> Posterior:
    """`some`: the last miss is an assumption that one is needed before it, whatever the noise."""
    cuts = [0, *(miss.size for miss in misses)]
    reach = [gaps.at_least(gaps.removed), *(miss.reach for miss in misses), 0.0]
    if some:
        reach[-1] = reach[-2]
    tails = []
    for level in range(len(NOISE)):
        factor = 1.0
        for miss in misses:
            factor *= miss.before[level]
        tail = []
        for index in range(len(cuts)):
            if index:
                factor *= misses[index - 1].behind[level] / misses[index - 1].before[level]
            tail.append(factor * (reach[index] - reach[index + 1]))
        so_far = 0.0
        for index in range(len(tail) - 1, -1, -1):
            so_far = tail[index] = so_far + tail[index]
        tails.append([part / (so_far or 1.0) for part in tail] + [0.0])
    behind = [sum([l * t[i] for l, t in zip(levels, tails)]) for i in range(len(cuts) + 1)]
    return Posterior(cuts, reach, tails, behind)
