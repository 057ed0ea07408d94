"""A lock file: held by one process at a time, and released by the kernel however the process ends."""

from __future__ import annotations

import os
from pathlib import Path

from thresher.errors import SessionBusy


class Lock:
    """Taken at once, or SessionBusy, whose message has the process, what it `does`, and what to do `instead`."""

    def __init__(self, path: Path, *, does: str, instead: str) -> None:
        import fcntl  # noqa: PLC0415 - only Unix has it, and only sessions need it

        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o644)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            owner = os.pread(descriptor, 32, 0).decode(errors="replace").strip()
            os.close(descriptor)
            raise SessionBusy(f"process {owner if owner.isdecimal() else 'unknown'} {does}; {instead}") from error
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
        self._descriptor = descriptor

    @property
    def descriptor(self) -> int:
        """Passed to a child, it keeps the lock until both have closed it."""
        return self._descriptor

    def close(self) -> None:
        os.close(self._descriptor)
