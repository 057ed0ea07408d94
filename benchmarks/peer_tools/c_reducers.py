"""The reducers made for C, which reduce other languages without their C passes."""

from __future__ import annotations

from benchmarks.peer_tools.case import Case
from benchmarks.peer_tools.peer import Commands, Job, Packages, Peer


def _not_c(case: Case) -> list[str]:
    return [] if case.language in ("C", "C++") else ["--not-c"]


def _cvise(job: Job) -> Commands:
    quiet = ["--skip-key-off", "--log-level", "WARNING", "--tidy", "--no-timing"]
    return [["cvise", "--n", str(job.jobs), *quiet, *_not_c(job.case), str(job.test), job.name]]


def _creduce(job: Job) -> Commands:
    quiet = ["--skip-key-off", "--tidy"]
    return [["creduce", "--n", str(job.jobs), *quiet, *_not_c(job.case), str(job.test), job.name]]


CVISE = Peer("cvise", Packages(programs=("cvise",), debian=("cvise",)), _cvise)
CREDUCE = Peer("creduce", Packages(programs=("creduce",), debian=("creduce",)), _creduce)
