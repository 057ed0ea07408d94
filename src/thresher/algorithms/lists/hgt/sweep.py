"""The state of an HGT search: what is undecided, what is believed about both ends, and the next question."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from thresher.algorithms.lists.hgt.certificate import FailedRemovals
from thresher.algorithms.lists.hgt.evidence import Miss
from thresher.algorithms.lists.hgt.gaps import Gaps, PerLevel
from thresher.kernel.scope import Scope
from thresher.kernel.selection import Selection

UNSEEN = 0.12  # the density to expect at an end where nothing was asked yet


@dataclass(frozen=True, slots=True)
class End:
    """What is believed about one end of the list; `levels` are the probabilities of the levels of noise."""

    gaps: Gaps
    levels: PerLevel
    seen: bool = False

    def density(self) -> float:
        return self.gaps.density() if self.seen else UNSEEN

    def learned(self, chances: PerLevel) -> End:
        """After an answer that each level of noise gave this chance."""
        products = [level * max(chance, 1e-6) for level, chance in zip(self.levels, chances, strict=True)]
        return replace(self, levels=tuple([max(product / sum(products), 1e-6) for product in products]))

    def blended(self, other: End) -> End:
        """An end that was not seen yet, when the other one was."""
        levels = tuple([(one + two) / 2 for one, two in zip(self.levels, other.levels, strict=True)])
        return End(self.gaps.blended(other.gaps), levels, seen=True)


@dataclass(frozen=True, slots=True)
class Sweep:
    """Of the `whole` list, units from `low` to `high` are undecided; others that are kept are believed to be needed.

    The search works `here`, at the end of the undecided if `backward`. `misses` are about the next needed unit, in
    the order of their offsets; `some` says that the last of them is not an answer, but the assumption that something is
    needed at all. `mixed` says that something could go since the first needed unit was found.
    """

    whole: Selection
    kept: Selection
    low: int
    high: int
    here: End
    there: End
    misses: tuple[Miss, ...]
    some: bool = True
    backward: bool = True
    hurry: bool = False
    proves: bool = True
    mixed: bool = False
    tried: FailedRemovals = field(default_factory=FailedRemovals)

    def positions(self) -> tuple[int, int]:
        """From where to where in the kept units the undecided are."""
        return self.kept.position(self.low), self.kept.position(self.high)

    def scope(self, dropped: Selection) -> Scope[Selection]:
        """What a question about some of the undecided is about."""
        low, high = self.positions()
        return Scope(self.whole, dropped, self.kept[low:high], self.backward, self.kept.__sub__)

    def answers(self) -> tuple[Miss, ...]:
        """The misses that are answers."""
        return self.misses[: len(self.misses) - self.some]

    def asked(self) -> set[int]:
        """The offsets up to which dropping was asked already, with what would be the same candidate."""
        return {miss.offset for miss in self.misses if miss.asked and not miss.rest}


@dataclass(frozen=True, slots=True)
class PrefixQuestion:
    """Can the units before an offset be removed, or, if there is a `doubt`, the rest after it?

    `hit` is the chance that it hits by level of noise; `doubt`, what a miss leaves of the belief that a needed unit is
    before the offset.
    """

    offset: int
    many: float
    one: float
    hit: PerLevel
    doubt: PerLevel = ()
