"""How a search ends: at its end, at a limit, or at a signal. The best result is kept in any case."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

from thresher.engine.record.record import Record
from thresher.errors import Interrupted, Stopped
from thresher.kernel.events import Finished

COMPLETE, INTERRUPTED = "every stage of the search has ended", "interrupted"
Handler = Callable[[int, FrameType | None], object]


@dataclass(frozen=True, slots=True)
class SearchEnd:
    """How a search ended: `complete`, or stopped early by a limit or the user; `why` says so in words."""

    complete: bool
    why: str
    interrupted: bool = False


def until_stopped(search: Callable[[], object], record: Record) -> SearchEnd:
    """Runs a search until it ends, reaches a limit or is interrupted."""
    end = SearchEnd(complete=True, why=COMPLETE)
    try:
        with handled_by(_interrupt, signal.SIGTERM, signal.SIGHUP):
            search()
    except (KeyboardInterrupt, Interrupted):
        end = SearchEnd(complete=False, why=INTERRUPTED, interrupted=True)
    except Stopped as stop:
        end = SearchEnd(complete=False, why=str(stop))
    record.emit(Finished(record.elapsed, end.complete, end.why))
    return end


def _interrupt(number: int, frame: FrameType | None) -> None:
    """SIGTERM and SIGHUP stop a search as Ctrl-C does."""
    raise KeyboardInterrupt


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
