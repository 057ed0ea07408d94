"""What searches of stages have in common: which candidates are worth a question, and when to give up."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from thresher.kernel import ordering
from thresher.kernel.selection import Selection
from thresher.plan.workbench import Workbench

CHECKED_LATELY = 1 << 12  # candidates whose validity is known when a search is begun again


def within_limits(bench: Workbench, valid: Callable[[Selection], bool]) -> Callable[[Selection], bool]:
    """The same check, stopped by the session's limits: a long row of invalid candidates takes time too."""
    known = lru_cache(CHECKED_LATELY)(valid)

    def check(kept: Selection) -> bool:
        bench.check_limits()
        return known(kept)

    return check


def fewer_misses(misses: int, *, again: bool) -> int:
    """Misses in a row after which a search that guarantees nothing ends: a quarter of them on later visits."""
    return misses // 4 if again else misses


def sized(render: Callable[[Selection], bytes]) -> Callable[[Selection], ordering.Size]:
    """How large a candidate is when it is rendered."""
    return lambda kept: ordering.size(render(kept))
