"""Drives the searches of stages, whose candidates are whole contents or the content of one part."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TypeVar

from thresher.engine.ahead.run_ahead import RunAhead
from thresher.engine.clang.process import ClangWorker
from thresher.engine.control import Skipped
from thresher.engine.driver import Driver
from thresher.engine.errors_before_test import Checkers
from thresher.engine.external.reducer import ExternalReducers
from thresher.engine.record.best_result import SmallestContent
from thresher.engine.record.record import Record
from thresher.engine.replay import Repeatable
from thresher.kernel.events import StageStarted

C = TypeVar("C")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class StageDriver:
    """A driver with its record. `embed` puts what a search renders into its place before the oracle sees it.

    `after_hit` is called after each hit. `skipped` collects the names of the stages that the user skipped.
    `reducers` are those of others, in a session that may run programs. `checkers` say which errors a candidate has.
    """

    driver: Driver[bytes]
    record: Record
    result: SmallestContent
    after_hit: Callable[[], None]
    skipped: dict[str, None]
    embed: Callable[[bytes], bytes] | None = None
    reducers: ExternalReducers | None = None
    checkers: Checkers = field(default_factory=lambda: Checkers(ClangWorker()))

    def check(self) -> None:
        """Raises if the session is to stop, or the user skips the stage."""
        self.record.before()
        if self.record.stops.control is not None:
            self.record.stops.control.check()

    def inside(self, embed: Callable[[bytes], bytes]) -> StageDriver:
        """The driver for the content of one part of this content."""
        outer = self.embed
        return replace(self, embed=embed if outer is None else lambda content: outer(embed(content)))

    def lighter(self, content: bytes) -> bytes | None:
        """The best whole content so far, if it is better than this one."""
        return self.result.content if self.embed is None and self.result.beats(content) else None

    @property
    def ahead(self) -> RunAhead[bytes]:
        """What is not certain yet."""
        return self.driver.ahead

    def phase(self, name: str, search: Callable[[], bytes], current: bytes) -> bytes:
        """Runs a search that the user may skip: then returns the best whole content so far, or `current`."""
        control = self.record.stops.control
        if control is None:
            return search()
        try:
            with control.phase():
                return search()
        except Skipped:
            self.ahead.settle()
            self.skipped[name] = None
            self.record.note(f"skipped: {name}")
            return self.lighter(current) or current

    def started(self, format: str, algorithm: str, units: int, *, confirms: bool = False) -> None:
        """Reports that a search starts, once it is certain that it does."""
        self.ahead.then(lambda: self.record.emit(StageStarted(self.record.elapsed, format, algorithm, units, confirms)))

    def note(self, message: str) -> None:
        """Tells the user once, when it is certain."""
        self.ahead.then(lambda: self._note_once(message))

    def _note_once(self, message: str) -> None:
        if message not in self.record.statistics.notes:
            self.record.note(message)

    def drive(
        self,
        search: Repeatable[C, T],
        render: Callable[[C], bytes],
        *,
        narrow: Callable[[C, int], C] | None = None,
        ahead: bool = False,
    ) -> T:
        """Runs a search and returns its result; `ahead`, perhaps before it is certain."""
        embed = self.embed
        whole = render if embed is None else lambda candidate: embed(render(candidate))
        return self.driver.drive(search, whole, narrow=narrow, after_hit=self.after_hit, ahead=ahead)
