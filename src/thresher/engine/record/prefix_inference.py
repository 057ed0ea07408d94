"""Verdicts for event logs that are executed step by step: one run answers for others at no cost."""

from __future__ import annotations

from collections.abc import Hashable

from thresher.formats.events.events import read_step, spans_of
from thresher.formats.events.layout import Broken
from thresher.kernel.outcome import Verdict
from thresher.structures.prefixes import Prefixes


class PrefixInference:
    """Answers for prefixes of logs that passed, and for logs that begin as one that got stuck.

    Without `passing` only the latter: where the failure is the state at the end, a prefix may show it.
    Steps are equal if they do the same, whatever the log says about state, task, place and time.
    """

    def __init__(self, *, passing: bool = True) -> None:
        self._prefixes = Prefixes(passing=passing)
        self._texts: dict[str, int] = {}
        self._numbers: dict[bytes, int] = {}
        self._open: dict[Hashable, tuple[int, ...]] = {}  # the steps of open questions

    def open(self, key: Hashable, content: bytes) -> None:
        self._open[key] = self._steps(content)

    def infer(self, key: Hashable) -> Verdict | None:
        verdict = self._prefixes.recall(self._open[key])
        if verdict is not None:
            del self._open[key]
        return verdict

    def infer_content(self, content: bytes) -> Verdict | None:
        try:
            return self._prefixes.recall(self._steps(content))
        except Broken:  # only logs are asked about
            return None

    def learn(self, key: Hashable, verdict: Verdict) -> None:
        steps = self._open.pop(key, None)
        if steps is not None:
            self._prefixes.learn(steps, verdict)

    def forget(self) -> None:
        self._prefixes.forget()

    def _steps(self, content: bytes) -> tuple[int, ...]:
        return tuple(self._number(content[start:stop]) for start, stop in spans_of(content))

    def _number(self, raw: bytes) -> int:
        number = self._numbers.get(raw)
        if number is None:
            text = read_step(raw).text
            number = self._numbers[raw] = self._texts.setdefault(text, len(self._texts))
        return number
