"""The cache of one call of a function of the public interface: verdicts, while it lasts."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, cast

from thresher.engine.questions import Question
from thresher.kernel.outcome import Outcome, Verdict
from thresher.kernel.selection import Selection
from thresher.oracle.answer import Answer
from thresher.structures.prefixes import Prefixes, numbered
from thresher.structures.unit_keys import ContentKeys, all_different

TEXTS = (str, bytes, bytearray)  # long, with few different units


@dataclass(frozen=True, slots=True)
class Kept:
    """Units as the test sees them, and which they are: a configuration, in the papers' word."""

    units: Any
    kept: Selection

    def __len__(self) -> int:
        return len(self.units)


class CallMemory:
    """The cache of one call: verdicts by content, and whether anything failed.

    `units` are those that are selected from, if they are. Where no two of them are equal, a selection has a content of
    its own and stands for it, since that is cheaper to compare.
    """

    def __init__(self, *, cache: bool, units: Sequence[Any] | None = None) -> None:
        self._cache = cache
        by_selection = not cache or (units is not None and not isinstance(units, TEXTS) and all_different(units))
        self._content_keys = None if by_selection else ContentKeys()
        self._verdicts: dict[Hashable, Verdict] = {}
        self.failed = False

    def key(self, content: Kept) -> Hashable:
        return content.kept if self._content_keys is None else self._content_keys.of(content.units)

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


class StepCallMemory(CallMemory):
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
