"""Asks for a search, whether its candidates are whole contents or what stands in one part of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from thresher.engine.control import Skipped
from thresher.engine.driver import Driver
from thresher.engine.replay import Repeatable
from thresher.kernel.events import StageStarted
from thresher.session.record import Record

C = TypeVar("C")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class StageDriver:
    """A driver with its record. What a search renders is put in its place by `embed` before anybody is asked.

    `after_hit` is called after each hit. What the user has enough of is `skipped`, by name.
    """

    driver: Driver[bytes]
    record: Record
    after_hit: Callable[[], None]
    skipped: dict[str, None]
    embed: Callable[[bytes], bytes] | None = None

    def inside(self, embed: Callable[[bytes], bytes]) -> StageDriver:
        """For the content of a part of what this one asks about."""
        outer = self.embed
        return replace(self, embed=embed if outer is None else lambda content: outer(embed(content)))

    def lighter(self, content: bytes) -> bytes | None:
        """The best whole content known, if it is better than this one."""
        return self.record.best if self.embed is None and self.record.best_beats(content) else None

    def phase(self, name: str, search: Callable[[], bytes], current: bytes) -> bytes:
        """What a search finds, unless the user has enough of it: then, of whole contents, what it found so far."""
        control = self.record.control
        if control is None:
            return search()
        try:
            with control.phase():
                return search()
        except Skipped:
            self.skipped[name] = None
            self.record.note(f"skipped: {name}")
            return self.lighter(current) or current

    def started(self, format: str, algorithm: str, units: int, *, confirms: bool = False) -> None:
        """A search begins."""
        self.record.emit(StageStarted(self.record.elapsed, format, algorithm, units, confirms))

    def drive(
        self, search: Repeatable[C, T], render: Callable[[C], bytes], *, narrow: Callable[[C, int], C] | None = None
    ) -> T:
        """The result of a search."""
        embed = self.embed
        whole = render if embed is None else lambda candidate: embed(render(candidate))
        return self.driver.drive(search, whole, narrow=narrow, after_hit=self.after_hit)
