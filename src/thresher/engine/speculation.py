"""The state of a running search: answers sent, probes that wait for their verdicts, and look-ahead tests."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Sized
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from thresher.engine.lookahead import LookAhead
from thresher.engine.prediction import EMPTY_HISTORY, ProbeHistory
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
    """A probe of the search: it has a verdict, or waits for a future, or is prepared to be tested.

    When it was asked, the search had been sent `answers` and had pulled `pulled` probes of its stream, this one
    included; `history` holds the probes before it. `expected` says that the search was sent this probe as a hit before
    its verdict was known; `predicted` is what look-ahead tests say.
    """

    probe: Probe[C]
    question: Question[Content]
    verdict: Verdict | None = None
    future: Future[Answer] | None = None
    running: RunHandle | None = None
    answers: int = 0
    pulled: int = 0
    history: ProbeHistory = EMPTY_HISTORY
    expected: bool = False
    predicted: bool | None = None

    @property
    def is_prepared(self) -> bool:
        """Whether its test has not begun yet."""
        return self.verdict is None and self.future is None

    def shared_by(self, probe: Probe[C]) -> PendingProbe[C, Content]:
        """Another probe that the same test answers."""
        return replace(self, probe=probe, expected=False, predicted=None)

    @property
    def unsure(self) -> bool:
        """Whether a hit and a miss are equally likely."""
        return self.verdict is None and self.probe.scope is not None and self.predicted is None

    @property
    def hits(self) -> bool:
        return self.verdict is not None and self.verdict.outcome is self.probe.wants

    @property
    def mispredicted(self) -> bool:
        """Whether it was answered, and not as expected."""
        return self.verdict is not None and self.hits != self.expected


class Speculation(Generic[C, T, Content]):
    """A search and the probes asked for it. Answers up to the first open probe are final, later ones are predictions.

    `many` says that there are enough workers for look-ahead tests to pay.
    """

    def __init__(
        self,
        search: Repeatable[C, T],
        render: Callable[[C], Content],
        narrow: Callable[[C, int], C] | None,
        *,
        many: bool = False,
    ) -> None:
        self.replay = Replay(search)
        self.render, self.narrow = render, narrow
        self.window: deque[PendingProbe[C, Content]] = deque()
        self.looking_ahead: list[PendingProbe[C, Content]] = []
        self.history: ProbeHistory = EMPTY_HISTORY
        self.rewind_seconds = 0.0  # recent average
        self._many = many and narrow is None
        self._look_aheads: dict[Hashable, LookAhead] = {}

    @property
    def all_asked(self) -> list[PendingProbe[C, Content]]:
        """All probes asked by the search and by look-ahead."""
        return [*self.window, *self.looking_ahead]

    def narrowed(self, asked: PendingProbe[C, Content]) -> Probe[C]:
        """The hit as it is sent to the search: no more of the candidate than was executed."""
        probe, used = asked.probe, asked.verdict.used if asked.verdict else None
        if self.narrow is not None and used is not None and probe.wants is not Outcome.PASS:
            return replace(probe, candidate=self.narrow(probe.candidate, used))
        return probe

    def predict(self, asked: PendingProbe[C, Content]) -> bool | None:
        """Whether the probe will hit, if look-ahead tests have shown it."""
        scope = asked.probe.scope
        return self._look_ahead_for(scope).predict(scope.dropped) if self._many and scope is not None else None

    def learn(self, asked: PendingProbe[C, Content]) -> None:
        """Updates the predictions with an answer."""
        scope = asked.probe.scope
        if self._many and scope is not None:
            look_ahead = self._look_ahead_for(scope)
            look_ahead.learn(scope.dropped, hit=asked.hits)
            if asked.predicted is not None:
                look_ahead.judge(predicted=asked.predicted, hit=asked.hits)

    def next_look_ahead(self, workers: int) -> Probe[C] | None:
        """The next look-ahead test on the search's current list, given the number of idle workers."""
        head = self.window[0].probe
        scope = head.scope
        if not self._many or scope is None or not (look_ahead := self._look_ahead_for(scope)).trusted:
            return None
        while block := look_ahead.block(scope, self._asked_about(scope.which), workers):
            candidate = scope.without(block)
            if candidate is not None:
                scope = replace(scope, dropped=block)
                return Probe(candidate, head.wants, Move(Action.LOOK_AHEAD, (len(block),)), scope=scope)
            look_ahead.learn(block, hit=False)
        return None

    def stale(self) -> list[PendingProbe[C, Content]]:
        """The look-ahead tests on lists that the search has left."""
        if not self.window:
            return []
        scope = self.window[0].probe.scope
        which = None if scope is None else scope.which
        return [asked for asked in self.looking_ahead if asked.probe.scope is None or asked.probe.scope.which != which]

    def _asked_about(self, which: Hashable) -> Selection:
        """The units of a list that open probes remove."""
        units = Selection()
        for asked in self.all_asked:
            scope = asked.probe.scope
            if asked.verdict is None and scope is not None and scope.which == which:
                units |= scope.dropped
        return units

    def _look_ahead_for(self, scope: Scope[C]) -> LookAhead:
        if scope.which not in self._look_aheads:
            self._look_aheads[scope.which] = LookAhead(scope)
        return self._look_aheads[scope.which]
