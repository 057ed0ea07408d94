"""The state of a running search: answers sent, probes that wait for their verdicts, and look-ahead tests."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterator, Sized
from concurrent.futures import Future
from dataclasses import dataclass, replace
from math import prod
from typing import Generic, TypeVar

from thresher.engine.ahead.lookahead import LookAhead
from thresher.engine.ahead.prediction import EMPTY_HISTORY, ProbeHistory, extended
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
    its verdict was known; `predicted` is what look-ahead tests say, `chance` how likely it hits.
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
    chance: float = 0.0

    @property
    def certainty(self) -> float:
        """How likely it is answered as expected."""
        if self.verdict is not None:
            return float(not self.mispredicted)
        return self.chance if self.expected else 1 - self.chance

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


class SearchLine(Generic[C, T, Content]):
    """One way that the answers may go: the search that is sent them, and the probes it asked that are not final.

    `forks` are the lines for other answers to these probes.
    """

    def __init__(self, replay: Replay[C, T], history: ProbeHistory = EMPTY_HISTORY) -> None:
        self.replay, self.history = replay, history
        self.window: deque[PendingProbe[C, Content]] = deque()
        self.forks: dict[PendingProbe[C, Content], SearchLine[C, T, Content]] = {}

    @property
    def all_asked(self) -> list[PendingProbe[C, Content]]:
        """The probes of this line and of its forks."""
        return [*self.window, *(asked for fork in self.forks.values() for asked in fork.all_asked)]

    @property
    def certainty(self) -> float:
        """How likely all its probes are answered as expected."""
        return prod(asked.certainty for asked in self.window)

    def choices(
        self, chance: float, *, most: int
    ) -> Iterator[tuple[float, SearchLine[C, T, Content], PendingProbe[C, Content] | None]]:
        """What to ask next on this line, reached with this chance, or on a fork, and how likely it is needed.

        With a probe, on a fork that there is not yet. No line has more than `most` probes.
        """
        for asked in self.window:
            other = chance * (1 - asked.certainty)
            if asked in self.forks:
                yield from self.forks[asked].choices(other, most=most)
            elif asked.verdict is None:
                yield other, self, asked
            chance *= asked.certainty
        yield 0.0 if self.replay.over or len(self.window) >= most else chance, self, None

    def without_useless_forks(self) -> list[PendingProbe[C, Content]]:
        """Leaves out the forks whose answers were not given; returns their probes."""
        useless = [asked for asked in self.forks if asked.verdict is not None and not asked.mispredicted]
        return [each for asked in useless for each in self.forks.pop(asked).all_asked]

    def cut_after(self, index: int) -> list[PendingProbe[C, Content]]:
        """Leaves out the probes after the one at the index, with their forks; returns all of them."""
        cut = [self.window.pop() for _ in range(len(self.window) - index - 1)]
        forks = [self.forks.pop(asked) for asked in cut if asked in self.forks]
        return [*cut, *(asked for fork in forks for asked in fork.all_asked)]

    def turn_into(self, fork: SearchLine[C, T, Content]) -> None:
        """Continues as the fork of its last probe, whose answer was not as expected."""
        self.replay, self.history = fork.replay, fork.history
        self.window.extend(fork.window)
        self.forks.update(fork.forks)


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
        self._search = search
        self.main = SearchLine[C, T, Content](Replay(search))
        self.render, self.narrow = render, narrow
        self.looking_ahead: list[PendingProbe[C, Content]] = []
        self.rewind_seconds = 0.0  # recent average
        self._many = many and narrow is None
        self._look_aheads: dict[Hashable, LookAhead] = {}

    @property
    def replay(self) -> Replay[C, T]:
        return self.main.replay

    @property
    def window(self) -> deque[PendingProbe[C, Content]]:
        return self.main.window

    @property
    def all_asked(self) -> list[PendingProbe[C, Content]]:
        """All probes asked by the search, on all lines, and by look-ahead."""
        return [*self.main.all_asked, *self.looking_ahead]

    def fork(self, line: SearchLine[C, T, Content], asked: PendingProbe[C, Content]) -> SearchLine[C, T, Content]:
        """Another line, on which this probe is answered otherwise than the line expects."""
        replay = Replay(self._search)
        replay.follow(line.replay, asked.answers, asked.pulled)
        if not asked.expected:
            replay.send(asked.probe)
        fork = SearchLine[C, T, Content](replay, extended(asked.history, asked.probe, hit=not asked.expected))
        line.forks[asked] = fork
        return fork

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
