"""Reduces a program of csmith that a compiler with a planted bug translates wrongly: tests and tokens.

The compiler with the bug divides where the program asks for a remainder. A candidate fails if it compiles, both
programs end without an error within two seconds of processor time (so that the load of the machine changes nothing),
and their outputs differ. Needs Debian's packages csmith, libcsmith-dev and gcc.

usage: python -m benchmarks.csmith [SEED...]
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.report import Report
from thresher import reduce
from thresher.formats.units.tokens import count_tokens

SEEDS = ("2",)
COMPILER = ("gcc", "-w", "-O0", "-I/usr/include/csmith")
RIGHT, WRONG = b"safe_mod_func", b"safe_div_func"
SECONDS = 2
AT = (50, 100, 200)


def output(data: bytes, folder: Path) -> bytes | None:
    """What a program prints; None if it does not compile, ends with an error or takes too long."""
    source, program = folder / "input.c", folder / "program"
    source.write_bytes(data)
    if subprocess.run([*COMPILER, str(source), "-o", str(program)], capture_output=True, check=False).returncode:
        return None
    limited = ["prlimit", f"--cpu={SECONDS}", str(program)]
    ended = subprocess.run(limited, capture_output=True, check=False)
    return None if ended.returncode else ended.stdout


def is_wrong(data: bytes) -> bool:
    """Whether the compiler with the bug makes another program of it."""
    if RIGHT not in data:
        return False
    with tempfile.TemporaryDirectory() as name:
        right = output(data, Path(name))
        wrong = None if right is None else output(data.replace(RIGHT, WRONG), Path(name))
    return wrong is not None and right != wrong


def main() -> None:
    columns = ["seed", "bytes", "tokens", *(f"after {at} tests" for at in AT), "tokens left", "bytes left", "tests"]
    report = Report("csmith", "Programs of csmith with wrong code", columns)
    for seed in sys.argv[1:] or SEEDS:
        command = ["csmith", "--seed", seed, "--max-funcs", "14"]
        data = subprocess.run(command, capture_output=True, check=True).stdout
        if not is_wrong(data):
            print(f"seed {seed}: the planted bug makes no difference", file=sys.stderr)
            continue
        left: list[int] = []
        best = data

        def test(candidate: bytes, left: list[int] = left) -> bool:
            nonlocal best
            fails = is_wrong(candidate)
            best = min(best, candidate, key=len) if fails else best
            left.append(count_tokens(best))
            return fails

        reduced = reduce(data, test, name="input.c")
        at = [left[min(each, len(left)) - 1] for each in AT]
        report.row(seed, len(data), count_tokens(data), *at, count_tokens(reduced.data), len(reduced.data), len(left))
    report.note("Compiled and run twice for each test, without optimization.")
    report.write()


if __name__ == "__main__":
    main()
