"""Shares a number of places among processes fairly: who has the fewest gets the next one.

A process asks by connecting to a socket, holds its place from the byte it is sent until it closes the connection, and
gives it back even when it is killed.
"""

from __future__ import annotations

import selectors
import socket
import struct
import threading
from collections import Counter
from pathlib import Path

POOL = "THRESHER_POOL"  # the variable by which a process is told where to ask
_CREDENTIALS = struct.Struct("3i")


class SlotServer:
    """Works in a thread of its own until it is closed."""

    def __init__(self, path: Path, places: int) -> None:
        self._places = places
        self._waiting: dict[socket.socket, int] = {}  # who asks, by the number of the process, the longest first
        self._seated: dict[socket.socket, int] = {}
        self._selector = selectors.DefaultSelector()
        self._door = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._door.bind(str(path))
        self._door.listen(1024)
        self._end, theirs = socket.socketpair()
        self._selector.register(self._door, selectors.EVENT_READ)
        self._selector.register(theirs, selectors.EVENT_READ)
        self._bell = theirs
        self._thread = threading.Thread(target=self._serve, name="thresher-usher", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Nobody gets a place any more."""
        self._end.close()
        self._thread.join()
        for each in (*self._waiting, *self._seated, self._door, self._bell):
            each.close()
        self._selector.close()

    def _serve(self) -> None:
        while True:
            for key, _ in self._selector.select():
                if key.fileobj is self._bell:
                    return
                if key.fileobj is self._door:
                    self._welcome()
                else:
                    self._gone(key.fileobj)  # type: ignore[arg-type]  # only sockets are registered
            self._seat()

    def _welcome(self) -> None:
        guest, _ = self._door.accept()
        told = guest.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
        self._waiting[guest] = _CREDENTIALS.unpack(told)[0]
        self._selector.register(guest, selectors.EVENT_READ)

    def _gone(self, guest: socket.socket) -> None:
        """A guest says nothing but farewell."""
        self._selector.unregister(guest)
        self._waiting.pop(guest, None)
        self._seated.pop(guest, None)
        guest.close()

    def _seat(self) -> None:
        while self._waiting and len(self._seated) < self._places:
            held = Counter(self._seated.values())
            guest = min(self._waiting, key=lambda guest: held[self._waiting[guest]])
            self._seated[guest] = self._waiting.pop(guest)
            try:
                guest.sendall(b".")
            except OSError:
                self._gone(guest)
