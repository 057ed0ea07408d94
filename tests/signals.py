"""Signals as a program finds them that is started from a terminal, whoever started the tests."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

USUAL: dict[signal.Signals, Callable[[int, FrameType | None], object] | signal.Handlers] = {
    signal.SIGINT: signal.default_int_handler,
    signal.SIGTERM: signal.SIG_DFL,
    signal.SIGHUP: signal.SIG_DFL,
}


@contextmanager
def default_signals() -> Iterator[None]:
    """Signals do what they usually do, in this process and in those it starts. Only for the main thread.

    A background job of a script ignores SIGINT, whatever runs under nohup ignores SIGHUP, and processes inherit that.
    Only around tests that send signals, so that `nohup make test` continues when its terminal is closed.
    """
    before = {number: signal.signal(number, handler) for number, handler in USUAL.items()}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
