"""A fresh directory for every run, on a memory file system where there is one, gone when the run is over."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from thresher.errors import OracleBroken

PREFIX = "thresher-"


class RunDirectories:
    """Makes one directory after the other below a root of its own; `close` removes the root.

    Each holds `work`, where the program runs and the candidate lies under its own name, and `tmp`, which the program
    is told to use for temporary files. `beside` are files that the program needs next to the candidate.
    """

    def __init__(self, *, beside: tuple[Path, ...] = (), needed: int = 0) -> None:
        self.root = Path(tempfile.mkdtemp(prefix=PREFIX, dir=_place(needed)))
        self._beside = tuple(path.resolve() for path in beside)
        self._numbers = count()

    @contextmanager
    def fresh(self, name: str, data: bytes) -> Iterator[Path]:
        """The path of the candidate in a directory that nobody used before."""
        top = self.root / str(next(self._numbers))
        try:
            path = _filled(top, name, data, self._beside)
        except OSError as error:
            shutil.rmtree(top, ignore_errors=True)
            raise OracleBroken(f"cannot write a candidate below {self.root}: {error.strerror}") from error
        try:
            yield path
        finally:
            _remove(top)

    def close(self) -> None:
        _remove(self.root)


def _filled(top: Path, name: str, data: bytes, beside: tuple[Path, ...]) -> Path:
    work = f"{top}/work"
    os.mkdir(top)
    os.mkdir(work)
    os.mkdir(f"{top}/tmp")
    for path in beside:
        os.symlink(path, f"{work}/{path.name}")
    target = f"{work}/{name}"
    descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644)
    try:
        view = memoryview(data)
        while view:
            view = view[os.write(descriptor, view) :]
    finally:
        os.close(descriptor)
    return Path(target)


def _remove(directory: Path) -> None:
    """Removes a directory even if the program took away its permissions."""

    def insist(function: object, path: str, _: object) -> None:
        try:
            os.chmod(os.path.dirname(path), 0o700)
            os.chmod(path, 0o700)
            os.rmdir(path) if os.path.isdir(path) and not os.listdir(path) else shutil.rmtree(path, ignore_errors=True)
            if os.path.lexists(path) and not os.path.isdir(path):
                os.unlink(path)
        except OSError:
            return

    shutil.rmtree(directory, onerror=insist)


def _place(needed: int) -> str:
    """Shared memory where programs may be run from it and the input fits many times; else the usual place."""
    shared = "/dev/shm"
    try:
        status = os.statvfs(shared)
    except OSError:
        return tempfile.gettempdir()
    runnable = not status.f_flag & os.ST_NOEXEC and os.access(shared, os.W_OK | os.X_OK)
    roomy = status.f_bavail * status.f_frsize > max(64 << 20, 20 * needed)
    return shared if runnable and roomy else tempfile.gettempdir()
