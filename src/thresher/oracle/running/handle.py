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

    `prepared` is set once the run no longer needs its content in memory, since it is in a file.
    """

    def __init__(self) -> None:
        self.cancelled = False
        self.prepared = threading.Event()
        self._on_cancel: Callable[[], object] | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()

    def cancel(self) -> None:
        """Kills the run's whole group at once, or keeps it from starting."""
        with self._lock:
            self.cancelled = True
            if self._process is not None:
                kill_group(self._process.pid)
            on_cancel = self._on_cancel
        if on_cancel is not None:
            on_cancel()

    def on_cancel(self, cancel: Callable[[], object]) -> None:
        """Sets how to cancel a run that is not a process of ours; called at once if the run is cancelled already."""
        with self._lock:
            self._on_cancel = cancel
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
