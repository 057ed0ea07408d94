"""A handle on a run, to cancel it. Imports nothing that only some systems have."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import subprocess


class RunHandle:
    """A handle on a run that another thread may cancel before, while or after it runs.

    `prepared` is set once the run holds its content no longer, since it is in a file.
    """

    def __init__(self) -> None:
        self.cancelled = False
        self.prepared = threading.Event()
        self._elsewhere: Callable[[], object] | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()

    def cancel(self) -> None:
        """Kills the run's whole group at once, or keeps it from starting."""
        with self._lock:
            self.cancelled = True
            if self._process is not None:
                kill_group(self._process.pid)
            elsewhere = self._elsewhere
        if elsewhere is not None:
            elsewhere()

    def on_cancel(self, cancel: Callable[[], object]) -> None:
        """The run is not a process of ours: this cancels it. Called at once if it is too late."""
        with self._lock:
            self._elsewhere = cancel
            late = self.cancelled
        if late:
            cancel()

    def started(self, process: subprocess.Popen[bytes]) -> None:
        with self._lock:
            self._process = process
            if self.cancelled:
                kill_group(process.pid)

    def ended(self) -> None:
        with self._lock:
            self._process = None


def kill_group(pid: int) -> None:
    """Kills a process group, if it is still there."""
    try:
        os.killpg(pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return
