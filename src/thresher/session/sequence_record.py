"""A record for event logs that are executed step by step: what one run tells of others costs no test."""

from __future__ import annotations

from collections.abc import Hashable
from pathlib import Path

from thresher.engine.questions import Question
from thresher.engine.stop_conditions import StopConditions
from thresher.formats.events.events import read_step, spans_of
from thresher.formats.events.layout import Broken
from thresher.kernel.events import Cached, Event, Flaky
from thresher.kernel.outcome import Verdict
from thresher.oracle.answer import Answer
from thresher.session.folder.store import Store
from thresher.session.record import Record
from thresher.structures.prefixes import Prefixes


class SequenceRecord(Record):
    """Also answers for prefixes of what passed, and for what begins as something did that got stuck.

    Without `passing` only the latter: where the failure is what is seen in the end, a prefix may show it.
    Steps are equal if they do the same, whatever is written about state, task, place and time.
    """

    def __init__(
        self,
        data: bytes,
        *,
        name: str,
        output: Path | None = None,
        store: Store | None = None,
        stops: StopConditions | None = None,
        passing: bool = True,
    ) -> None:
        self._prefixes = Prefixes(passing=passing)
        self._texts: dict[str, int] = {}
        self._numbers: dict[bytes, int] = {}
        self._open: dict[Hashable, tuple[int, ...]] = {}  # the steps of what is being asked
        super().__init__(data, name=name, output=output, store=store, stops=stops)

    def key(self, content: bytes) -> str:
        key = super().key(content)
        self._open[key] = self._steps(content)
        return key

    def recall(self, key: Hashable) -> Verdict | None:
        known = super().recall(key)
        if known is not None:
            self._prefixes.learn(self._open.pop(key), known)  # it may be from an earlier sitting
            return known
        inferred = self._prefixes.recall(self._open[key])
        if inferred is not None:
            del self._open[key]
            self.emit(Cached(self.elapsed, inferred.outcome))
        return inferred

    def known(self, content: bytes) -> Verdict | None:
        known = super().known(content)
        if known is not None:
            return known
        try:
            steps = self._steps(content)
        except Broken:  # what is no log was never asked
            return None
        return self._prefixes.recall(steps)

    def answered(self, asked: Question[bytes], answer: Answer) -> None:
        super().answered(asked, answer)
        steps = self._open.pop(asked.key, None)
        if steps is not None:
            self._prefixes.learn(steps, answer.verdict)

    def _learn(self, event: Event) -> None:
        super()._learn(event)
        if isinstance(event, Flaky):
            self._prefixes.forget()

    def _steps(self, content: bytes) -> tuple[int, ...]:
        return tuple(self._number(content[start:stop]) for start, stop in spans_of(content))

    def _number(self, raw: bytes) -> int:
        number = self._numbers.get(raw)
        if number is None:
            text = read_step(raw).text
            number = self._numbers[raw] = self._texts.setdefault(text, len(self._texts))
        return number
