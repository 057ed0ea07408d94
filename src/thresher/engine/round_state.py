"""How far the rounds of a plan are: plain data, copied to be able to go back."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace

from thresher.algorithms.fatal_errors import ErrorEvidence
from thresher.plan.patience import Patience
from thresher.plan.stages import Stage


@dataclass(frozen=True, slots=True)
class StageHistory:
    """The content that each stage of a plan left last time, and the stages that certify nothing and found nothing then.

    Also the stages that were visited after the last removal by a stage that certifies something.
    For a container, also the histories of its parts, by kind, name and number among the parts of the same name.
    What is known of the errors of candidates is by language.
    """

    left: dict[Stage, bytes] = field(default_factory=dict)
    unproductive: set[Stage] = field(default_factory=set)
    visited_since_removal: set[Stage] = field(default_factory=set)
    patience: Patience = field(default_factory=Patience)
    parts: dict[tuple[str, str, int], StageHistory] = field(default_factory=dict)
    errors: dict[str, ErrorEvidence] = field(default_factory=dict)

    def copy(self) -> StageHistory:
        """The same, not changed with this one."""
        return StageHistory(
            self.left.copy(),
            self.unproductive.copy(),
            self.visited_since_removal.copy(),
            self.patience.copy(),
            {key: part.copy() for key, part in self.parts.items()},
            self.errors.copy(),
        )


@dataclass(slots=True)
class RoundState:
    """How far the rounds are: the `current` content, and the visits `to_do` in this round, which began with `before`.

    After a round that changed nothing, stages prove that each unit is needed. `settled` has the contents on which
    stages have ended, `tried` those taken over from elsewhere, `begun` how often rounds began with a content.
    """

    current: bytes
    history: StageHistory
    before: bytes | None = None
    to_do: tuple[Stage, ...] = ()
    proving: bool = False
    settled: dict[Stage, bytes] = field(default_factory=dict)
    tried: tuple[bytes, ...] = ()
    begun: Counter[int] = field(default_factory=Counter)
    minimal_in_characters: bytes = b""

    def copy(self) -> RoundState:
        """The same, not changed with this one."""
        return replace(self, history=self.history.copy(), settled=self.settled.copy(), begun=self.begun.copy())
