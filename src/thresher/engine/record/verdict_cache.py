"""The cache of verdicts, folded from the events of all runs of a session."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from typing import Protocol

from thresher.engine.questions import digest
from thresher.kernel.events import Event, Flaky, Learned, Purpose, Tested
from thresher.kernel.outcome import Outcome, Verdict

EMPTY = Verdict(Outcome.UNRESOLVED, "empty")


class Inference(Protocol):
    """Answers questions from the answers to others."""

    def open(self, key: Hashable, content: bytes) -> None:
        """A question may be asked."""

    def infer(self, key: Hashable) -> Verdict | None:
        """The verdict for an open question, if others decide it."""

    def infer_content(self, content: bytes) -> Verdict | None:
        """The verdict for any content, if others decide it."""

    def learn(self, key: Hashable, verdict: Verdict) -> None:
        """An open question has been answered."""

    def forget(self) -> None:
        """Verdicts are not certain to be the same again."""


class VerdictCache:
    """Verdicts by the digest of the content, and what they are about.

    A verdict once learned is never asked for again, and the empty content is never taken for a result. `learned` is
    the target failure, `flaky` says how often it shows, and `checks` counts the runs of a content outside any search.
    """

    def __init__(self, inference: Inference | None = None) -> None:
        self.learned: Learned | None = None
        self.flaky: Flaky | None = None
        self.checks: Counter[tuple[str, Outcome]] = Counter()
        self._verdicts: dict[Hashable, Verdict] = {}
        self._inference = inference
        self._empty = digest(b"")

    def learn(self, event: Event) -> None:
        """Takes an event into account, of this run or of an earlier one."""
        match event:
            case Tested():
                self._verdicts[event.digest] = Verdict(event.outcome, event.reason, event.used)
                if event.purpose is Purpose.CHECK:
                    self.checks[event.digest, event.outcome] += 1
            case Learned():
                self.learned = event
            case Flaky():
                self._verdicts.clear()
                self.flaky = event
                if self._inference is not None:
                    self._inference.forget()

    def key(self, content: bytes) -> str:
        key = digest(content)
        if self._inference is not None:
            self._inference.open(key, content)
        return key

    def recall(self, key: Hashable) -> Verdict | None:
        """The verdict for a question; EMPTY for the empty content unless the program passes on it."""
        verdict = self._verdicts.get(key)
        if key == self._empty and (verdict is None or verdict.outcome is Outcome.FAIL):
            verdict = EMPTY
        if self._inference is None:
            return verdict
        if verdict is None:
            return self._inference.infer(key)
        self._inference.learn(key, verdict)  # it may be from an earlier run
        return verdict

    def answered(self, key: Hashable, verdict: Verdict) -> None:
        """A test was run, and its event has been learned."""
        if self._inference is not None:
            self._inference.learn(key, verdict)

    def known(self, content: bytes) -> Verdict | None:
        """The verdict for a content, whether or not it is a question of the search."""
        verdict = self._verdicts.get(digest(content))
        if self._inference is None:
            return verdict
        if verdict is None:
            return self._inference.infer_content(content)
        self._inference.learn(self.key(content), verdict)  # it may be from an earlier run
        return verdict

    def failed(self, content: bytes, *, success: bool) -> bool:
        """Whether a content failed. A saved `success` did, even if damage took its line from the journal."""
        verdict = self._verdicts.get(digest(content))
        return (success and self.flaky is None) if verdict is None else verdict.outcome is Outcome.FAIL
