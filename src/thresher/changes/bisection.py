"""The search for the first bad commit: several commits are tested at a time, so that many workers need few rounds.

A commit that fails has the first bad one among its ancestors and itself; one that passes has none of them. With k
tests at a time, a line of n commits takes log(n) / log(k + 1) rounds, each as long as one test: with one worker this is
`git bisect`, and eight workers take a third of its rounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from thresher.kernel.outcome import Outcome
from thresher.kernel.place import Action, Move
from thresher.kernel.probe import Probe, Search


@dataclass(frozen=True, slots=True)
class CommitGraph:
    """Commits by number, each after its parents; the last one is bad. `ancestors` are sets of bits, with the commit."""

    ids: tuple[str, ...]
    ancestors: tuple[int, ...]

    @classmethod
    def of(cls, ids: Sequence[str], parents: Sequence[Sequence[int]]) -> CommitGraph:
        """The graph of commits with the numbers of their parents, as far as they are in it.

        >>> CommitGraph.of("abc", [[], [0], [0, 1]]).ancestors
        (1, 3, 7)
        """
        found: list[int] = []
        for number, above in enumerate(parents):
            bits = 1 << number
            for parent in above:
                bits |= found[parent]
            found.append(bits)
        return cls(tuple(ids), tuple(found))


@dataclass(frozen=True, slots=True)
class Suspects:
    """The commits that may be the first bad one: a single one, or more if the others could not be tested."""

    numbers: tuple[int, ...]


def first_bad(graph: CommitGraph, *, at_a_time: int = 1) -> Search[int, Suspects]:
    """The first bad commit, if every commit after it is bad too. A commit that cannot tell is skipped."""
    suspects, skipped = graph.ancestors[-1], 0
    while points := dividing(graph, suspects, skipped, at_a_time):
        hit = yield _probes(points, suspects.bit_count())
        at = len(points) if hit is None else points.index(hit.candidate)
        for passed in points[:at]:
            suspects &= ~graph.ancestors[passed]
        if hit is not None and hit.wants is Outcome.FAIL:
            suspects &= graph.ancestors[hit.candidate]
        elif hit is not None:
            skipped |= 1 << hit.candidate
    return Suspects(tuple(_numbers(suspects)))


def dividing(graph: CommitGraph, suspects: int, skipped: int, count: int) -> list[int]:
    """Up to so many commits that divide the suspects into equal parts, those with fewer ancestors first.

    >>> line = CommitGraph.of("abcdefgh", [[number - 1] if number else [] for number in range(8)])
    >>> dividing(line, 0b11111111, 0, 1), dividing(line, 0b11111111, 0, 3), dividing(line, 0b11, 0b1, 1)
    ([3], [1, 3, 5], [])
    """
    whole = suspects.bit_count()
    weights = [
        ((graph.ancestors[number] & suspects).bit_count(), number)
        for number in _numbers(suspects)
        if not skipped >> number & 1
    ]
    weights = sorted((weight, number) for weight, number in weights if weight < whole)
    chosen: list[int] = []
    for part in range(1, count + 1):
        wanted = part * whole / (count + 1)
        left = [each for each in weights if each[1] not in chosen]
        if left:
            chosen.append(min(left, key=lambda each: (abs(each[0] - wanted), each))[1])
    return sorted(chosen, key=lambda number: ((graph.ancestors[number] & suspects).bit_count(), number))


def _probes(points: list[int], whole: int) -> Iterator[Probe[int]]:
    for point in points:
        for wants in (Outcome.FAIL, Outcome.UNRESOLVED):
            yield Probe(point, wants, move=Move(Action.KEEP_FIRST, (point + 1, whole)))


def _numbers(bits: int) -> Iterator[int]:
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low
