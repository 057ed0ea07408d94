"""The process of a job: `thresher reduce` in the job's folder, which ends with the server."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from thresher.errors import SessionBusy
from thresher.executors.slot_server import POOL
from thresher.service.queue.folders import LOCK, POOL_FROM_JOB, PRINTED
from thresher.session.folder.lock import Lock

RETRY_SECONDS = 0.1
RUNNER = "thresher.service.queue.until_parent_ends"


class JobProcess:
    """At most one process works on a folder, whatever happened to the server that started it.

    The process holds the lock of the folder, which the kernel releases when it ends. `run` and `stop` may be called
    from different threads.
    """

    def __init__(self, folder: Path, arguments: Sequence[str]) -> None:
        self._folder, self._arguments = folder, arguments
        self._stopped = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._guard = threading.Lock()

    @property
    def was_stopped(self) -> bool:
        return self._stopped.is_set()

    def stop(self) -> None:
        """Ends the process as Ctrl-C does: it keeps its best result."""
        with self._guard:
            self._stopped.set()
            if self._process is not None:
                with suppress(ProcessLookupError):
                    self._process.terminate()

    def run(self) -> int | None:
        """Waits for an earlier process of the folder, then runs; the exit code, None if it was stopped before."""
        lock = self._locked()
        if lock is None:
            return None
        try:
            with self._guard:
                if not self.was_stopped:
                    self._process = self._begin(lock)
        finally:
            lock.close()
        if self._process is None:
            return None
        return self._process.wait()

    def _locked(self) -> Lock | None:
        while not self.was_stopped:
            try:
                return Lock(self._folder / LOCK, does="works on this job", instead="wait for it")
            except SessionBusy:
                self._stopped.wait(RETRY_SECONDS)
        return None

    def _begin(self, lock: Lock) -> subprocess.Popen[bytes]:
        with (self._folder / PRINTED).open("wb") as printed:
            return subprocess.Popen(
                [sys.executable, "-m", RUNNER, str(os.getpid()), *self._arguments],
                cwd=self._folder,
                env={**os.environ, POOL: POOL_FROM_JOB},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=printed,
                pass_fds=(lock.descriptor,),
                start_new_session=True,  # Ctrl-C is for the server, which stops its jobs
            )
