"""How far a search has got: what it was told, and which of its questions are on their way."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sized
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from thresher.kernel.outcome import Outcome, Verdict
from thresher.kernel.probe import Probe
from thresher.oracle.answer import Answer
from thresher.oracle.process import Running
from thresher.session.course import Course, Repeatable
from thresher.session.habits import Past
from thresher.session.question import Question

C = TypeVar("C")
T = TypeVar("T")
Content = TypeVar("Content", bound=Sized)


@dataclass(slots=True)
class Asked(Generic[C, Content]):
    """A probe on its way: decided by a verdict, or waiting for a future.

    The search was told `answers` and had `pulled` some probes of its stream then, this one included; `past` is what was
    asked before. If it is `expected` to hit, the search has been told so.
    """

    probe: Probe[C]
    question: Question[Content]
    verdict: Verdict | None = None
    future: Future[Answer] | None = None
    running: Running | None = None
    answers: int = 0
    pulled: int = 0
    past: Past = ()
    expected: bool = False

    @property
    def hits(self) -> bool:
        return self.verdict is not None and self.verdict.outcome is self.probe.wants

    @property
    def surprising(self) -> bool:
        """Whether it was answered, and not as expected."""
        return self.verdict is not None and self.hits != self.expected


class Way(Generic[C, T, Content]):
    """A search with what has been asked for it: all up to the first open question is certain, the rest is likely."""

    def __init__(
        self,
        search: Repeatable[C, T],
        render: Callable[[C], Content],
        narrow: Callable[[C, int], C] | None,
    ) -> None:
        self.course = Course(search)
        self.render, self.narrow = render, narrow
        self.window: deque[Asked[C, Content]] = deque()
        self.past: Past = ()
        self.going_back = 0.0  # seconds that it took lately

    def taken(self, asked: Asked[C, Content]) -> Probe[C]:
        """A hit as the search gets it: no more of the candidate than was executed."""
        probe, used = asked.probe, asked.verdict.used if asked.verdict else None
        if self.narrow is not None and used is not None and probe.wants is not Outcome.PASS:
            return replace(probe, candidate=self.narrow(probe.candidate, used))
        return probe
