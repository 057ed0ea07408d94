"""What a caller sees of a running search, and how a caller ends it early."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from thresher.engine.control import Control
from thresher.engine.record.stop_conditions import StopConditions


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search has come.

    `tests` have been run in `seconds`. The smallest failing content so far has `size` units, that of the start had
    `original`; `reduce` counts in bytes, `dd` counts what differs.
    """

    tests: int
    size: int
    original: int
    seconds: float


OnProgress: TypeAlias = Callable[[Progress], object]
"""Called in the thread of the caller. What it raises ends the search."""


class Stop:
    """Ends a search early: after so many seconds or tests, or once `set` is called, from any thread.

    A limit on tests ends the search at the same point for any number of jobs. A Stop is for one search.

    >>> from thresher import Stopped, minimize
    >>> try:
    ...     minimize("the needle in the hay", lambda text: "need" in text, stop=Stop(tests=4))
    ... except Stopped as stopped:
    ...     stopped.best
    'the need'
    """

    def __init__(self, *, seconds: float | None = None, tests: int | None = None) -> None:
        self._control = Control()
        self._conditions = StopConditions(seconds, tests, None, self._control)

    @property
    def conditions(self) -> StopConditions:
        """The same for the engine."""
        return self._conditions

    def set(self) -> None:
        """Ends the search. Tests that are running are not waited for if they are processes."""
        self._control.stop("stopped by the caller")
