"""Waits for a process to end, reading what it prints, unless a limit comes first."""

from __future__ import annotations

import os
import select
import time
from collections.abc import Callable

from thresher.oracle.running.capture import Capture
from thresher.oracle.running.deadline import Deadline, Starvation
from thresher.oracle.running.limits import Limits

FIRST_LOOK, LOOK_EVERY = 0.1, 0.25  # seconds until memory is looked at, and between looks


def wait(
    pid: int,
    streams: list[Capture],
    limits: Limits,
    begun: float,
    held: Callable[[], int],
    *,
    asking: int | None = None,
) -> str | None:
    """Reads the output until the process has ended; says which limit stopped it, if one did.

    `held` tells how many bytes of memory the run holds. `asking` is the descriptor of whoever waits for the answer; if
    something comes from there, or it is closed, nobody waits any more, which is an EOFError.
    """
    ended = os.pidfd_open(pid)
    try:
        poll = select.poll()
        open_streams = {stream.descriptor: stream for stream in streams}
        for descriptor in (ended, *open_streams, *(() if asking is None else (asking,))):
            poll.register(descriptor, select.POLLIN)
        look = None if limits.memory is None else begun + FIRST_LOOK
        deadline = Deadline(begun, limits.seconds, Starvation(pid))
        while True:
            ready = {descriptor for descriptor, _ in poll.poll(_patience(deadline.moment, look))}
            if asking in ready:
                raise EOFError("nobody waits for the answer any more")
            for descriptor in ready & open_streams.keys():
                if not open_streams[descriptor].read():
                    poll.unregister(open_streams.pop(descriptor).descriptor)
            if ended in ready:
                for stream in open_streams.values():
                    stream.drain()
                return None
            now = time.monotonic()
            if deadline.passed(now):
                return "time"
            if limits.memory is not None and look is not None and now >= look:
                look = now + LOOK_EVERY
                if held() > limits.memory:
                    return "memory"
    finally:
        os.close(ended)


def _patience(*moments: float | None) -> float | None:
    """Milliseconds until something must be checked; None waits for events alone."""
    known = [moment for moment in moments if moment is not None]
    return max(0.0, (min(known) - time.monotonic()) * 1000 + 1) if known else None
