"""Damages samples of every container format in thousands of ways and records memory, time and errors.

    python -m benchmarks.mutants [--number 3000] [FORMAT ...]

Each batch is read in a process of its own with 1 GB of memory more than it has, and 20 s of processor time for the
whole batch. If that process fails, its mutants are tried one by one. The numbers of those that fail are listed: see
tests/fuzz/mutants.py.
"""

from __future__ import annotations

import argparse
import os
import resource
import signal
import sys
import traceback
from dataclasses import dataclass, field
from pathlib import Path

from tests.fuzz.mutants import FULL, examine, mutant, originals

from benchmarks.report import Report

MEMORY, SECONDS = 1 << 30, 20
BATCH = 50
COLUMNS = [
    "format",
    "mutants",
    "tracebacks",
    "over 1 GB",
    "over 20 s",
    "died",
    "most memory",
    "slowest batch",
]


@dataclass
class Tally:
    """What became of the mutants of one format; the worst batch in bytes and seconds."""

    failures: dict[str, list[int]] = field(default_factory=dict)
    memory: int = 0
    seconds: float = 0.0

    def note(self, number: int, outcome: str) -> None:
        self.failures.setdefault(outcome, []).append(number)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=3000)
    parser.add_argument("formats", nargs="*")
    arguments = parser.parse_args()
    there = originals()
    report = Report("mutants", "Mutants of container formats", COLUMNS)
    failed: list[str] = []
    for name in arguments.formats or sorted(there):
        tally = tried(name, there[name], arguments.number)
        counts = [len(tally.failures.get(each, ())) for each in ("traceback", "memory", "time", "died")]
        report.row(name, arguments.number, *counts, f"{tally.memory >> 20} MB", f"{tally.seconds:.1f} s")
        failed += [f"{name}: {each}: {numbers}" for each, numbers in tally.failures.items()]
        report.write()
    report.note(f"Each batch of {BATCH} has {MEMORY >> 30} GB of memory and {SECONDS} s of processor time.")
    for line in failed:
        report.note(line)
    report.write()
    sys.exit(bool(failed))


def tried(name: str, samples: list[bytes], number: int) -> Tally:
    """All mutants of a format, in batches."""
    tally = Tally()
    for start in range(0, number, BATCH):
        batch = range(start, min(start + BATCH, number))
        if outcome(name, samples, batch, tally):
            for each in batch:
                alone = outcome(name, samples, range(each, each + 1), tally)
                if alone:
                    tally.note(each, alone)
    return tally


def outcome(name: str, samples: list[bytes], numbers: range, tally: Tally) -> str:
    """What went wrong with some mutants in a process of their own; nothing, as a rule."""
    child = os.fork()
    if child == 0:
        os._exit(_examined(name, samples, numbers))
    _, status, usage = os.wait4(child, 0)
    tally.memory = max(tally.memory, usage.ru_maxrss << 10)
    tally.seconds = max(tally.seconds, usage.ru_utime + usage.ru_stime)
    code = os.waitstatus_to_exitcode(status)
    return {0: "", 1: "traceback", 2: "memory", -signal.SIGXCPU: "time"}.get(code, "died")


def _examined(name: str, samples: list[bytes], numbers: range) -> int:
    held = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()  # libraries take much of it
    resource.setrlimit(resource.RLIMIT_AS, (held + MEMORY, held + MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        for each in numbers:
            examine(name, mutant(samples, each), full=each % FULL == 0)
    except MemoryError:
        return 2
    except BaseException:
        if len(numbers) == 1:
            traceback.print_exc()
            sys.stderr.flush()
        return 1
    return 0


if __name__ == "__main__":
    main()
