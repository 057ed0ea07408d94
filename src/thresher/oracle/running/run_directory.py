"""A fresh directory for every run, on a memory file system if there is one, removed when the run is over."""

from __future__ import annotations

import os
import secrets
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

from thresher.errors import OracleBroken
from thresher.oracle.running.control_groups import MemoryGroups
from thresher.oracle.running.sandbox import Sandbox

PREFIX = "thresher-"


def unused_root(needed: int = 0, *, inside: Path | None = None) -> Path:
    """An unused path for a root, where this many bytes fit many times: the guard can start before it exists."""
    return Path(inside or _place(needed), f"{PREFIX}{os.getpid()}-{secrets.token_hex(8)}")


class RunDirectories:
    """Creates one directory after the other below a root; `close` removes the root.

    Each contains `work`, where the program runs and the candidate is stored under its own name, and `tmp` for the
    program's temporary files. `beside` are files that the program needs next to the candidate. A candidate that is put
    `aside` is stored above `work`, where the program does not look. The root may be `inside` another one. In a
    `sandbox`, nothing else can be written.
    """

    def __init__(
        self,
        *,
        beside: tuple[Path, ...] = (),
        root: Path | None = None,
        inside: Path | None = None,
        sandbox: Sandbox | None = None,
    ) -> None:
        self.inside = inside
        self.root = root or unused_root(inside=inside)
        self.root.mkdir(mode=0o700)
        self.beside = tuple(path.resolve() for path in beside)
        self.sandbox = sandbox
        self.groups = MemoryGroups(self.root)
        self._numbers = count()

    @contextmanager
    def fresh(self, name: str, content: Callable[[], bytes], *, aside: bool = False) -> Iterator[RunDirectory]:
        """A new directory with the candidate in it; its bytes are held no longer than necessary."""
        directory = RunDirectory(f"{self.root}/{next(self._numbers)}", name, aside=aside)
        try:
            directory.fill(content(), self.beside)
        except OSError as error:
            _remove(directory.top)
            raise OracleBroken(f"cannot write a candidate below {self.root}: {error.strerror}") from error
        try:
            yield directory
        finally:
            directory.remove()

    def close(self) -> None:
        """Removes the root."""
        _remove(str(self.root))


class RunDirectory:
    """The directory of one run; paths are plain strings, since there is one for every test."""

    __slots__ = ("candidate", "temporary", "top", "work")

    def __init__(self, top: str, name: str, *, aside: bool = False) -> None:
        self.top = top
        self.work = f"{top}/work"
        self.temporary = f"{top}/tmp"
        self.candidate = f"{top if aside else self.work}/{name}"

    def fill(self, data: bytes, beside: tuple[Path, ...]) -> None:
        os.mkdir(self.top)
        os.mkdir(self.work)
        os.mkdir(self.temporary)
        for path in beside:
            os.symlink(path, f"{self.work}/{path.name}")
        descriptor = os.open(self.candidate, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644)
        try:
            view = memoryview(data)
            while view:
                view = view[os.write(descriptor, view) :]
        finally:
            os.close(descriptor)

    def remove(self) -> None:
        """Removes it: quickly if the program left it as it was, thoroughly otherwise."""
        try:
            os.unlink(self.candidate)
            os.rmdir(self.work)
            os.rmdir(self.temporary)
            os.rmdir(self.top)
        except OSError:
            _remove(self.top)


def _remove(directory: str) -> None:
    """Removes a directory even if the program revoked its permissions."""

    def retry(function: Callable[[str], object], path: str, error: object) -> None:
        for locked in (os.path.dirname(path), path):
            with suppress(OSError):
                os.chmod(locked, 0o700)
        if os.path.isdir(path) and not os.path.islink(path):
            shutil.rmtree(path, ignore_errors=True)
        else:
            with suppress(OSError):
                os.unlink(path)

    shutil.rmtree(directory, onerror=retry)


def _place(needed: int) -> str:
    """Shared memory, if programs may run from it and the input fits many times; otherwise the default directory."""
    shared = "/dev/shm"
    try:
        status = os.statvfs(shared)
    except OSError:
        return tempfile.gettempdir()
    runnable = not status.f_flag & os.ST_NOEXEC and os.access(shared, os.W_OK | os.X_OK)
    roomy = status.f_bavail * status.f_frsize > max(64 << 20, 20 * needed)
    return shared if runnable and roomy else tempfile.gettempdir()
