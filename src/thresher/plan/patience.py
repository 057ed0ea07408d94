"""How many misses in a row end a stage, learned from what earlier stages of the run have found.

A stage that guarantees nothing ends after some misses in a row. If the stages before it that ask the same kind of
question have missed many times in a row too, little is to be expected from it, and it ends sooner.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum

from thresher.algorithms.combinators import Ended
from thresher.plan.effort import Effort

QUICK_MISSES, QUICK_SHARE = 8, 3  # misses in a row, and the part of the questions up to the last hit that they are
HURRIED = 8  # misses in a row of a search whose proof is left to a later visit
THOROUGH = 4  # times as many misses in a row in a thorough search, whatever earlier stages have found


class Family(Enum):
    """Questions whose answers say something about each other, with the misses in a row that halve the patience."""

    REMOVAL = 12
    REWRITE = 20
    OUTSIDE_FORMAT = 6


@dataclass(slots=True)
class Patience:
    """The last misses in a row of each family of questions, over all stages that asked such questions.

    In a `hurried` visit, a stage that proves something by trying each unit leaves that to a later visit.
    """

    rows: dict[Family, int] = field(default_factory=dict)
    effort: Effort = Effort.NORMAL
    productive: set[Family] = field(default_factory=set)
    hurried: bool = False

    def copy(self) -> Patience:
        """The same, not changed with this one."""
        return replace(self, rows=self.rows.copy(), productive=self.productive.copy())

    def limit(self, family: Family, misses: int) -> int:
        """Misses in a row after which a stage is to end that would end after `misses`; at least one.

        >>> patience = Patience({Family.REWRITE: 20})
        >>> patience.limit(Family.REWRITE, 8), patience.limit(Family.OUTSIDE_FORMAT, 8)
        (4, 8)
        """
        if self.effort is Effort.THOROUGH:
            return misses * THOROUGH
        half = family.value
        return max(1, misses * half // (half + self.rows.get(family, 0)))

    def until_proved(self, asked: int, *, misses: int) -> int:
        """Misses in a row after which a search ends that would prove something after `misses` of them at the earliest.

        A hurried one ends after a few. A quick one ends when a hit is so long ago that as many questions again would
        hardly give another. `asked` are the questions up to the last hit.
        """
        if self.effort is Effort.QUICK:
            return min(misses, max(QUICK_MISSES, asked // QUICK_SHARE))
        return min(misses, HURRIED) if self.hurried else misses

    def learn(self, family: Family, ended: Ended) -> None:
        """What a stage has found: misses continue those before, unless something hit."""
        before = 0 if ended.hit else self.rows.get(family, 0)
        self.rows[family] = before + ended.misses
        if ended.hit:
            self.productive.add(family)
