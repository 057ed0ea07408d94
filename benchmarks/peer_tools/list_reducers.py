"""The reducers of lists of lines or characters."""

from __future__ import annotations

from pathlib import Path

from benchmarks.peer_tools.peer import Commands, Job, Packages, Peer, anything

LEVELS = (0, 0, 1, 1, 2, 2, 10, 10)  # of nesting, from the outside in, each twice
NESTED = ("C", "C++", "CSS", "Java", "JavaScript", "Rust", "TypeScript")
CONDITION = Path(__file__).with_name("lithium_condition.py")


def _delta(job: Job) -> Commands:
    """By levels of braces where there are some, by lines elsewhere."""
    if job.case.language in NESTED:
        return [["multidelta", f"-level={level}", str(job.test), job.name] for level in LEVELS]
    return [["singledelta", "-in_place", f"-test={job.test}", job.name]] * 2


def _backed(job: Job) -> list[str]:
    """The candidate under test when it was stopped may not fail; it also keeps the last failing one, and the input."""
    return [job.name, f"{job.name}.ok", f"{job.name}.bak"]


def _lithium(job: Job) -> Commands:
    return [[job.program("lithium"), atom, str(CONDITION), str(job.test), job.name] for atom in ("--lines", "--char")]


def _picire(job: Job) -> Commands:
    """No subsets, complements from the end, a cache of contents: fewer tests than with its defaults."""
    settings = ["--cache", "content", "--subset-iterator", "skip", "--complement-iterator", "backward"]
    parallel = ["--parallel", "--jobs", str(job.jobs)] if job.jobs > 1 else []
    command = [job.program("picire"), "--test", str(job.test), "--quiet", *settings, *parallel]
    return [
        [*command, "--atom", "line", "--input", job.name, "--out", "lines"],
        [*command, "--atom", "char", "--input", f"lines/{job.name}", "--out", "characters"],
    ]


def _picire_results(job: Job) -> list[str]:
    return [f"characters/{job.name}", f"lines/{job.name}"]


DELTA = Peer(
    "delta",
    Packages(programs=("multidelta", "singledelta", "topformflat"), debian=("delta",)),
    _delta,
    results=_backed,
)
LITHIUM = Peer("lithium", Packages(programs=("lithium",), pypi=("lithium-reducer",)), _lithium, suits=anything)
PICIRE = Peer("picire", Packages(programs=("picire",), pypi=("picire",)), _picire, results=_picire_results)
