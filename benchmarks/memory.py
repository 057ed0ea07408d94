"""Peak memory and own time of a reduction, in relation to the size of the input, by format.

usage: python -m benchmarks.memory [--size MB] [--tests N] [FILE...]

Each of the generated files (see large_files.py) is reduced for a few tests with one job, at the size given and at a
quarter of it. Memory is the peak of the whole process divided by the size of the input, and the same less what the
process takes for an input of a few bytes. Growth is how many times as long the first test takes to begin as for a
quarter of the size: 4 where it is linear.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from benchmarks.large_files import FILES, NEEDLE
from benchmarks.report import Report

RUN = """
import resource, sys, time
from thresher.engine.ahead.running_tests import RunningTests

begun, submitted = time.process_time(), []
begin = RunningTests.begin

def beginning(self, *arguments):
    submitted.append(time.process_time() - begun)
    return begin(self, *arguments)

RunningTests.begin = beginning
from thresher.cli.main import main
main(sys.argv[1:])
own = resource.getrusage(resource.RUSAGE_SELF)
first = submitted[0] if submitted else time.process_time() - begun
with open("/proc/self/status") as status:  # ru_maxrss would count what the process that started this one holds
    peak = next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
print(first, own.ru_utime + own.ru_stime, peak * 1024, file=sys.stderr)
"""


@dataclass(frozen=True)
class Used:
    """Own processor seconds until the first question of a search, and in all; peak memory in bytes."""

    first: float
    own: float
    peak: float


def used(folder: Path, name: str, data: bytes, *, tests: int) -> Used:
    """One reduction with a test that needs one line."""
    (folder / name).write_bytes(data)
    command = ["reduce", name, "--quiet", "--fresh", "--jobs", "1", "--max-tests", str(tests)]
    test = ["--test", f"grep -aqw {NEEDLE.decode()} {name}" if NEEDLE in data else f"test -s {name}"]
    done = subprocess.run([sys.executable, "-c", RUN, *command, *test], cwd=folder, capture_output=True, check=False)
    return Used(*map(float, done.stderr.split()[-3:]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="FILE", choices=[[], *FILES], help=", ".join(FILES))
    parser.add_argument("--size", type=float, default=8.0, metavar="MB")
    parser.add_argument("--tests", type=int, default=20)
    options = parser.parse_args()
    columns = [
        "file",
        "MB",
        "peak / input",
        "without the program itself",
        "first test, own s",
        "growth",
        "in all, own s",
    ]
    report = Report("memory", "Memory and own time", columns)
    with tempfile.TemporaryDirectory() as folder:
        bare = used(Path(folder), "bare.txt", NEEDLE + b"\n", tests=options.tests)
        for name in options.names or FILES:
            data = FILES[name](int(options.size * 1e6))
            run = used(Path(folder), name, data, tests=options.tests)
            quarter = used(Path(folder), name, FILES[name](int(options.size * 2.5e5)), tests=options.tests)
            growth = (run.first - bare.first) / max(quarter.first - bare.first, 0.01)
            report.row(
                name,
                f"{len(data) / 1e6:.1f}",
                f"{run.peak / len(data):.1f}",
                f"{(run.peak - bare.peak) / len(data):.1f}",
                f"{run.first:.1f}",
                f"{growth:.1f}",
                f"{run.own:.1f}",
            )
    report.write()


if __name__ == "__main__":
    main()
