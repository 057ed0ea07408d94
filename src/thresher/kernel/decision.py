"""A search written as a decision tree that unfolds lazily.

Some algorithms decide after every single answer. Written as `Ask(candidate, hit, miss)` nodes, each knowing how the
search continues after either answer, they stay pure, and the questions that follow a row of misses can be asked ahead:
that row is the stream the probe protocol wants.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar, cast

from thresher.kernel.place import Move
from thresher.kernel.probe import Probe, Search
from thresher.kernel.scope import Scope

C = TypeVar("C")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Done(Generic[T]):
    """The search is over."""

    result: T


@dataclass(frozen=True, slots=True)
class Ask(Generic[C, T]):
    """Does the candidate fail? `hit` takes the failing candidate, which may be smaller than the one asked."""

    candidate: C
    hit: Callable[[C], Decision[C, T]]
    miss: Callable[[], Decision[C, T]]
    move: Move | None = None
    scope: Scope[C] | None = None


Decision: TypeAlias = Ask[C, T] | Done[T]


def follow(decision: Decision[C, T]) -> Search[C, T]:
    """Runs a decision tree by the probe protocol; each stream is the row of questions after misses only.

    `hit` and `miss` are called at most once per node and must not change anything that another branch can see.
    """
    while isinstance(decision, Ask):
        end: list[T] = []
        found = yield _misses(decision, end)
        if found is None:
            return end[0]
        asked = cast("Ask[C, T]", found.origin)
        decision = asked.hit(found.candidate)
    return decision.result


def _misses(decision: Decision[C, T], end: list[T]) -> Iterator[Probe[C]]:
    while isinstance(decision, Ask):
        yield Probe(decision.candidate, move=decision.move, origin=decision, scope=decision.scope)
        decision = decision.miss()
    end.append(decision.result)
