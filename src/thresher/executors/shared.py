"""Runs calls in threads that first wait for a slot, since other processes run tests as well."""

from __future__ import annotations

import socket
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from typing import Any, ParamSpec, TypeVar, cast

from thresher.errors import OracleBroken
from thresher.executors.local import LocalExecutor, PreparedRun

P = ParamSpec("P")
T = TypeVar("T")


class SharedExecutor(LocalExecutor):
    """Calls have the form `call(content, handle)`; cancelling also works while a call waits for its slot."""

    def __init__(self, jobs: int, pool: str) -> None:
        super().__init__(jobs)
        self._pool = pool

    def submit(self, call: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        return super().submit(cast("Callable[..., T]", self._run_in_slot), call, args[-1], args)

    def _run_in_slot(self, call: Callable[..., T], handle: PreparedRun, arguments: tuple[Any, ...]) -> T:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as slot:
            try:
                slot.connect(self._pool)
                handle.on_cancel(lambda: _leave(slot))
                granted = slot.recv(1)
            except OSError as error:
                raise OracleBroken("the batch that this reduction belongs to has ended") from error
            if not granted:
                raise CancelledError
            return call(*arguments)


def _leave(slot: socket.socket) -> None:
    try:
        slot.shutdown(socket.SHUT_RDWR)
    except OSError:  # it is closed already
        return
