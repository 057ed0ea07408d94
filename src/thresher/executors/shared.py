"""Runs calls in threads that ask an usher for a place first, since other processes run tests as well."""

from __future__ import annotations

import socket
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from typing import Any, ParamSpec, Protocol, TypeVar, cast

from thresher.errors import OracleBroken
from thresher.executors.local import LocalExecutor

P = ParamSpec("P")
T = TypeVar("T")


class _Handle(Protocol):
    def on_cancel(self, cancel: Callable[[], object]) -> None: ...


class SharedExecutor(LocalExecutor):
    """Calls have the form `call(content, handle)`; cancelling reaches one that still waits for its place."""

    def __init__(self, jobs: int, pool: str) -> None:
        super().__init__(jobs)
        self._pool = pool

    def submit(self, call: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        return super().submit(cast("Callable[..., T]", self._permitted), call, args[-1], args)

    def _permitted(self, call: Callable[..., T], handle: _Handle, arguments: tuple[Any, ...]) -> T:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as place:
            try:
                place.connect(self._pool)
                handle.on_cancel(lambda: _leave(place))
                seated = place.recv(1)
            except OSError as error:
                raise OracleBroken("the batch that this reduction belongs to has ended") from error
            if not seated:
                raise CancelledError
            return call(*arguments)


def _leave(place: socket.socket) -> None:
    try:
        place.shutdown(socket.SHUT_RDWR)
    except OSError:  # it has left already
        return
