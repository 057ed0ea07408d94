"""Runs tests in threads, and writes how many there were."""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any


class LoggedExecutor(ThreadPoolExecutor):
    """Tests may end in any order; thresher takes the earliest success, not the fastest."""

    started = 0

    def submit(self, call: Callable[..., Any], /, *arguments: Any, **options: Any) -> Future[Any]:
        self.started += 1
        return super().submit(call, *arguments, **options)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        super().shutdown(wait, cancel_futures=cancel_futures)
        print(f"{self.started} tests were started", file=sys.stderr)


def logged_executor(jobs: int) -> Executor:
    """An executor for this many tests at a time."""
    return LoggedExecutor(jobs)
