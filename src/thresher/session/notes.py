"""What is remembered during one call of a function of the public interface: verdicts, while it lasts."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, cast

from thresher.kernel.outcome import Outcome, Verdict
from thresher.kernel.selection import Selection
from thresher.oracle.answer import Answer
from thresher.session.question import Question
from thresher.structures.prefixes import Prefixes, numbered


@dataclass(frozen=True, slots=True)
class Kept:
    """Units as the test sees them, and which they are: a configuration, in the papers' word."""

    units: Any
    kept: Selection

    def __len__(self) -> int:
        return len(self.units)


class Notes:
    """The memory of one call: verdicts by configuration, and whether anything failed."""

    def __init__(self, *, cache: bool) -> None:
        self._cache = cache
        self._verdicts: dict[Hashable, Verdict] = {}
        self.failed = False

    def key(self, content: Kept) -> Hashable:
        return content.kept

    def recall(self, key: Hashable) -> Verdict | None:
        return self._verdicts.get(key)

    def before(self) -> None:
        """Nothing stops a call but its end."""

    def room(self, pending: int) -> bool:
        return True

    def certain(self, key: Hashable) -> None:
        """Not counted."""

    def asking(self, asked: Question[Kept]) -> None:
        """Nobody watches."""

    def answered(self, asked: Question[Kept], answer: Answer) -> None:
        self.failed |= answer.verdict.outcome is Outcome.FAIL
        if self._cache:
            self._verdicts[asked.key] = answer.verdict

    def hit(self, content: Kept, wants: Outcome, label: str) -> None:
        """The result is all that a caller sees."""

    def cancelled(self) -> None:
        """Not counted."""


class StepNotes(Notes):
    """Knows more where units are steps that are executed one after the other: what a run tells of its prefixes."""

    def __init__(self, units: Sequence[object]) -> None:
        super().__init__(cache=True)
        self._numbers = numbered(units)
        self._prefixes = Prefixes()

    def key(self, content: Kept) -> Hashable:
        return tuple(self._numbers[unit] for unit in content.kept)

    def recall(self, key: Hashable) -> Verdict | None:
        return super().recall(key) or self._prefixes.recall(cast("tuple[int, ...]", key))

    def answered(self, asked: Question[Kept], answer: Answer) -> None:
        super().answered(asked, answer)
        self._prefixes.learn(cast("tuple[int, ...]", asked.key), answer.verdict)
