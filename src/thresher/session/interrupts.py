"""Signals that end a session early: the best result is kept, as after Ctrl-C."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

Handler = Callable[[int, FrameType | None], object]


@contextmanager
def handled_by(handler: Handler, *numbers: signal.Signals) -> Iterator[None]:
    """Calls `handler` for these signals; the handlers from before are back at the end.

    A signal that is ignored stays ignored, as with make and every shell: `nohup thresher ...` outlives its terminal,
    and the SIGINT that a script's background jobs ignore does not stop it. Does nothing outside of the main thread,
    the only one that can handle signals.
    """
    before = {}
    if threading.current_thread() is threading.main_thread():
        wanted = [number for number in numbers if signal.getsignal(number) is not signal.SIG_IGN]
        before = {number: signal.signal(number, handler) for number in wanted}
    try:
        yield
    finally:
        for number, previous in before.items():
            signal.signal(number, previous)
