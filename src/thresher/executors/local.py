"""Runs calls in this process: at once in the caller's thread, or in threads.

Threads are enough, since a test mostly waits for another process.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from threading import Event
from typing import ParamSpec, Protocol, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class PreparedRun(Protocol):
    """A handle on a run: `prepared` is set once its content is no longer needed; `on_cancel` is how to cancel it."""

    prepared: Event

    def on_cancel(self, cancel: Callable[[], object]) -> None: ...


class LocalExecutor(ThreadPoolExecutor):
    """Runs calls in threads, one per job."""

    def __init__(self, jobs: int) -> None:
        super().__init__(max_workers=jobs, thread_name_prefix="thresher")


class SerialExecutor(Executor):
    """Runs each call at once: the future is done when `submit` returns.

    Interrupts reach the caller; other exceptions are stored in the future.
    """

    def submit(self, call: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        try:
            future.set_result(call(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - an executor hands every error to whoever asks for the result
            future.set_exception(error)
        return future
