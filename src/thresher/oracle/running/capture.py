"""Output of a running process, read as it arrives; only its beginning and its end are kept."""

from __future__ import annotations

import os

KEPT = 1 << 19  # bytes kept of each end
CHUNK = 1 << 16


class Capture:
    """One pipe. A program that prints gigabytes costs one megabyte of memory."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self._head = bytearray()
        self._tail = bytearray()
        self._lost = 0
        os.set_blocking(descriptor, False)

    def read(self) -> bool:
        """Reads what is available; False at the end of the output."""
        chunk = self._available()
        if chunk:
            self._keep(chunk)
        return chunk != b""

    def drain(self) -> None:
        """Reads the rest without waiting for processes that still hold the other end."""
        while chunk := self._available():
            self._keep(chunk)

    def _available(self) -> bytes | None:
        """A chunk; empty at the end, None while there is nothing to read yet."""
        try:
            return os.read(self.descriptor, CHUNK)
        except BlockingIOError:
            return None

    def _keep(self, chunk: bytes) -> None:
        room = KEPT - len(self._head)
        self._head += chunk[:room]
        self._tail += chunk[room:]
        if len(self._tail) > 2 * KEPT:
            self._lost += len(self._tail) - KEPT
            del self._tail[:-KEPT]

    def text(self) -> bytes:
        """What was kept, with a line that says how much was left out."""
        if not self._tail:
            return bytes(self._head)
        gap = b"\n[... %d bytes left out ...]\n" % self._lost if self._lost else b""
        return bytes(self._head) + gap + bytes(self._tail)
