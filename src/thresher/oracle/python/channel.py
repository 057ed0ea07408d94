"""One end of a connection between thresher and a worker of the Python oracle: messages of plain data.

`multiprocessing.connection` would do as well, but what it imports (threading, random) runs code in every forked child,
which takes longer than the fork itself. Both ends run on the same interpreter, so `marshal` is safe to use.
"""

from __future__ import annotations

import marshal
import os
import select
from typing import Any, NamedTuple

LENGTH = 8  # bytes of the length before each message
NOT_CALLED = "not called"  # in a reply: the reason, if the function was not called


class CallPlace(NamedTuple):
    """Where one call runs: the candidate's file, the working directory, and the one for temporary files."""

    candidate: str
    work: str
    temporary: str


class Channel:
    """Sends and receives whole messages through a socket, given by its descriptor."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self._open = True

    def send(self, message: Any) -> None:
        """Writes strings, bytes, numbers or tuples of them; ConnectionError if the other end is closed."""
        data = marshal.dumps(message)
        view = memoryview(len(data).to_bytes(LENGTH, "big") + data)
        while view:
            view = view[os.write(self.descriptor, view) :]

    def receive(self) -> object:
        """Waits for a message; EOFError if the other end is closed first."""
        return marshal.loads(self._read(int.from_bytes(self._read(LENGTH), "big")))

    def poll(self, seconds: float | None) -> bool:
        """Whether something arrives within that time, the end of the connection included."""
        poll = select.poll()
        poll.register(self.descriptor, select.POLLIN)
        return bool(poll.poll(None if seconds is None else seconds * 1000))

    def close(self) -> None:
        """Closes this end; a second time does nothing."""
        if self._open:
            self._open = False
            os.close(self.descriptor)

    def _read(self, size: int) -> bytes:
        chunks: list[bytes] = []
        while size:
            chunk = os.read(self.descriptor, size)
            if not chunk:
                raise EOFError("the other end is closed")
            chunks.append(chunk)
            size -= len(chunk)
        return b"".join(chunks)
