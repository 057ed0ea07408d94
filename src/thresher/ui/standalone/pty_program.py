"""A program in a pseudo-terminal of its own: keys go in, output comes out, and it is known when the program waits.

The program has handled a key when it was woken by it, has read it, all its processes sleep, and for a moment none of
them ran and nothing was printed. The kernel says all this, so the wait depends little on the speed of the program and
on the load of the machine.
"""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from thresher.ui.standalone.processes import family, on_timer, runs_of, sleeps

# A session leader that opens a terminal makes it its own.
START = 'tty=$1; shift; exec "$@" <>"$tty" >&0 2>&0'
MOST_READ = 1 << 16
IGNORED = 0.1  # seconds after which a key that wakes no process was not for the program, as before Enter in a shell
MOST_POLL = 0.02  # seconds between two looks at the processes


class PtyProgram:
    """A running program; `output` gets what it prints. `close` ends it and all processes of its group."""

    def __init__(
        self,
        argv: Sequence[str],
        *,
        directory: str,
        environment: Mapping[str, str],
        rows: int,
        columns: int,
        output: Callable[[bytes], object],
    ) -> None:
        self.master, self._slave = pty.openpty()
        self._output = output
        self.resize(rows, columns)
        command = ["/bin/sh", "-c", START, "sh", os.ttyname(self._slave), *argv]
        self.process = subprocess.Popen(
            command, cwd=directory, env=dict(environment), stdin=subprocess.DEVNULL, start_new_session=True
        )
        self.ended = False
        self._sent_at = -1  # how often the processes had run when the last key was sent
        self.pidfd = os.pidfd_open(self.process.pid)
        self._poll = select.poll()
        self._poll.register(self.master, select.POLLIN)
        self._poll.register(self.pidfd, select.POLLIN)
        os.set_blocking(self.master, False)

    def resize(self, rows: int, columns: int) -> None:
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def send(self, keys: bytes, expired: Callable[[], bool]) -> bool:
        """Types the keys; False if the program does not read them in time."""
        self._sent_at = runs_of(family(self.process.pid))
        while keys:
            try:
                keys = keys[os.write(self.master, keys) :]
            except BlockingIOError:
                self.read(MOST_POLL)
            except OSError:  # the terminal is gone, and so is the program
                return True
            if keys and expired():
                return False
        return True

    def settle(self, quiet: float, expired: Callable[[], bool], shown: Callable[[], bool] = lambda: False) -> bool:
        """Waits until the program has handled its keys; False if that takes until `expired`: it hangs.

        It must have done nothing for `quiet` seconds, unless what is expected is `shown` already.
        """
        begun = active = time.monotonic()
        before = -1
        while not self.ended:
            printed = self.read(min(MOST_POLL, quiet / 2))
            now, runs = time.monotonic(), runs_of(family(self.process.pid))
            if printed or runs != before:
                before, active = runs, now
            woken = runs != self._sent_at or now - begun >= IGNORED
            if not printed and woken and self.waits() and (now - active >= quiet or shown()):
                return True
            if expired():
                return not self.busy()
        return True

    def waits(self) -> bool:
        """Whether the program has read all its keys and all its processes sleep, none of them for a set time."""
        return not self._unread() and all(sleeps(pid) and not on_timer(pid) for pid in family(self.process.pid))

    def busy(self) -> bool:
        """Whether it has keys to read or computes; a program that sleeps for a set time is not busy."""
        return bool(self._unread()) or not all(map(sleeps, family(self.process.pid)))

    def _unread(self) -> int:
        """Keys in the terminal that the program has not read."""
        try:
            return int(struct.unpack("i", fcntl.ioctl(self._slave, termios.FIONREAD, b"\0" * 4))[0])
        except OSError:
            return 0

    def read(self, seconds: float) -> bool:
        """Passes on what the program printed within this time; whether it was anything. Notes its end."""
        ready = {descriptor for descriptor, _ in self._poll.poll(1000 * seconds)}
        printed = self.master in ready and self._drain()
        if self.pidfd in ready and not printed:
            self.ended = True
        return printed

    def _drain(self) -> bool:
        try:
            data = os.read(self.master, MOST_READ)
        except OSError:
            return False
        self._output(data)
        return bool(data)

    def close(self) -> int:
        """Ends the program, if it has not ended; its exit status, negative for a signal."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        for pid in family(self.process.pid)[1:]:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        status = self.process.wait()
        for descriptor in (self.pidfd, self.master, self._slave):
            os.close(descriptor)
        return status
