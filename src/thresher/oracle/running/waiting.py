"""Waits for a process to end, reading its output, unless a limit is reached first."""

from __future__ import annotations

import os
import select
import time
from collections.abc import Callable

from thresher.oracle.running.capture import Capture
from thresher.oracle.running.deadline import Deadline, Starvation
from thresher.oracle.running.limits import Limits

FIRST_CHECK, CHECK_EVERY = 0.1, 0.25  # seconds before the first check of memory, and between checks


def wait(
    pid: int,
    streams: list[Capture],
    limits: Limits,
    begun: float,
    exceeds: Callable[[int], bool],
    *,
    asking: int | None = None,
) -> str | None:
    """Reads the output until the process has ended; returns the limit that stopped it, if one did.

    `exceeds` says whether the run uses more than so many bytes of memory. `asking` is the descriptor of the client that
    waits for the answer; if something arrives there, or it is closed, the client is gone, which is an EOFError.
    """
    ended = os.pidfd_open(pid)
    try:
        poll = select.poll()
        open_streams = {stream.descriptor: stream for stream in streams}
        for descriptor in (ended, *open_streams, *(() if asking is None else (asking,))):
            poll.register(descriptor, select.POLLIN)
        memory = _MemoryChecks(limits.memory, exceeds, begun)
        deadline = Deadline(begun, limits.seconds, Starvation(pid))
        while True:
            ready = {descriptor for descriptor, _ in poll.poll(_poll_timeout(deadline.moment, memory.next))}
            if asking in ready:
                raise EOFError("the answer is no longer needed")
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
            if memory.fail(now):
                return "memory"
    finally:
        os.close(ended)


class _MemoryChecks:
    """Checks the memory of a run from time to time; `next` is the moment of the next check, None without a limit."""

    def __init__(self, most: int | None, exceeds: Callable[[int], bool], begun: float) -> None:
        self._most, self._exceeds = most, exceeds
        self.next = None if most is None else begun + FIRST_CHECK

    def fail(self, now: float) -> bool:
        """Whether a check is due, and the run uses too much."""
        if self._most is None or self.next is None or now < self.next:
            return False
        self.next = now + CHECK_EVERY
        return self._exceeds(self._most)


def _poll_timeout(*moments: float | None) -> float | None:
    """Milliseconds until something must be checked; None waits for events alone."""
    known = [moment for moment in moments if moment is not None]
    return max(0.0, (min(known) - time.monotonic()) * 1000 + 1) if known else None
