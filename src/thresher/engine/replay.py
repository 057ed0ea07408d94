"""A search that can be sent predicted answers, and rewound if a prediction was wrong.

A generator cannot go back. But a search is pure: started again and sent the same answers, it asks the same questions.
So a search that can be started again may run ahead on predictions.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Generic, TypeAlias, TypeVar, cast

from thresher.kernel.probe import Probe, Search

C = TypeVar("C")
T = TypeVar("T")

Repeatable: TypeAlias = Search[C, T] | Callable[[], Search[C, T]]
"""A search, or a function that starts it: each time, the same answers lead to the same questions."""


class Replay(Generic[C, T]):
    """One search, the answers it was sent so far, and its position in the current stream."""

    def __init__(self, search: Repeatable[C, T]) -> None:
        self._begin = search if callable(search) else None
        self.answers: list[tuple[Probe[C] | None, int]] = []
        self.pulled = 0
        self.over = False
        self._start(search() if callable(search) else search)

    @property
    def repeatable(self) -> bool:
        """Whether it can be rewound."""
        return self._begin is not None

    @property
    def result(self) -> T:
        """The result; only once the search is over."""
        assert self.over
        return cast("T", self._result)

    def step(self) -> Probe[C] | None:
        """The next probe of the stream; None when the stream is exhausted or the search is over."""
        if self.over:
            return None
        probe = next(self._stream, None)
        self.pulled += probe is not None
        return probe

    def send(self, answer: Probe[C] | None) -> None:
        """Sends the answer to the current stream: its first hit, or None after the stream is exhausted."""
        self.answers.append((answer, self.pulled))
        self._advance(lambda: iter(self._search.send(answer)))

    def rewind_to(self, answers: int, pulled: int = 0) -> None:
        """Rewinds to the state after this many answers, with at least `pulled` probes of the next stream pulled."""
        if answers == len(self.answers) and pulled <= self.pulled:
            return
        assert self._begin is not None
        self._search.close()
        self._start(self._begin())
        self._repeat(self.answers[:answers], pulled)

    def follow(self, other: Replay[C, T], answers: int, pulled: int) -> None:
        """Sends a search that has just begun the first answers that another one was sent."""
        self._repeat(other.answers[:answers], pulled)

    def _repeat(self, earlier: list[tuple[Probe[C] | None, int]], pulled: int) -> None:
        self.answers = []
        for answer, before in earlier:
            self._skip(before, exhausted=answer is None)
            self.send(answer)
        self._skip(pulled)

    def _skip(self, count: int, *, exhausted: bool = False) -> None:
        """Pulls the probes pulled before, and an exhausted stream to its very end, since a search may notice that."""
        deque(islice(self._stream, None if exhausted else count), maxlen=0)
        self.pulled = count

    def _start(self, search: Search[C, T]) -> None:
        self._search = search
        self._advance(lambda: iter(next(search)))

    def _advance(self, resumed: Callable[[], Iterator[Probe[C]]]) -> None:
        self.pulled, self.over = 0, False
        self._stream: Iterator[Probe[C]] = iter(())
        self._result: T | None = None
        try:
            self._stream = resumed()
        except StopIteration as stop:
            self.over, self._result = True, stop.value
