"""A process that outlives us if we are killed with SIGKILL: it ends our runs and removes what they had.

A run has a directory and perhaps a control group. The guard is a small shell script that waits for its standard input
to close, which happens when we close it or when we die, for whatever reason.
"""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

from thresher.oracle.running.control_groups import MemoryGroups
from thresher.oracle.running.process import STARTED

# A process may have been about to start when we were killed, or start another during the search: so the guard searches
# until it has found nothing a few times. After a regular end it searches once.
_SCRIPT = """
quiet=3
read -r _ && quiet=1
while [ "$quiet" -gt 0 ]; do
    quiet=$((quiet - 1))
    for environment in $(grep -lzas "^$2=$3/" /proc/[0-9]*/environ); do
        process=${environment#/proc/}
        kill -9 "${process%/environ}" 2>/dev/null && quiet=3
    done
    [ -z "$4" ] || for group in "$4"*/; do
        [ -d "$group" ] || continue
        while read -r process; do
            kill -9 "$process" 2>/dev/null && quiet=3
        done < "${group}cgroup.procs"
        rmdir -- "$group" 2>/dev/null
    done
    rm -rf -- "$1"
    [ "$quiet" -eq 0 ] || sleep 0.1
done
"""


class CleanupGuard:
    """Guards the directories of runs below a root; `marker` is a variable in every run's environment."""

    def __init__(self, root: Path, marker: str) -> None:
        groups = MemoryGroups(root).prefix
        self._process = subprocess.Popen(
            ["/bin/sh", "-c", _SCRIPT, "thresher-guard", str(root), marker, _pattern(root), groups],
            env={**os.environ, "LC_ALL": "C"},
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        STARTED.add(self._process.pid)

    @property
    def pid(self) -> int:
        return self._process.pid

    def close(self) -> None:
        """Makes the guard clean up now, and waits for it."""
        self._process.communicate(b"over\n")
        STARTED.discard(self._process.pid)


def _pattern(path: Path) -> str:
    """A regular expression for the path: characters with a meaning for grep are replaced by "any byte".

    The last part of the path is random, so that no other path matches.

    >>> _pattern(Path("/tmp/a[b.c/runs"))
    '/tmp/a.b.c/runs'
    """
    return re.sub(rb"[^A-Za-z0-9/_-]", b".", os.fsencode(path)).decode()
