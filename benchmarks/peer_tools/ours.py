"""thresher itself, with the plan it chooses."""

from __future__ import annotations

import sys
from pathlib import Path

from benchmarks.peer_tools.peer import Commands, Job, Packages, Peer, anything

RESULT = "result"


def _commands(job: Job) -> Commands:
    options = ["--quiet", "--jobs", str(job.jobs), "--output", RESULT, "--test", str(job.test)]
    return [[sys.executable, "-m", "thresher", "reduce", job.name, *options]]


THRESHER = Peer(
    "thresher",
    Packages(programs=(str(Path(sys.executable)),)),
    _commands,
    results=lambda _: [RESULT],
    suits=anything,
)
