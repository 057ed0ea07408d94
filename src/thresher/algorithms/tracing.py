"""Runs a search one question at a time and records each of them, for people who want to see how it works."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from thresher.kernel.outcome import Outcome
from thresher.kernel.probe import Probe, Search

C = TypeVar("C")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class TracedStep(Generic[C]):
    """A question of a search, numbered from 1 on, and its answer.

    A `known` answer was given to an earlier question about the same candidate. The search made `progress` if it got the
    outcome it wants.
    """

    number: int
    candidate: C
    label: str
    outcome: Outcome
    progress: bool
    known: bool


class Trace(Generic[C, T]):
    """The steps of a search, in order; `result` once they are exhausted."""

    def __init__(self, search: Search[C, T], test: Callable[[C], Outcome]) -> None:
        self._search, self._test = search, test
        self._answers: dict[C, Outcome] = {}
        self._result: list[T] = []

    @property
    def result(self) -> T:
        """What the search returned; only after its last step."""
        return self._result[0]

    @property
    def tests(self) -> int:
        """How many candidates were tested so far."""
        return len(self._answers)

    def steps(self) -> Iterator[TracedStep[C]]:
        """Each question with its answer; nothing is tested before its step is reached."""
        number = 0
        try:
            stream = next(self._search)
            while True:
                hit = None
                for probe in stream:
                    number += 1
                    step = self._step(number, probe)
                    yield step
                    if step.progress:
                        hit = probe
                        break
                stream = self._search.send(hit)
        except StopIteration as stop:
            self._result.append(stop.value)

    def _step(self, number: int, probe: Probe[C]) -> TracedStep[C]:
        known = probe.candidate in self._answers
        if not known:
            self._answers[probe.candidate] = self._test(probe.candidate)
        outcome = self._answers[probe.candidate]
        return TracedStep(number, probe.candidate, probe.label, outcome, outcome is probe.wants, known)
