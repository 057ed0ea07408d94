"""Runs on other machines: how what a run needs gets there, and where it runs.

An oracle that is pickled leaves its directories behind and finds others where it arrives. They lie under the same path,
so that messages of the program in which it occurs look the same everywhere.
"""

from __future__ import annotations

import copyreg
import os
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from thresher.errors import OracleBroken
from thresher.oracle.python import Workers
from thresher.oracle.running import orphans
from thresher.oracle.running.guard import CleanupGuard
from thresher.oracle.running.orphans import MARKER
from thresher.oracle.running.run_directory import RunDirectories
from thresher.oracle.running.sandbox import Sandbox

_places: dict[str, tuple[RunDirectories, CleanupGuard]] = {}
_lock = threading.Lock()


def directories_at(root: str, beside: tuple[Path, ...], sandbox: Sandbox | None = None) -> RunDirectories:
    """This process's directories for runs of the session with that root, guarded as at home."""
    with _lock:
        if root not in _places:
            try:
                os.makedirs(root, mode=0o700, exist_ok=True)
                directories = RunDirectories(beside=beside, inside=Path(root), sandbox=sandbox)
            except OSError as error:
                raise OracleBroken(f"the worker cannot make directories in {root}: {error.strerror}") from error
            orphans.adopt()
            _places[root] = directories, CleanupGuard(directories.root, MARKER)
        return _places[root][0]


def remove_directories(root: str) -> None:
    """Removes this process's directories of the session; what still runs in them is killed."""
    with _lock:
        place = _places.pop(root, None)
    if place is None:
        return
    directories, guard = place
    guard.close()
    directories.close()
    with suppress(OSError):  # it is home there, or others are still in it
        os.rmdir(root)


def _directories(directories: RunDirectories) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    home = directories.inside or directories.root
    return directories_at, (str(home), directories.beside, directories.sandbox)


def _workers(workers: Workers) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    return Workers, (workers.function, workers.directories, workers.name)


def make_picklable() -> None:
    """From now on oracles can be pickled."""
    copyreg.pickle(RunDirectories, _directories)
    copyreg.pickle(Workers, _workers)
