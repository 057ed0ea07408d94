"""Compares thresher with the reducers that know one language, on inputs made by the compilers on this machine.

usage: python -m benchmarks.specialists [CASE...] [--folder FOLDER]... [--max-tests 3000] [--minutes 30] [--ablation]

A folder with `input.*` and `test.sh` may be given as well. Runs of the test are counted by a program between reducer
and test. Thresher ends after so many tests. A reducer that still runs after so many minutes is stopped, and its row
says so. Cases and reducers whose programs are not installed are listed as missing. With `--ablation`, thresher runs
again without each kind of joint edit.
"""

from __future__ import annotations

import argparse
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from benchmarks.counting import counted, counting
from benchmarks.report import Report
from benchmarks.specialist_cases import CASES, Specialist, SpecialistCase, given
from thresher.passes.joint import JOINT

MISSING = ("bugpoint", "yosys", "afl-tmin")
STOPPED = 124  # the exit code of timeout


class Measured(NamedTuple):
    """The size of the input, the tests, the bytes left, the tests until as small as the other, and processor time."""

    size: int
    tests: int
    left: int
    reached: int
    spent: float
    stopped: bool

    def spent_text(self) -> str:
        """The processor time; not known of programs that were stopped."""
        return "" if self.stopped else f"{self.spent:.0f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="*")
    parser.add_argument("--folder", type=Path, action="append", default=[])
    parser.add_argument("--max-tests", type=int, default=3000)
    parser.add_argument("--minutes", type=int, default=30)
    parser.add_argument("--ablation", action="store_true")
    options = parser.parse_args()
    columns = ["input", "bytes", "reducer", "tests", "bytes left", "tests to the other's bytes", "processor seconds"]
    report = Report("specialists", "Reducers that know one language", columns)
    every = not options.cases and not options.folder
    chosen = [case for case in CASES if every or case.name in options.cases] + [given(each) for each in options.folder]
    ours = f"{sys.executable} -P -m thresher reduce {{input}} --test ./t -j1 --checks 1 --no-report -q -o out"
    ours += f" --max-tests {options.max_tests}"
    for case in chosen:
        ways = [*case.reducers, Specialist(sys.executable, ours)]
        if options.ablation:
            ways += [Specialist(sys.executable, f"{ours} --without {kind}") for kind in JOINT]
        _compare(report, case, ways, options.minutes)
    report.note(f"One job each. Programs that are missing or have no case here: {', '.join(MISSING)}.")
    report.write()


def _compare(report: Report, case: SpecialistCase, ways: list[Specialist], minutes: int) -> None:
    goal = 0
    for way in ways:
        label = way.command.partition("--without ")
        name = way.program if way.program != sys.executable else f"thresher {label[1]}{label[2]}".strip()
        if not shutil.which(way.program):
            report.row(case.name, "", name, "not installed", "", "", "")
            continue
        with tempfile.TemporaryDirectory() as folder:
            found = _run(Path(folder), case, way, minutes, goal)
        if found is None:
            report.row(case.name, "", name, "the input cannot be made", "", "", "")
            continue
        goal = found.left if way is ways[0] else goal
        tests = f"{found.tests:,}" + f", stopped after {minutes} minutes" * found.stopped
        report.row(
            case.name, f"{found.size:,}", name, tests, f"{found.left:,}", found.reached or "", found.spent_text()
        )


def _run(folder: Path, case: SpecialistCase, way: Specialist, minutes: int, goal: int) -> Measured | None:
    """None if the input cannot be made or does not fail."""
    (folder / case.source[0]).write_text(case.source[1])
    made = subprocess.run(case.make, shell=True, cwd=folder, check=False, capture_output=True)
    if made.returncode or not (folder / case.name).exists():
        return None
    test = folder / "test.sh"
    test.write_text(f'#!/bin/sh\nF="${{1:-{case.name}}}"\n[ -f "$F" ] || exit 1\n{case.test}\n')
    test.chmod(0o755)
    if subprocess.run([test], cwd=folder, check=False, capture_output=True).returncode:
        return None
    size = (folder / case.name).stat().st_size
    counting(test, input_name=case.name, log=folder / "log", program=folder / "t")
    begun, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    script = folder / "run.sh"
    script.write_text(way.command.format(input=case.name))
    command = ["timeout", f"{minutes}m", "sh", "run.sh"]
    ended = subprocess.run(command, cwd=folder, check=False, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    found = counted(folder / "log", begun=begun, binary=True)
    left = min((step.size for step in found.curve), default=size)
    reached = next((step.test for step in found.curve if goal and step.size <= goal), 0)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Measured(size, found.tests, left, reached, spent, ended.returncode == STOPPED)


if __name__ == "__main__":
    main()
