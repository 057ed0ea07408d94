"""Stand-ins for the real driver and oracle: searches answered by hand, one question after the other."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from thresher.kernel.outcome import Outcome
from thresher.kernel.probe import Probe, Search

C = TypeVar("C")
T = TypeVar("T")

Test = Callable[[C], Outcome | bool]


@dataclass
class Transcript(Generic[C, T]):
    """What happened: the questions that were really run, the candidates that got what was wanted, the result."""

    asked: list[C] = field(default_factory=list)
    hits: list[C] = field(default_factory=list)
    hit_at: list[int] = field(default_factory=list)
    outcomes: list[Outcome] = field(default_factory=list)
    result: T = None  # type: ignore[assignment]  # set when the search ends

    @property
    def runs(self) -> int:
        return len(self.asked)


def answered(
    search: Search[C, T],
    test: Test[C],
    *,
    cached: bool = False,
    ahead: int = 0,
    shrink: Callable[[C], C] | None = None,
) -> Transcript[C, T]:
    """Drives a search to its end and writes down what it asked.

    The same candidate twice in a row costs one run, as it does with the real driver; `cached` runs no candidate
    twice at all. `ahead` pulls so many probes before each answer, which must change nothing. `shrink` plays a run
    that shows how a part of a failing candidate was enough, or how far one got that could not be run to its end.
    """
    transcript: Transcript[C, T] = Transcript()
    known: dict[C, Outcome] = {}

    def outcome(candidate: C) -> Outcome:
        if candidate in known and (cached or candidate == transcript.asked[-1]):
            return known[candidate]
        transcript.asked.append(candidate)
        known[candidate] = Outcome.of(test(candidate))
        transcript.outcomes.append(known[candidate])
        return known[candidate]

    try:
        stream = next(search)
        while True:
            found = _first_hit(stream, outcome, ahead, shrink)
            if found is not None:
                transcript.hits.append(found.candidate)
                transcript.hit_at.append(transcript.runs)
            stream = search.send(found)
    except StopIteration as stop:
        transcript.result = stop.value
    return transcript


def _first_hit(
    stream: Iterable[Probe[C]],
    outcome: Callable[[C], Outcome],
    ahead: int,
    shrink: Callable[[C], C] | None,
) -> Probe[C] | None:
    for probe in _pulled(iter(stream), ahead):
        if outcome(probe.candidate) is probe.wants:
            if shrink is None or probe.wants is Outcome.PASS:
                return probe
            return replace(probe, candidate=shrink(probe.candidate), scope=None)
    return None


def _pulled(stream: Iterator[Probe[C]], ahead: int) -> Iterator[Probe[C]]:
    """The stream itself, but always `ahead` probes further than what is handed out."""
    waiting: deque[Probe[C]] = deque()
    for probe in stream:
        waiting.append(probe)
        if len(waiting) > ahead:
            yield waiting.popleft()
    yield from waiting
