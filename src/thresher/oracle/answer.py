"""The interface of oracles: the answer for one candidate, and the simplest oracle, a Python function."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from thresher.kernel.outcome import Outcome, TestResult, Verdict
from thresher.oracle.running.handle import RunHandle

Content = TypeVar("Content")


@dataclass(frozen=True, slots=True)
class NonTargetFailure:
    """A failure that is not the target: a `bug` is saved with its input, an ordinary error message is counted only."""

    name: str
    bug: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """A verdict, its cost, and the other failure that occurred instead of the target, if any.

    `runs` is how often the program was run for it, 0 for a candidate that does not meet the requirements. `message` is
    the program's output about the target or the other failure, for the file that is saved with it. `stopped_early`
    says that a run was stopped sooner than the first run would have been, so that more time might change the verdict.
    """

    verdict: Verdict
    seconds: float = 0.0
    runs: int = 1
    other_failure: NonTargetFailure | None = None
    message: bytes = b""
    stopped_early: bool = False


Oracle: TypeAlias = Callable[[Callable[[], Content], RunHandle], Answer]
"""Answers for one content, which it renders itself, so that a hundred waiting questions keep no content in memory."""


class CallOracle(Generic[Content]):
    """Asks a function that returns an Outcome, a Verdict, or True if the failure occurs.

    An exception of the function reaches the caller: it is never counted as an outcome.
    """

    def __init__(self, test: Callable[[Content], TestResult]) -> None:
        self._test = test

    def __call__(self, content: Callable[[], Content], running: RunHandle) -> Answer:
        begun = time.monotonic()
        result = self._test(content())
        verdict = result if isinstance(result, Verdict) else Verdict(Outcome.of(result))
        return Answer(verdict, time.monotonic() - begun)
