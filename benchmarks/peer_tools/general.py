"""The reducers for any file."""

from __future__ import annotations

from benchmarks.peer_tools.peer import Commands, Job, Packages, Peer, anything


def _shrinkray(job: Job) -> Commands:
    """Run without its language model, which it would have to download."""
    options = ["--ui", "basic", "--volume", "quiet", "--no-llm", "--no-history", "--trivial-is-not-error"]
    command = [job.program("shrinkray"), *options, "--parallelism", str(job.jobs)]
    return [[*command, str(job.test), job.name]]


SHRINKRAY = Peer(
    "shrinkray",
    Packages(programs=("shrinkray",), pypi=("shrinkray",), python=(3, 12)),
    _shrinkray,
    suits=anything,
)
