"""Several answers instead of one: all the different 1-minimal failing selections, up to a limit.

Exercise 5.9 in Zeller's book asks for it. The method is Reiter's hitting-set tree (A Theory of Diagnosis from First
Principles, 1987): any other answer lacks at least one unit of each answer that is known, so forbid one unit of the
first, one more of the next answer that this leaves, and so on, and minimize what remains.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TypeAlias

from thresher.algorithms.lists.hgt.search import hgt
from thresher.kernel.place import Action, Move
from thresher.kernel.probe import Probe, Search
from thresher.kernel.selection import Selection

Forbid: TypeAlias = Callable[[Selection, Selection], Selection]
Units: TypeAlias = Callable[[Selection], Iterable[int]]


@dataclass(frozen=True, slots=True)
class Remaining:
    """A failing selection without some unit of each known answer, if there is one; `hopeless` is what did not help."""

    rest: Selection | None
    hopeless: frozenset[Selection]


def minimal_sets(
    kept: Selection,
    *,
    limit: int = 10,
    minimizer: Callable[[Selection], Search[Selection, Selection]] = hgt,
) -> Search[Selection, list[Selection]]:
    """Different failing selections, each as minimal as the minimizer makes it, in the order they were found.

    All there are if the test is monotone and there are not more than `limit`. Each answer costs a minimizer's runs;
    that there is no other costs a run for every way to forbid one unit of each: exponential in the number of answers.
    """
    answers: list[Selection] = []
    remaining = Remaining(kept, frozenset())
    while remaining.rest is not None:
        answers.append((yield from minimizer(remaining.rest)))
        if len(answers) >= limit:
            break
        remaining = yield from without_answers(kept, answers, remaining.hopeless)
    return answers


def without_answers(
    kept: Selection,
    answers: Sequence[Selection],
    hopeless: frozenset[Selection],
    *,
    forbid: Forbid = Selection.__sub__,
    units: Units = iter,
    most: int | None = None,
) -> Search[Selection, Remaining]:
    """What is kept without a unit of each answer, if any of that fails.

    `forbid` takes units from a selection, and `units` are those of an answer that can be forbidden: for a tree, nodes
    with all that is inside them. After `most` questions the search ends.
    """
    asked: list[Selection] = []

    def remains() -> Iterator[Probe[Selection]]:
        for forbidden in islice(_hitting_sets(answers, hopeless, units), most):
            asked.append(forbidden)
            move = Move(Action.FORBID, (len(forbidden),))
            yield Probe(forbid(kept, forbidden), move=move, origin=len(asked) - 1)

    hit = yield remains()
    if hit is None:
        return Remaining(None, hopeless | frozenset(asked))
    assert isinstance(hit.origin, int)
    return Remaining(hit.candidate, hopeless | frozenset(asked[: hit.origin]))


def _hitting_sets(answers: Sequence[Selection], hopeless: frozenset[Selection], units: Units) -> Iterator[Selection]:
    """The tree in breadth, so that few units are forbidden first; nothing below what is known to be hopeless."""
    seen: set[Selection] = set()
    queue = deque([Selection()])
    while queue:
        forbidden = queue.popleft()
        if forbidden in seen or any(less <= forbidden for less in hopeless):
            continue
        seen.add(forbidden)
        untouched = next((answer for answer in answers if not answer & forbidden), None)
        if untouched is None:
            yield forbidden
        else:
            queue.extend(forbidden | Selection.of([unit]) for unit in units(untouched))
