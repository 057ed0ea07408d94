"""The best result of a session: what counts as better, and what is written when something better is found.

Nothing here touches the disk. A result only says what would improve it; the record saves that first and has it
accepted afterwards, so that an interrupted write never leaves a best result that is not on disk.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from thresher.kernel import ordering
from thresher.kernel.outcome import Outcome

MOST_HELD = 1 << 23  # a larger best result is read from its file when it is needed


@dataclass(frozen=True, slots=True)
class Improvement:
    """A better result: its size, the files that hold it, and the content to keep among the successes, if any."""

    size: int
    files: tuple[tuple[Path, bytes], ...] = ()
    success: bytes | None = None


class BestResult(Protocol):
    """What a session has found so far."""

    @property
    def original(self) -> bytes:
        """The failing content that the first run began with."""

    @property
    def content(self) -> bytes:
        """The best failing content."""

    @property
    def size(self) -> int:
        """What the search makes smaller."""

    @property
    def original_size(self) -> int:
        """The size that the first run began with."""

    def resumed(self, content: bytes) -> Improvement | None:
        """The improvement that a failing content of an earlier run is, if it is one. Changes nothing."""

    def offered(self, content: bytes, wants: Outcome) -> Improvement | None:
        """The improvement that a hit of the search is, if it is one. Changes nothing."""

    def accept(self, content: bytes, wants: Outcome) -> None:
        """Makes this content part of the best result; its improvement has been saved."""


class SmallestContent:
    """The smallest failing content.

    Of two failing contents the one that measures less is better, then the shorter one, then the one that reads earlier.
    A large content is not held in memory if `reread` can read it from the `output`.
    """

    def __init__(
        self,
        original: bytes,
        *,
        output: Path | None = None,
        reread: Callable[[Path], bytes | None] | None = None,
        measure: Callable[[bytes], int] = len,
    ) -> None:
        self.original = original
        self._output, self._reread, self._measure = output, reread, measure
        self._content: bytes | None = original
        self._measured = measure(original)

    @property
    def content(self) -> bytes:
        if self._content is None and self._reread is not None and self._output is not None:
            return self._reread(self._output) or b""
        return self._content or b""

    @property
    def size(self) -> int:
        return len(self.content)

    @property
    def original_size(self) -> int:
        return len(self.original)

    def resumed(self, content: bytes) -> Improvement | None:
        return self.improvement(content) if self._is_better(content) else None

    def offered(self, content: bytes, wants: Outcome) -> Improvement | None:
        return self.improvement(content) if wants is Outcome.FAIL and self._is_better(content) else None

    def improvement(self, content: bytes) -> Improvement:
        """What to save for this content, whether it is better or not."""
        files = () if self._output is None else ((self._output, content),)
        return Improvement(len(content), files, content)

    def accept(self, content: bytes, wants: Outcome = Outcome.FAIL) -> None:
        large = len(content) > MOST_HELD and self._reread is not None and self._output is not None
        self._content, self._measured = None if large else content, self._measure(content)

    def beats(self, content: bytes) -> bool:
        """Whether the best is better than this content; not for being packed better."""
        measured = self._measure(content)
        if measured != self._measured:
            return self._measured < measured
        return self._measure is len and ordering.size(self.content) < ordering.size(content)

    def _is_better(self, content: bytes) -> bool:
        measured = self._measure(content)
        if measured != self._measured:
            return measured < self._measured
        return ordering.size(content) < ordering.size(self.content)
