"""`dd`: the smallest difference between a passing and a failing sequence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic

from thresher.algorithms.lists import dd as isolation
from thresher.api.call import Call, S, Test, of_type
from thresher.api.notebook import as_html
from thresher.api.progress import OnProgress, Stop
from thresher.errors import NotFailing
from thresher.kernel.outcome import Outcome
from thresher.kernel.probe import Probe, Search
from thresher.kernel.selection import Selection
from thresher.structures.changes.changes import Changes


@dataclass(frozen=True, slots=True)
class Difference(Generic[S]):
    """The closest passing and failing sequences found.

    `difference` holds the units that the failing one has and the passing one has not; `deltas` says, place by place,
    what is removed and what is added.
    """

    passing: S
    failing: S
    difference: S
    deltas: tuple[tuple[S, S], ...]

    def _repr_html_(self) -> str:
        """For notebooks."""
        count = len(self.deltas)
        parts = {"difference": self.difference, "passing": self.passing, "failing": self.failing}
        return as_html(f"{count} difference{'' if count == 1 else 's'} between passing and failing", **parts)


def dd(
    passing: S,
    failing: S,
    test: Test[S],
    *,
    last_first: bool = False,
    cache: bool = True,
    jobs: int = 1,
    progress: OnProgress | None = None,
    stop: Stop | None = None,
) -> Difference[S]:
    """Isolates a 1-minimal failure-inducing difference between two sequences: Zeller and Hildebrandt's dd.

    A passing test brings the passing side closer, a failing one the failing side. The two sequences are aligned
    first; each unit that is added, removed or replaced is one delta. Both sides of the result have been tested: one
    that was never replaced is tested at the end, and NotFailing is raised if it is not what it should be. That costs
    two runs at most. With `last_first`, the last part of the difference is tried before the first one, which matters
    where several differences would do. A Stop raises Stopped with the closest sides so far, a Difference, as `best`.

    >>> result = dd("", "<SELECT NAME>", lambda text: text.startswith("<") and text.endswith(">"))
    >>> result.failing.replace(result.passing, "") == result.difference, len(result.difference)
    (True, 1)
    """
    changes: Changes[Any] = Changes(passing, failing)

    def difference(near: Selection, far: Selection) -> Difference[S]:
        deltas = [changes.deltas[number] for number in far - near]
        return Difference(
            of_type(failing, changes.applied(near)),
            of_type(failing, changes.applied(far)),
            of_type(failing, [unit for delta in deltas for unit in delta.added]),
            tuple((of_type(failing, delta.removed), of_type(failing, delta.added)) for delta in deltas),
        )

    isolating = isolation.dd(Selection(), Selection.all(len(changes)), last_first=last_first)
    search = _with_tested_sides(isolating, len(changes))
    call = Call(test, cache, jobs, progress, stop)
    ends = call.between(search, lambda kept: of_type(failing, changes.applied(kept)), len(changes), difference)
    return difference(*ends)


def _with_tested_sides(
    search: Search[Selection, tuple[Selection, Selection]], deltas: int
) -> Search[Selection, tuple[Selection, Selection]]:
    """The result of dd, after a test of each side that the search assumed."""
    near, far = yield from search
    for side, wants, given in ((near, Outcome.PASS, Selection()), (far, Outcome.FAIL, Selection.all(deltas))):
        if side == given and (yield [Probe(side, wants)]) is None:
            named = f"{wants.value}ing"
            raise NotFailing(f"the {named} sequence does not {wants.value}; give one that passes, then one that fails")
    return near, far
