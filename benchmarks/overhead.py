"""The overhead of thresher itself, as ratios within one run: time per test, speedup, memory.

usage: python -m benchmarks.overhead [--quick]
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from benchmarks.report import Report

TRUE = "/bin/true"

RUN = """
import resource, sys, time
from thresher.cli.main import main
begun = time.monotonic()
main(sys.argv[1:])
own = resource.getrusage(resource.RUSAGE_SELF)
seconds = time.monotonic() - begun
with open("/proc/self/status") as status:  # ru_maxrss would count what the process that started this one holds
    peak = next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
print(seconds, own.ru_utime + own.ru_stime, peak * 1024, file=sys.stderr)
"""


@dataclass(frozen=True)
class Measured:
    """One run of the command line: wall and own CPU seconds, peak memory in bytes, its statistics."""

    seconds: float
    own: float
    peak: float
    tests: int
    oracle_seconds: float


def thresher(folder: Path, *arguments: str) -> Measured:
    """Runs `thresher reduce` in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", RUN, "reduce", "--quiet", "--fresh", "--json", *arguments],
        cwd=folder,
        capture_output=True,
        check=True,
    )
    seconds, own, peak = map(float, done.stderr.split()[-3:])
    statistics = json.loads(done.stdout)
    return Measured(seconds, own, peak, statistics["tests"], statistics["oracle_seconds"])


def bare_spawn(count: int) -> float:
    """Seconds for one start and end of `true`, its output captured as ours is."""
    begun = time.monotonic()
    for _ in range(count):
        subprocess.run([TRUE], stdin=subprocess.DEVNULL, capture_output=True, check=True)
    return (time.monotonic() - begun) / count


def overhead(report: Report, folder: Path, *, lines: int) -> None:
    """A test that costs as little as a process can, and never lets a line go."""
    source = folder / "all_needed.c"
    source.write_text(
        "#include <sys/stat.h>\n"
        "int main(int n, char **a) { struct stat s; stat(a[1], &s); return s.st_size != SIZE; }\n"
    )
    data = b"".join(b"line %d\n" % number for number in range(lines))
    (folder / "input.txt").write_bytes(data)
    program = folder / "all_needed"
    subprocess.run(["gcc", f"-DSIZE={len(data)}", "-o", program, source], check=True)
    options = ["--jobs", "1", "--format", "lines", "--algorithm", "one_by_one", "--test", f"{program} {{}}"]
    rounds = []
    for _ in range(5):
        bare = bare_spawn(lines)
        run = thresher(folder, "input.txt", *options)
        rounds.append((run.seconds / run.tests / bare, run.own / run.tests * 1e6, bare * 1e6))
    total, own, bare = (median(column) for column in zip(*rounds, strict=True))
    report.row("time per test / bare spawn of `true`", f"{total:.2f}", "at most 1.3")
    report.row("our CPU per test, spawning included", f"{own:.0f} us", f"a bare spawn takes {bare:.0f} us")


def python_calls(report: Report, folder: Path, *, lines: int) -> None:
    """The same Python test as a function in a warm process and as a script in a new interpreter; no line may go."""
    data = b"".join(b"line %d\n" % number for number in range(lines))
    (folder / "input.txt").write_bytes(data)
    (folder / "check.py").write_text(
        "import sys\n"
        f"def test(data): return len(data) == {len(data)}\n"
        "if __name__ == '__main__': sys.exit(not test(open(sys.argv[1], 'rb').read()))\n"
    )
    options = ["input.txt", "--jobs", "1", "--format", "lines", "--algorithm", "one_by_one"]
    ways = (["--python", "check.py:test"], ["--test", f"{sys.executable} check.py {{}}"])
    rounds = []
    for _ in range(3):
        runs = [thresher(folder, *options, *way) for way in ways]
        rounds.append([run.oracle_seconds / run.tests * 1000 for run in runs])
    warm, fresh = (median(column) for column in zip(*rounds, strict=True))
    report.row("--python: one call / a run of a new interpreter", f"{warm / fresh:.2f}", f"{warm:.1f} / {fresh:.1f} ms")


def speedup(report: Report, folder: Path, *, lines: int) -> None:
    """Eight lines are needed; a test takes 50 ms; one worker against two."""
    (folder / "input.txt").write_bytes(b"".join(b"line %d\n" % number for number in range(lines)))
    test = folder / "slow.sh"
    needed = range(7, lines, lines // 8)
    checks = " && ".join(f"grep -q '^line {number}$' input.txt" for number in needed)
    test.write_text(f"#!/bin/sh\nsleep 0.05\n{checks}\n")
    test.chmod(0o755)
    options = ["input.txt", "--format", "lines", "--test", str(test)]
    for algorithm in ("ddmin", "complement", "hgt"):
        one = thresher(folder, *options, "--algorithm", algorithm, "--jobs", "1")
        two = thresher(folder, *options, "--algorithm", algorithm, "--jobs", "2")
        aim = "at least 1.7" if algorithm == "ddmin" else ""
        report.row(f"speedup of {algorithm} at 2 jobs, 50 ms a test", f"{one.seconds / two.seconds:.2f}", aim)


def memory(report: Report, folder: Path, *, size: int) -> None:
    """The peak of the main process, for a file of that size of which one line matters."""
    line = b"0123456789 abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ\n"
    data = bytearray(line * (size // len(line)))
    place = len(data) * 2 // 3 // len(line) * len(line)
    data[place : place + len(line)] = b"needle".ljust(len(line) - 1) + b"\n"
    (folder / "large.txt").write_bytes(data)
    for form, jobs in (("lines", "1"), ("lines", "2"), ("characters", "1")):
        options = ["large.txt", "--format", form, "--jobs", jobs, "--max-tests", "60"]
        run = thresher(folder, *options, "--test", "grep -q needle large.txt")
        name = f"peak memory / input of {size >> 20} MB, {form}, {jobs} job" + "s" * (jobs != "1")
        report.row(name, f"{run.peak / len(data):.2f}", "at most 3")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--quick", action="store_true", help="smaller inputs")
    quick = options.parse_args().quick
    report = Report("overhead", "What thresher itself costs", ["measure", "value", "aim"])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        overhead(report, folder, lines=200 if quick else 3000)
        python_calls(report, folder, lines=100 if quick else 500)
        speedup(report, folder, lines=100)
        memory(report, folder, size=(10 if quick else 100) << 20)
    report.write()


if __name__ == "__main__":
    main()
