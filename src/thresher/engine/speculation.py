"""How far a search has got: what it was told, which of its questions are on their way, and what scouts ask for it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Sized
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from thresher.engine.lookahead import LookAhead
from thresher.engine.prediction import NOTHING, ProbeHistory
from thresher.engine.questions import Question
from thresher.engine.replay import Repeatable, Replay
from thresher.kernel.outcome import Outcome, Verdict
from thresher.kernel.place import Action, Move
from thresher.kernel.probe import Probe
from thresher.kernel.scope import Scope
from thresher.kernel.selection import Selection
from thresher.oracle.answer import Answer
from thresher.oracle.running.handle import RunHandle

C = TypeVar("C")
T = TypeVar("T")
Content = TypeVar("Content", bound=Sized)


@dataclass(slots=True, eq=False)
class PendingProbe(Generic[C, Content]):
    """A probe on its way: decided by a verdict, or waiting for a future.

    The search was told `answers` and had `pulled` some probes of its stream then, this one included; `past` is what was
    asked before. If it is `expected` to hit, the search has been told so; `foreseen` is what scouts say.
    """

    probe: Probe[C]
    question: Question[Content]
    verdict: Verdict | None = None
    future: Future[Answer] | None = None
    running: RunHandle | None = None
    answers: int = 0
    pulled: int = 0
    past: ProbeHistory = NOTHING
    expected: bool = False
    foreseen: bool | None = None

    @property
    def unsure(self) -> bool:
        """Whether it may as well hit as miss."""
        return self.verdict is None and self.probe.scope is not None and self.foreseen is None

    @property
    def hits(self) -> bool:
        return self.verdict is not None and self.verdict.outcome is self.probe.wants

    @property
    def surprising(self) -> bool:
        """Whether it was answered, and not as expected."""
        return self.verdict is not None and self.hits != self.expected


class Speculation(Generic[C, T, Content]):
    """A search with what has been asked for it: all up to the first open question is certain, the rest is likely.

    LookAhead may be sent ahead if there are so `many` workers that they pay.
    """

    def __init__(
        self,
        search: Repeatable[C, T],
        render: Callable[[C], Content],
        narrow: Callable[[C, int], C] | None,
        *,
        many: bool = False,
    ) -> None:
        self.course = Replay(search)
        self.render, self.narrow = render, narrow
        self.window: deque[PendingProbe[C, Content]] = deque()
        self.scouting: list[PendingProbe[C, Content]] = []
        self.past: ProbeHistory = NOTHING
        self.going_back = 0.0  # seconds that it took lately
        self._many = many and narrow is None
        self._scouts: dict[Hashable, LookAhead] = {}

    @property
    def all_asked(self) -> list[PendingProbe[C, Content]]:
        """By the search and by scouts."""
        return [*self.window, *self.scouting]

    @property
    def pending(self) -> int:
        """How many tests have been made or begun for answers that are not certain to be needed."""
        return len({asked.question.key for asked in self.window if asked.future is not None})

    def taken(self, asked: PendingProbe[C, Content]) -> Probe[C]:
        """A hit as the search gets it: no more of the candidate than was executed."""
        probe, used = asked.probe, asked.verdict.used if asked.verdict else None
        if self.narrow is not None and used is not None and probe.wants is not Outcome.PASS:
            return replace(probe, candidate=self.narrow(probe.candidate, used))
        return probe

    def foresee(self, asked: PendingProbe[C, Content]) -> bool | None:
        """Whether it will hit, if scouts know."""
        scope = asked.probe.scope
        return self._scouts_for(scope).foresee(scope.dropped) if self._many and scope is not None else None

    def learn(self, asked: PendingProbe[C, Content]) -> None:
        """From what was answered."""
        scope = asked.probe.scope
        if self._many and scope is not None:
            scouts = self._scouts_for(scope)
            scouts.learn(scope.dropped, hit=asked.hits)
            if asked.foreseen is not None:
                scouts.judge(foreseen=asked.foreseen, hit=asked.hits)

    def scout(self, workers: int) -> Probe[C] | None:
        """What to find out with so many workers that have nothing better to do, about the list the search is at."""
        head = self.window[0].probe
        scope = head.scope
        if not self._many or scope is None or not (scouts := self._scouts_for(scope)).trusted:
            return None
        while block := scouts.block(scope, self._asked_about(scope.which), workers):
            candidate = scope.without(block)
            if candidate is not None:
                scope = replace(scope, dropped=block)
                return Probe(candidate, head.wants, Move(Action.LOOK_AHEAD, (len(block),)), scope=scope)
            scouts.learn(block, hit=False)
        return None

    def stale(self) -> list[PendingProbe[C, Content]]:
        """The scouts of lists that the search has left."""
        if not self.window:
            return []
        scope = self.window[0].probe.scope
        which = None if scope is None else scope.which
        return [asked for asked in self.scouting if asked.probe.scope is None or asked.probe.scope.which != which]

    def _asked_about(self, which: Hashable) -> Selection:
        """The units of a list that open questions are about."""
        units = Selection()
        for asked in self.all_asked:
            scope = asked.probe.scope
            if asked.verdict is None and scope is not None and scope.which == which:
                units |= scope.dropped
        return units

    def _scouts_for(self, scope: Scope[C]) -> LookAhead:
        if scope.which not in self._scouts:
            self._scouts[scope.which] = LookAhead(scope)
        return self._scouts[scope.which]
