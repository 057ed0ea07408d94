"""Shares a number of slots fairly among processes: the process with the fewest gets the next one.

A process requests a slot by connecting to a socket, holds it from the byte it receives until it closes the connection,
and so releases it even when it is killed.
"""

from __future__ import annotations

import selectors
import socket
import struct
import threading
from collections import Counter
from pathlib import Path

POOL = "THRESHER_POOL"  # the variable by which a process is credentials where to ask
_CREDENTIALS = struct.Struct("3i")


class SlotServer:
    """Serves in a thread of its own until it is closed."""

    def __init__(self, path: Path, slots: int) -> None:
        self._slots = slots
        self._waiting: dict[socket.socket, int] = {}  # with the process ID of each client, the longest waiting first
        self._granted: dict[socket.socket, int] = {}
        self._selector = selectors.DefaultSelector()
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._listener.bind(str(path))
        self._listener.listen(1024)
        self._end, theirs = socket.socketpair()
        self._selector.register(self._listener, selectors.EVENT_READ)
        self._selector.register(theirs, selectors.EVENT_READ)
        self._wakeup = theirs
        self._thread = threading.Thread(target=self._serve, name="thresher-slots", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stops granting slots."""
        self._end.close()
        self._thread.join()
        for each in (*self._waiting, *self._granted, self._listener, self._wakeup):
            each.close()
        self._selector.close()

    def _serve(self) -> None:
        while True:
            for key, _ in self._selector.select():
                if key.fileobj is self._wakeup:
                    return
                if key.fileobj is self._listener:
                    self._accept()
                else:
                    self._closed(key.fileobj)  # type: ignore[arg-type]  # only sockets are registered
            self._grant()

    def _accept(self) -> None:
        client, _ = self._listener.accept()
        credentials = client.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
        self._waiting[client] = _CREDENTIALS.unpack(credentials)[0]
        self._selector.register(client, selectors.EVENT_READ)

    def _closed(self, client: socket.socket) -> None:
        """Handles a closed connection; clients send nothing."""
        self._selector.unregister(client)
        self._waiting.pop(client, None)
        self._granted.pop(client, None)
        client.close()

    def _grant(self) -> None:
        while self._waiting and len(self._granted) < self._slots:
            held = Counter(self._granted.values())
            client = min(self._waiting, key=lambda client: held[self._waiting[client]])
            self._granted[client] = self._waiting.pop(client)
            try:
                client.sendall(b".")
            except OSError:
                self._closed(client)
