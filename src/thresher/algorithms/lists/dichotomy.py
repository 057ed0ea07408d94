"""Dichotomy: Hemery, Lecoutre, Sais and Boussemart, Extracting MUCs from Constraint Networks (ECAI 2006).

The last needed unit is the one at which ever longer prefixes of the list start to fail; bisection finds it. Then the
same again with the units found so far added to every prefix, until these fail alone. In a list whose units need earlier
ones, as the changes of a history do, prefixes are consistent where other selections are not: the first questions are
those that `git bisect` asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from thresher.algorithms.guarantees import Guarantee
from thresher.algorithms.registry import minimizes_lists
from thresher.kernel.outcome import Outcome
from thresher.kernel.place import Action, Move
from thresher.kernel.probe import Probe, Search
from thresher.kernel.selection import Selection

Related: TypeAlias = Callable[[int, Selection], Iterable[Selection]]
"""For a unit and the others that are kept: what may have to be removed with it, the likeliest first."""


@dataclass(frozen=True, slots=True)
class Beginning:
    """The prefix up to `stop` was asked for; the first `passed` units are known to pass by then, if any."""

    stop: int
    passed: int


@dataclass(frozen=True, slots=True)
class Edge:
    """Where prefixes start to fail: `rest` fails together with the units found, without its last unit it does not.

    `unresolved` if the test without it was unresolved: the rest may just depend on its last unit. `less` is set when a
    run showed that it needed less than was asked: the search then starts again with that.
    """

    rest: Selection
    unresolved: bool = False
    less: Selection | None = None
    unanswered: int = 0


@minimizes_lists(Guarantee.MONOTONE)
def dichotomy(
    kept: Selection,
    *,
    cuts: Sequence[Selection] = (),
    related: Related | None = None,
    unresolved_limit: int | None = None,
) -> Search[Selection, Selection]:
    """1-minimal if the test is monotone; about log2(n) + 1 runs for each of the k needed units.

    `cuts` are the numbers at which groups of units begin, coarse ones first: prefixes end there as long as they can.
    When a needed unit is known, its coarsest group is tried alone, since causes are often close together. `related`
    helps where units cannot be removed one by one: a unit that seems needed only because tests without it were
    unresolved is tried to be dropped with its related units. After more than `unresolved_limit` unresolved prefixes
    without a unit shown to be needed, the failing selection known by then is the result.
    """
    rest, found, tried = kept, Selection(), -1
    left = whole = len(kept) ** 2 if unresolved_limit is None else unresolved_limit
    while rest:
        edge = yield from _edge(rest, found, cuts, left)
        left = left - edge.unanswered if edge.unresolved or edge.unanswered > left else whole
        if left < 0:
            return edge.rest | found
        if edge.less is not None:
            rest, found = edge.less, Selection()
            continue
        rest = edge.rest
        unit = rest.unit(len(rest) - 1)
        if edge.unresolved and related is not None:
            hit = yield _without_related(rest, found, related(unit, rest))
            if hit is not None:
                rest, found = _split(hit.candidate, found)
                continue
        found, rest = found | Selection.of([unit]), rest[: len(rest) - 1]
        if not rest:
            break
        group = _group(rest, unit, cuts)
        alone = yield _fewer(found, group if group and tried != group.unit(0) else None, len(rest))
        if alone is not None:
            rest, found = _split(alone.candidate, found)
        tried = group.unit(0) if group else tried
    return found


def _split(failing: Selection, found: Selection) -> tuple[Selection, Selection]:
    """The undecided and the needed units of a failing selection; all are undecided if it lacks a unit found."""
    return (failing - found, found) if found <= failing else (failing, Selection())


def _edge(
    rest: Selection, found: Selection, cuts: Sequence[Selection], unresolved_limit: int
) -> Search[Selection, Edge]:
    """Bisects until one unit is left between a prefix that does not fail and one that does, or the limit is reached."""
    low, unresolved, unanswered = 0, False, 0
    while len(rest) - low > 1 and unanswered <= unresolved_limit:
        hit = yield _beginnings(rest, found, low, cuts)
        if hit is None:
            return Edge(rest, unanswered=unanswered)
        asked = hit.origin
        assert isinstance(asked, Beginning)
        if asked.passed > low:
            low, unresolved = asked.passed, False
        if hit.wants is Outcome.FAIL:
            rest = rest[: asked.stop]
            if hit.candidate != rest | found:
                return Edge(rest, less=hit.candidate)
        else:
            low, unresolved, unanswered = asked.stop, True, unanswered + 1
    return Edge(rest, unresolved, unanswered=unanswered)


def _beginnings(rest: Selection, found: Selection, low: int, cuts: Sequence[Selection]) -> Iterator[Probe[Selection]]:
    """What is asked as long as prefixes pass: ever longer ones."""
    passed = low
    while len(rest) - passed > 1:
        middle = _middle(rest, passed, cuts)
        for wants in (Outcome.FAIL, Outcome.UNRESOLVED):
            yield Probe(
                rest[:middle] | found,
                wants,
                move=Move(Action.KEEP_FIRST, (middle, len(rest))),
                origin=Beginning(middle, passed),
            )
        passed = middle


def _middle(rest: Selection, low: int, cuts: Sequence[Selection]) -> int:
    """Half way, at the border of a group if there is one, by the number of groups."""
    for starts in cuts:
        first, last = starts.position(rest.unit(low) + 1), starts.position(rest.unit(len(rest) - 1) + 1)
        if first < last:
            return rest.position(starts.unit((first + last) // 2))
    return (low + len(rest)) // 2


def _group(rest: Selection, unit: int, cuts: Sequence[Selection]) -> Selection | None:
    """What is left of the unit's coarsest group, unless that is nothing or everything."""
    for starts in cuts[:1]:
        number = starts.position(unit + 1) - 1
        position = rest.position(starts.unit(number)) if number >= 0 else 0
        if 0 < position < len(rest):
            return rest[position:]
    return None


def _fewer(found: Selection, group: Selection | None, others: int) -> Iterator[Probe[Selection]]:
    yield Probe(found, move=Move(Action.DROP_UNITS_BEFORE, (others,)))
    if group is not None:
        yield Probe(group | found, move=Move(Action.DROP_OTHER_GROUPS))


def _without_related(rest: Selection, found: Selection, groups: Iterable[Selection]) -> Iterator[Probe[Selection]]:
    seen = set()
    for group in groups:
        less = rest - group
        if len(less) < len(rest) and less not in seen:
            seen.add(less)
            yield Probe(less | found, move=Move(Action.DROP_TOGETHER, (len(rest) - len(less),)))
