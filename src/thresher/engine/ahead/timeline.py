"""What the searches of a plan have asked and done before all answers to it were certain, in order.

A search may end, and the next one begin, while some of its tests still run: it ended as predicted. These tests stay on
the timeline. If one of them is answered otherwise, whoever runs the plan goes back to a position before it, and runs
what follows again; answers are cached, so this asks nothing twice.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Hashable
from dataclasses import dataclass
from typing import Any

from thresher.engine.ahead.speculation import PendingProbe, Speculation


class Mispredicted(Exception):
    """A search that had ended by prediction was answered otherwise; `position` is that of the answer."""

    def __init__(self, position: int) -> None:
        super().__init__(position)
        self.position = position


@dataclass(frozen=True, slots=True, eq=False)
class TimelineStep:
    """What is to be done once all before it is final; with a probe, once it has been answered as predicted.

    `otherwise` are the probes that come next if it is answered otherwise.
    """

    confirm: Callable[[], None]
    asked: PendingProbe[Any, Any] | None = None
    otherwise: tuple[PendingProbe[Any, Any], ...] = ()

    @property
    def probes(self) -> tuple[PendingProbe[Any, Any], ...]:
        """All its probes."""
        return self.otherwise if self.asked is None else (self.asked, *self.otherwise)

    @property
    def is_final(self) -> bool:
        return self.asked is None or (self.asked.verdict is not None and not self.asked.mispredicted)


class Timeline:
    """The unconfirmed steps of searches that have ended, then the probes of the `current` one.

    `position` is the number of steps that are final. Those that were final before the plan went back are passed a
    second time, without effect.
    """

    def __init__(self) -> None:
        self.position = 0
        self.steps: deque[TimelineStep] = deque()
        self.current: Speculation[Any, Any, Any] | None = None
        self.kept: list[PendingProbe[Any, Any]] = []  # tests that will be asked for again, after going back
        self._passed_before = 0

    @property
    def end(self) -> int:
        """The position after all steps so far."""
        return self.position + len(self.steps)

    @property
    def asked(self) -> list[PendingProbe[Any, Any]]:
        """All probes whose tests may be under way."""
        earlier = [asked for step in self.steps for asked in step.probes]
        return [*earlier, *(self.current.all_asked if self.current is not None else ()), *self.kept]

    @property
    def window(self) -> list[PendingProbe[Any, Any]]:
        """The unconfirmed probes of all searches, in order."""
        earlier = [step.asked for step in self.steps if step.asked is not None]
        return [*earlier, *(self.current.window if self.current is not None else ())]

    @property
    def open_tests(self) -> int:
        """How many tests are under way."""
        return len({id(asked.future) for asked in self.asked if asked.verdict is None and asked.future is not None})

    @property
    def prepared(self) -> int:
        """How many tests are ready to begin."""
        return sum(asked.is_prepared for asked in self.window)

    @property
    def pending(self) -> int:
        """How many tests were started for answers that may turn out not to be needed."""
        return len({asked.question.key for asked in self.window if asked.future is not None})

    @property
    def may_improve(self) -> bool:
        """Whether an unconfirmed step is predicted to hit."""
        return any(asked.expected for asked in self.window)

    def abandon(self) -> None:
        """Forgets all steps that are not final."""
        self.steps.clear()
        self.kept, self._passed_before = [], 0

    def same_test(self, key: Hashable) -> PendingProbe[Any, Any] | None:
        """A probe with the same question whose test has begun, if there is one."""
        return next((each for each in self.asked if each.future is not None and each.question.key == key), None)

    def wrong_step(self) -> int | None:
        """The index of the first step that was mispredicted."""
        steps = enumerate(self.steps)
        return next((index for index, step in steps if step.asked is not None and step.asked.mispredicted), None)

    def confirm(self, effect: Callable[[], None]) -> None:
        """Makes the next step final: has its effect, unless it had it before."""
        if self._passed_before:
            self._passed_before -= 1
        else:
            effect()
        self.position += 1

    def go_back(self, position: int) -> list[TimelineStep]:
        """Forgets all steps from that position on, and returns them."""
        if position < self.position:
            self._passed_before += self.position - position
            self.position = position
        dropped = [self.steps.pop() for _ in range(self.end - position)]
        return dropped[::-1]

    def forget_answered(self) -> None:
        """Leaves out the tests beside the searches that have been answered."""
        self.forget([asked for asked in self.asked if asked.verdict is not None])

    def forget(self, useless: Collection[PendingProbe[Any, Any]]) -> None:
        """Leaves out these of the tests beside the searches."""
        self.kept = [asked for asked in self.kept if asked not in useless]
        if self.current is not None:
            self.current.looking_ahead = [asked for asked in self.current.looking_ahead if asked not in useless]
