"""The best result of a session that only explains it."""

from __future__ import annotations

from thresher.engine.record.best_result import Improvement, SmallestContent
from thresher.kernel.outcome import Outcome


class ExplainedResult:
    """The result of a finished reduction, which no answer changes and nothing is written for."""

    def __init__(self, original: bytes) -> None:
        self._reduced = SmallestContent(original)

    @property
    def original(self) -> bytes:
        return self._reduced.original

    @property
    def content(self) -> bytes:
        return self._reduced.content

    @property
    def size(self) -> int:
        return self._reduced.size

    @property
    def original_size(self) -> int:
        return self._reduced.original_size

    def resumed(self, content: bytes) -> Improvement | None:
        """The content that the reduction has found."""
        return self._reduced.resumed(content)

    def offered(self, content: bytes, wants: Outcome) -> Improvement | None:
        """Nothing: a content that fails as well is not a new result."""
        return None

    def accept(self, content: bytes, wants: Outcome) -> None:
        self._reduced.accept(content, wants)
