"""How long the program under test waits for thresher, with one job and with several, as ratios within one run.

usage: python -m benchmarks.waiting [CASE_FOLDER...] [--tests N] [--jobs N]

Each test logs when it began and when it ended. With one job the measure is the time from the first test's beginning to
the last one's end, divided by the time in tests; with several, the time in tests divided by that of all workers. Beside
the cases given (an input and a test.sh in a folder), large generated files are reduced with a test of 50 ms. The first
test is compared with a process that only parses the file.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.large_files import NEEDLE, dump, records
from benchmarks.report import Report

LOGGING = """#!/bin/bash
echo "begin $EPOCHREALTIME" >> {log}
{test} "$@"
code=$?
echo "end $EPOCHREALTIME" >> {log}
exit $code
"""
SLEEPING = """#!/bin/bash
sleep 0.05
grep -qw {needle} "$1"
"""
PARSE = """
import sys
from thresher.plan import PlanOptions, plan_for
name, data = sys.argv[1], open(sys.argv[1], "rb").read()
plan = plan_for(name, data, PlanOptions())
plan.syntax.parse(name, data)
"""


@dataclass(frozen=True)
class Waits:
    """The tests of one run: how many, seconds from the first to the last, in tests, and until the first one began."""

    tests: int
    wall: float
    tested: float
    first: float
    longest_gap: float


def measured(folder: Path, name: str, test: Path, *, jobs: int, tests: int) -> Waits:
    """One reduction from nothing, ended after so many tests."""
    log, wrapper = folder / "log", folder / "logging.sh"
    log.write_text("")
    wrapper.write_text(LOGGING.format(log=log, test=test))
    wrapper.chmod(0o755)
    command = [sys.executable, "-m", "thresher", "reduce", name, "--test", f"{wrapper} {{}}", "--quiet", "--fresh"]
    begun = time.time()
    subprocess.run(
        [*command, "--jobs", str(jobs), "--max-tests", str(tests)], cwd=folder, capture_output=True, check=False
    )
    times = [(word, float(at)) for word, at in map(str.split, log.read_text().splitlines())]
    starts, ends = ([at for word, at in times if word == kind] for kind in ("begin", "end"))
    gaps = [start - end for start, end in zip(starts[1:], ends, strict=False)]
    return Waits(
        len(starts), max(ends) - min(starts), sum(ends) - sum(starts[: len(ends)]), min(starts) - begun, max(gaps)
    )


def bare_parse(folder: Path, name: str) -> float:
    """Seconds of a process that parses the file as a reduction does."""
    begun = time.time()
    subprocess.run([sys.executable, "-c", PARSE, name], cwd=folder, check=True)
    return time.time() - begun


def inputs(folder: Path, cases: list[Path]) -> Iterator[tuple[str, str, Path]]:
    """What it is called, the file in the folder, and its test."""
    for case in cases:
        (source,) = case.glob("input.*")
        shutil.copy(source, folder)
        yield case.name, source.name, case / "test.sh"
    for name, data in (("records.json", records(7_000_000)), ("dump.sql", dump(7_500_000))):
        (folder / name).write_bytes(data)
        test = folder / f"{name}.sh"
        test.write_text(SLEEPING.format(needle=NEEDLE.decode()))
        test.chmod(0o755)
        yield f"{name}, {len(data) / 1e6:.1f} MB, 50 ms a test", name, test


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="*", type=Path)
    parser.add_argument("--tests", type=int, default=60)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    busy = "wall / time in tests" if options.jobs == 1 else "time in tests / time of all workers"
    columns = ["input", "tests", busy, "longest gap", "a test", "first test / bare parse"]
    report = Report(f"waiting{'' if options.jobs == 1 else f'_{options.jobs}'}", "Who waits", columns)
    with tempfile.TemporaryDirectory() as name:
        for title, source, test in inputs(Path(name), options.cases):
            parse = bare_parse(Path(name), source)
            run = measured(Path(name), source, test, jobs=options.jobs, tests=options.tests)
            ratio = run.wall / run.tested if options.jobs == 1 else run.tested / run.wall / options.jobs
            each = f"{run.tested / run.tests:.2f} s"
            report.row(title, run.tests, f"{ratio:.2f}", f"{run.longest_gap:.2f} s", each, f"{run.first / parse:.2f}")
    report.write()


if __name__ == "__main__":
    main()
