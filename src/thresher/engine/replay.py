"""A search on its way, which may be told an answer before anybody is sure of it, and be taken back if that was wrong.

A generator cannot go back. But a search is pure: begun anew and told the same answers, it asks the same questions. So
whoever can begin it again can let it run ahead on what is likely.
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
"""A search, or better: what begins it, as often as wanted, with the same questions after the same answers."""


class Replay(Generic[C, T]):
    """One search, the answers it was told so far, and where it is in its present stream."""

    def __init__(self, search: Repeatable[C, T]) -> None:
        self._begin = search if callable(search) else None
        self.answers: list[tuple[Probe[C] | None, int]] = []
        self.pulled = 0
        self.over = False
        self._start(search() if callable(search) else search)

    @property
    def repeatable(self) -> bool:
        """Whether it can be taken back."""
        return self._begin is not None

    @property
    def result(self) -> T:
        """Once it is over."""
        assert self.over
        return cast("T", self._result)

    def step(self) -> Probe[C] | None:
        """The next probe of the stream; None when it has run dry, or when the search is over."""
        if self.over:
            return None
        probe = next(self._stream, None)
        self.pulled += probe is not None
        return probe

    def tell(self, answer: Probe[C] | None) -> None:
        """The answer to the present stream: its first hit, or None after it has run dry."""
        self.answers.append((answer, self.pulled))
        self._advance(lambda: iter(self._search.send(answer)))

    def back_to(self, answers: int, pulled: int = 0) -> None:
        """To where it was after so many answers; at least so many probes of the stream behind them were pulled."""
        if answers == len(self.answers) and pulled <= self.pulled:
            return
        assert self._begin is not None
        told, self.answers = self.answers[:answers], []
        self._search.close()
        self._start(self._begin())
        for answer, before in told:
            self._skip(before, dry=answer is None)
            self.tell(answer)
        self._skip(pulled)

    def _skip(self, count: int, *, dry: bool = False) -> None:
        """Pulls what was pulled before, to the very end of a stream that ran dry: a search may take note of it."""
        deque(islice(self._stream, None if dry else count), maxlen=0)
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
