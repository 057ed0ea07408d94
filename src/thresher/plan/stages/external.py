"""The candidates of somebody else's reducer."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import PurePath

from thresher.formats.units.tokens import count_tokens
from thresher.plan.stages.shared import Uncertified
from thresher.plan.workbench import Workbench


@dataclass(frozen=True, slots=True)
class ExternalStage(Uncertified):
    """Tests the candidates of a program that speaks the protocol of external reducers; guarantees nothing."""

    command: tuple[str, ...]
    format: str
    why: str = field(default="", compare=False)

    @property
    def name(self) -> str:
        """To be shown."""
        return f"reducer {PurePath(self.command[-1]).name}"

    @property
    def action(self) -> str:
        """What it does, in a few words."""
        return f"ask the {self.name}"

    def run(self, bench: Workbench, current: bytes, *, again: bool) -> bytes:
        """The smallest of its candidates that fail, or the content as it is."""
        search = bench.external(current, self.command)
        if search is None:
            return current
        bench.started(self.format, self.name, count_tokens(current))
        return bench.drive(search, bytes)
