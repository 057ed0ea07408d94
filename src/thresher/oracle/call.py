"""A Python function as the oracle."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Generic, TypeVar

from thresher.kernel.outcome import Outcome, TestResult, Verdict
from thresher.oracle.answer import Answer
from thresher.oracle.running.handle import RunHandle

Content = TypeVar("Content")


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
