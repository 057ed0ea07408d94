"""The process of an external reducer: started when it is needed, alive between requests, and gone at the end.

It runs in a directory and a process group of its own. Two threads read and write, so that neither a reducer that does
not read nor one that says nothing can block the search.
"""

from __future__ import annotations

import os
import queue
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import mkdtemp

from thresher.engine.external.protocol import LONGEST_LINE, FromReducer, ToReducer, encoded, from_reducer
from thresher.errors import OracleBroken
from thresher.oracle.running.handle import kill_group
from thresher.oracle.running.orphans import MARKER
from thresher.oracle.running.process import STARTED

PARALLELISM = "SHRINKRAY_REDUCER_PARALLELISM"
AT_ONCE = 4  # candidates that a reducer may suggest before it is answered; the same for any number of jobs
MOST_WAITING = 256  # messages that are read ahead
PATIENCE = 2.0  # seconds for a process whose input was closed
LAST_WORDS = 500  # bytes


class ReducerProcess:
    """One process. `place` is a directory that is removed with everything in it when the session ends."""

    def __init__(self, command: Sequence[str], place: Path) -> None:
        folder = Path(mkdtemp(prefix="reducer-", dir=place))
        self._log = folder / "stderr"
        environment = {**os.environ, PARALLELISM: str(AT_ONCE), MARKER: str(folder), "PWD": str(folder)}
        with self._log.open("wb") as log:
            try:
                self._process = subprocess.Popen(
                    list(command),
                    cwd=folder,
                    env=environment,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=log,
                    start_new_session=True,
                )
            except OSError as error:
                raise OracleBroken(f"cannot run the reducer {command[0]}: {error.strerror}") from error
        STARTED.add(self._process.pid)
        self._said: queue.Queue[FromReducer | None] = queue.Queue(MOST_WAITING)
        self._unsent: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._threads = [threading.Thread(target=each, daemon=True) for each in (self._read, self._write)]
        for thread in self._threads:
            thread.start()

    def send(self, message: ToReducer) -> None:
        """Sends a message as soon as the reducer reads it."""
        self._unsent.put(encoded(message))

    def receive(self, seconds: float) -> FromReducer | None:
        """The next message; None at the end of its output, queue.Empty if there is none within that time."""
        message = self._said.get(timeout=seconds) if seconds > 0 else self._said.get_nowait()
        if message is None:
            self._said.put(None)  # for whoever asks again
        return message

    @property
    def last_words(self) -> str:
        """The last line that it printed as an error."""
        with suppress(OSError):
            lines = self._log.read_bytes()[-LAST_WORDS:].decode(errors="replace").strip().splitlines()
            return lines[-1] if lines else ""
        return ""

    def close(self) -> None:
        """Asks it to end by closing its input, then kills whatever is left of its group."""
        self._unsent.put(None)
        deadline = time.monotonic() + PATIENCE
        while not self._has_ended() and time.monotonic() < deadline:
            time.sleep(0.01)
        self.kill()

    def _has_ended(self) -> bool:
        """Whether it is a zombie; it stays one, so that its number still is that of its group."""
        return os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None

    def kill(self) -> None:
        """Kills the process and its group."""
        kill_group(self._process.pid)
        self._process.wait()
        STARTED.discard(self._process.pid)
        self._unsent.put(None)
        with suppress(queue.Empty):
            while True:
                self._said.get_nowait()
        for thread in self._threads:
            thread.join(PATIENCE)
        if self._process.stdout is not None:
            self._process.stdout.close()

    def _read(self) -> None:
        try:
            for line in self._lines():
                message = from_reducer(line)
                if message is not None:
                    self._said.put(message)
        finally:
            self._said.put(None)

    def _lines(self) -> Iterator[bytes]:
        """What the reducer prints, until it ends or its pipe is closed."""
        assert self._process.stdout is not None
        with suppress(OSError, ValueError):  # ValueError: closed by another thread
            while line := self._process.stdout.readline(LONGEST_LINE):
                yield line

    def _write(self) -> None:
        pipe = self._process.stdin
        assert pipe is not None
        with suppress(OSError, ValueError):
            while (data := self._unsent.get()) is not None:
                pipe.write(data)
                pipe.flush()
        with suppress(OSError):
            pipe.close()
