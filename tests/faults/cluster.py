"""A small Dask cluster of processes of its own, which can be killed."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.faults.scene import until

SCHEDULER = "distributed.cli.dask_scheduler --host 127.0.0.1 --port 0 --no-dashboard --scheduler-file"
WORKER = "distributed.cli.dask_worker --no-nanny --no-dashboard --nthreads 2 --scheduler-file"


@dataclass(frozen=True)
class Processes:
    """A scheduler and two workers, and the options by which they are used."""

    scheduler: subprocess.Popen[bytes]
    workers: list[subprocess.Popen[bytes]]
    options: tuple[str, ...]


@contextmanager
def cluster(place: Path) -> Iterator[Processes]:
    """They are gone at the end."""
    told = place / "scheduler.json"
    started = [_started(SCHEDULER, told)]
    try:
        until(lambda: told.exists() and told.read_text().endswith("\n}"))  # it is not written at one go
        started += [_started(WORKER, told) for _ in range(2)]
        address = json.loads(told.read_text())["address"]
        yield Processes(started[0], started[1:], ("--executor", "dask", "--scheduler", address))
    finally:
        for process in reversed(started):
            process.terminate()
            process.wait()


def _started(command: str, told: Path) -> subprocess.Popen[bytes]:
    words = [sys.executable, "-m", *command.split(), str(told)]
    return subprocess.Popen(words, cwd=told.parent, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
