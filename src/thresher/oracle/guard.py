"""A watchman for the day we are killed with -9: it ends our runs and removes their directories.

It is a tiny shell that waits for its standard input to close, which happens when we close it or when we die, however
that comes about.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

from thresher.oracle.process import STARTED

_SCRIPT = """
read -r _
for environment in /proc/[0-9]*/environ; do
    if grep -qza "^$2=$1/" "$environment" 2>/dev/null; then
        process=${environment#/proc/}
        kill -9 "${process%/environ}" 2>/dev/null
    fi
done
rm -rf -- "$1"
"""


class Guard:
    """Guards the directories of runs below a root; `marker` is the variable that every run's environment holds."""

    def __init__(self, root: Path, marker: str) -> None:
        self._process = subprocess.Popen(
            ["/bin/sh", "-c", _SCRIPT, "thresher-guard", str(root), marker],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        STARTED.add(self._process.pid)

    def close(self) -> None:
        """Lets the guard clean up now, and waits for it."""
        self._process.communicate()
        STARTED.discard(self._process.pid)
