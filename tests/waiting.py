"""Waiting for what another process does: as long as it takes, since a busy machine is slow."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable

BETWEEN_LOOKS = 0.005  # seconds; a loop without a pause would take the processor from whom it waits for


def until(holds: Callable[[], bool], *processes: subprocess.Popen[bytes]) -> None:
    """Returns once the condition holds; fails if one of the processes ends before. A test's timeout bounds it."""
    while not holds():
        ended = [process.args for process in processes if process.poll() is not None]
        assert not ended or holds(), f"ended too early: {ended}"
        time.sleep(BETWEEN_LOOKS)
