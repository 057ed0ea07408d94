"""A Python function as the oracle."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Generic, TypeVar

from thresher.kernel.outcome import Outcome, Verdict
from thresher.oracle.answer import Answer
from thresher.oracle.running.process import Running

Content = TypeVar("Content")
Test = Callable[[Content], Outcome | bool | Verdict]


class CallOracle(Generic[Content]):
    """Asks a function that returns an Outcome, a Verdict, or True where the failure shows.

    An exception of the function is the caller's to see: it is never counted as an outcome.
    """

    def __init__(self, test: Test[Content]) -> None:
        self._test = test

    def __call__(self, content: Callable[[], Content], running: Running) -> Answer:
        begun = time.monotonic()
        said = self._test(content())
        verdict = said if isinstance(said, Verdict) else Verdict(Outcome.of(said))
        return Answer(verdict, time.monotonic() - begun)
