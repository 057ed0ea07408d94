"""Binary reduction of dependency graphs: only sets that need nothing outside themselves are tried.

Kalhauge and Palsberg, "Binary Reduction of Dependency Graphs", ESEC/FSE 2019. Units are put in an order, and all units
up to one, with everything that they need, are a candidate. The shortest failing candidate of this kind is found by
bisection. Its last unit is required, and the search continues inside it, until the required units alone fail.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from thresher.kernel.decision import Ask, Decision, Done, follow
from thresher.kernel.place import Action, Move
from thresher.kernel.probe import Search
from thresher.kernel.selection import Selection

Close: TypeAlias = Callable[[Selection], Selection]
_Step: TypeAlias = "Decision[Selection, Selection]"
NOTHING = Selection()


def binary_reduction(
    kept: Selection, close: Close, order: Sequence[int], needed: Selection = NOTHING
) -> Search[Selection, Selection]:
    """Closed and, if the test is monotone on closed sets, without a smaller closed set that fails inside it.

    `close` adds to some units all that they need: monotone, and the same set for the same units. `order` has every unit
    once, best in the order of the weights of their closures. Asks about closed sets only, at most k * (log2(n) + 2) of
    them for n units, k of which are required and not needed by other required ones. If the test is not monotone, what
    is left still fails and is closed. `needed` units, a closed set, are in every candidate.
    """
    return follow(_Bisection(close, order).required(needed & kept, kept))


@dataclass(frozen=True, slots=True)
class _Bisection:
    close: Close
    order: Sequence[int]

    def required(self, needed: Selection, kept: Selection) -> _Step:
        """The units known to be needed may be enough; otherwise one more of those kept is needed."""
        if needed == kept:
            return Done(kept)
        others = [unit for unit in self.order if unit in kept and unit not in needed]
        if not needed:  # nothing at all does not fail
            return self.shortest(needed, kept, others, 0, len(others))
        move = Move(Action.KEEP, (len(needed), len(kept)))
        return Ask(needed, Done, lambda: self.shortest(needed, kept, others, 0, len(others)), move)

    def shortest(self, needed: Selection, kept: Selection, others: Sequence[int], low: int, high: int) -> _Step:
        """What is needed with the first `high` others fails, with the first `low` does not."""
        if high - low <= 1:
            return self.required(self.close(needed | Selection.of(others[low:high])) & kept, kept)
        middle = (low + high) // 2
        candidate = self.close(needed | Selection.of(others[:middle])) & kept
        if candidate == kept:
            return self.shortest(needed, kept, others, low, middle)
        return Ask(
            candidate,
            lambda hit: self.shortest(needed, hit, others, low, middle),
            lambda: self.shortest(needed, kept, others, middle, high),
            Move(Action.KEEP, (len(candidate), len(kept))),
        )
