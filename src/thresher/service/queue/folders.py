"""The folder of each job: the input, the result beside it, the session, and what the process printed.

A job is an ordinary session: `thresher resume`, `report` and `sessions` work in its folder as anywhere else.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from thresher.errors import UsageError
from thresher.service.queue.job import QueuedJob
from thresher.session.files.naming import result_name
from thresher.session.files.whole import write_own
from thresher.session.folder.command import COMMAND
from thresher.session.folder.store import FOLDER

JOBS, LOCK, PRINTED = "jobs", ".job.lock", ".printed.txt"
MOST_PRINTED = 4096  # bytes
POOL = "pool"
POOL_FROM_JOB = f"../../{POOL}"  # from the folder of a job: the path of a socket must be short


@dataclass(frozen=True, slots=True)
class JobFolders:
    """All of them are below `root`, by the key of the job."""

    root: Path

    def create(self, key: str, file: str, content: bytes) -> None:
        """Writes the input of a new job; complete on disk when it returns."""
        folder = self.root / JOBS / key
        folder.mkdir(parents=True)
        write_own(folder / file, content)
        descriptor = os.open(folder.parent, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

    def of(self, job: QueuedJob) -> Path:
        return self.root / JOBS / job.key

    def input(self, job: QueuedJob) -> Path:
        return self.of(job) / job.file

    def result(self, job: QueuedJob) -> Path:
        """Where the best result so far is, as soon as something is smaller than the input."""
        return self.of(job) / result_name(job.file)

    def session(self, job: QueuedJob) -> Path | None:
        """The folder of the newest session of a job; None before the first."""
        commands = self.of(job).glob(f"{FOLDER}/*/{COMMAND}")
        found = max(commands, key=lambda path: path.stat().st_mtime, default=None)
        return found.parent if found is not None else None

    def printed(self, job: QueuedJob) -> str:
        """The last line that the process printed, an error message."""
        try:
            with (self.of(job) / PRINTED).open("rb") as file:
                file.seek(max(0, file.seek(0, os.SEEK_END) - MOST_PRINTED))
                lines = file.read().decode(errors="replace").strip().splitlines()
        except OSError:
            return ""
        return lines[-1].removeprefix("thresher: ") if lines else ""

    @contextmanager
    def pool(self) -> Iterator[Path]:
        """A short path for the socket of the slots, whatever the length of the folder's own."""
        folder = os.open(self.root, os.O_RDONLY | os.O_DIRECTORY)
        try:
            (self.root / POOL).unlink(missing_ok=True)  # of a server that was killed
            yield Path(f"/proc/self/fd/{folder}/{POOL}")
            (self.root / POOL).unlink(missing_ok=True)
        finally:
            os.close(folder)

    def remove(self, job: QueuedJob) -> None:
        """Removes all that a job has."""
        shutil.rmtree(self.of(job), ignore_errors=True)

    def remove_unknown(self, known: set[str]) -> None:
        """Removes folders of uploads that were killed before their job was in the queue."""
        for folder in (self.root / JOBS).glob("*"):
            if folder.name not in known:
                shutil.rmtree(folder, ignore_errors=True)


def opened_root(root: Path) -> Path:
    """The folder of a service. A new one can be read by its user only."""
    try:
        root.mkdir(mode=0o700, parents=True, exist_ok=True)
        (root / JOBS).mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise UsageError(f"cannot write to {root}: {error.strerror}; choose another --folder") from None
    return root.absolute()
