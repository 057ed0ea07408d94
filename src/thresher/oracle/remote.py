"""Runs on other machines: how an oracle gets there, and where it runs.

A pickled oracle does not take its directories along; it creates others where it is unpickled. They have the same path,
so that messages of the program that contain it look the same everywhere.
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
from thresher.oracle.python.workers import Workers
from thresher.oracle.running import orphans
from thresher.oracle.running.guard import CleanupGuard
from thresher.oracle.running.orphans import MARKER
from thresher.oracle.running.run_directory import RunDirectories
from thresher.oracle.running.sandbox import Sandbox

_places: dict[str, tuple[RunDirectories, CleanupGuard]] = {}
_lock = threading.Lock()


def directories_at(root: str, beside: tuple[Path, ...], sandbox: Sandbox | None = None) -> RunDirectories:
    """This process's run directories for the session with that root, with a cleanup guard of their own."""
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
    """Removes this process's directories of the session; kills what still runs in them."""
    with _lock:
        place = _places.pop(root, None)
    if place is None:
        return
    directories, guard = place
    guard.close()
    directories.close()
    with suppress(OSError):  # it is the original root, or other processes still use it
        os.rmdir(root)


def _directories(directories: RunDirectories) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    root = directories.inside or directories.root
    return directories_at, (str(root), directories.beside, directories.sandbox)


def _workers(workers: Workers) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    return Workers, (workers.function, workers.directories, workers.name)


def make_picklable() -> None:
    """Registers the functions with which oracles can be pickled."""
    copyreg.pickle(RunDirectories, _directories)
    copyreg.pickle(Workers, _workers)
