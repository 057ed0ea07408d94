"""The reducers for any file."""

from __future__ import annotations

import shutil

from benchmarks.peer_tools.peer import Commands, Job, Packages, Peer, anything

SHRINKRAY_VERSION = "26.4.14.0"  # the last one that needs no language model


def _shrinkray(job: Job) -> Commands:
    options = ["--ui", "basic", "--volume", "quiet", "--no-history", "--trivial-is-not-error", "--formatter", "none"]
    options += [] if shutil.which("clang_delta") else ["--no-clang-delta"]
    command = [job.program("shrinkray"), *options, "--parallelism", str(job.jobs)]
    return [[*command, str(job.test), job.name]]


SHRINKRAY = Peer(
    "shrinkray",
    Packages(programs=("shrinkray",), pypi=(f"shrinkray=={SHRINKRAY_VERSION}",), python=(3, 12)),
    _shrinkray,
    suits=anything,
)
