"""Runs each call at once, in the caller's thread."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class SerialExecutor(Executor):
    """The future is done when `submit` returns. Interrupts reach the caller; other errors wait in the future."""

    def submit(self, call: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        try:
            future.set_result(call(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - an executor hands every error to whoever asks for the result
            future.set_exception(error)
        return future
