"""The best result of an isolation: a passing and a failing content, as close to each other as they have become."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from thresher.engine.record.best_result import Improvement
from thresher.kernel.outcome import Outcome
from thresher.structures.changes.changes import difference_size


@dataclass(frozen=True, slots=True)
class Pair:
    """Where the closest passing and failing contents are written."""

    passing: Path
    failing: Path


class ContentPair:
    """A passing and a failing content; each hit of the search replaces one of them, and both are written."""

    def __init__(self, passing: bytes, failing: bytes, outputs: Pair) -> None:
        self.original = failing
        self.original_size = difference_size(passing, failing)
        self._passing, self._failing, self._outputs = passing, failing, outputs

    @property
    def passing(self) -> bytes:
        return self._passing

    @property
    def failing(self) -> bytes:
        return self._failing

    @property
    def content(self) -> bytes:
        return self._failing

    @property
    def size(self) -> int:
        """The size of the difference between the two contents."""
        return difference_size(self._passing, self._failing)

    @property
    def files(self) -> tuple[tuple[Path, bytes], ...]:
        return self._files(self._passing, self._failing)

    def resumed(self, content: bytes) -> Improvement | None:
        """Nothing: a single content says nothing about the other one, and cached verdicts lead to the pair again."""
        return None

    def offered(self, content: bytes, wants: Outcome) -> Improvement | None:
        passing, failing = self._with(content, wants)
        return Improvement(difference_size(passing, failing), self._files(passing, failing))

    def accept(self, content: bytes, wants: Outcome) -> None:
        self._passing, self._failing = self._with(content, wants)

    def settle(self, passing: bytes, failing: bytes) -> None:
        """Takes the result of a stage of the search, which the next stage begins with."""
        self._passing, self._failing = passing, failing

    def _with(self, content: bytes, wants: Outcome) -> tuple[bytes, bytes]:
        return (self._passing, content) if wants is Outcome.FAIL else (content, self._failing)

    def _files(self, passing: bytes, failing: bytes) -> tuple[tuple[Path, bytes], ...]:
        return (self._outputs.passing, passing), (self._outputs.failing, failing)
