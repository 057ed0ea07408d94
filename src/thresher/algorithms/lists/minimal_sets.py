"""Several answers instead of one: all the different 1-minimal failing selections, up to a limit.

Exercise 5.9 in Zeller's book asks for it. The method is Reiter's hitting-set tree (A Theory of Diagnosis from First
Principles, 1987): any other answer lacks at least one unit of each answer that is known, so forbid one unit of the
first, one more of the next answer that this leaves, and so on, and minimize what remains.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator

from thresher.algorithms.lists.hgt.search import hgt
from thresher.kernel.place import Action, Move
from thresher.kernel.probe import Probe, Search
from thresher.kernel.selection import Selection


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
    hopeless: set[Selection] = set()
    rest = kept
    while True:
        answers.append((yield from minimizer(rest)))
        if len(answers) >= limit:
            return answers
        asked: list[Selection] = []
        hit = yield _remains(kept, answers, hopeless, asked)
        if hit is None:
            return answers
        assert isinstance(hit.origin, int)
        hopeless.update(asked[: hit.origin])
        rest = hit.candidate


def _remains(
    kept: Selection, answers: list[Selection], hopeless: set[Selection], asked: list[Selection]
) -> Iterator[Probe[Selection]]:
    """What is left after forbidding a unit of every answer; `asked` takes down what each probe forbids."""
    for forbidden in _hitting_sets(answers, hopeless):
        asked.append(forbidden)
        yield Probe(kept - forbidden, move=Move(Action.FORBID, (len(forbidden),)), origin=len(asked) - 1)


def _hitting_sets(answers: list[Selection], hopeless: set[Selection]) -> Iterator[Selection]:
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
            queue.extend(forbidden | Selection.of([unit]) for unit in untouched)
