"""Runs a thresher command that is asked to stop (SIGTERM) when its parent ends, however that happens.

`python -m thresher.service.queue.until_parent_ends PARENT ARGUMENTS...`: the process becomes `thresher ARGUMENTS...`.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys

_SET_PARENT_DEATH_SIGNAL = 1  # from the system's prctl.h


def main(parent: int, arguments: list[str]) -> None:
    """Does not return."""
    ctypes.CDLL(None).prctl(_SET_PARENT_DEATH_SIGNAL, signal.SIGTERM, 0, 0, 0)
    if os.getppid() == parent:  # else it ended before the kernel was asked
        os.execv(sys.executable, [sys.executable, "-m", "thresher", *arguments])


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
