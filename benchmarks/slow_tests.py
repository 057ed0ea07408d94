"""How much is left of a large program after few tests, where each test would take seconds: a compiler, then two runs.

Programs of csmith, with bugs planted by the test script: a compiler that divides where the program asks for a remainder
(remainder), the same judged by a strict script (every function returns, no variable is read before it is set), one that
adds where it should subtract, and one that fails on two calls near each other (crash). Many seeds show no difference. A
folder with `input.*` and `test.sh` may be given as well.

What counts is what is left after so many runs of the script, the first ones on the whole input included. The work is
the sum of the sizes of all candidates up to then, as a multiple of the input: where the time of a test grows with the
size, that many tests of the whole input would have taken as long.

The programs are given two seconds of processor time, so that the load of the machine changes nothing.

Needs Debian's packages csmith, libcsmith-dev and gcc.

usage: python -m benchmarks.slow_tests [--tests N] [--cases KIND:SEED,...] [--folder FOLDER]...
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from benchmarks.report import Report

AT = (10, 20, 40, 60)
CASES = "remainder:2,strict:2,subtraction:22,crash:6"
THRESHER = str(Path(sys.executable).parent / "thresher")
BEGIN = """#!/bin/sh
f=${{1:-input.c}}
size=$(wc -c < "$f")
fails() {{
{check}
}}
if fails; then echo "$size 1" >> {log}; exit 0; fi
echo "$size 0" >> {log}
exit 1
"""
WRONG = """
  grep -q safe_mod_func "$f" || return 1
  sed s/safe_mod_func/safe_div_func/g "$f" > wrong.c
  gcc -w -O0 -I/usr/include/csmith "$f" -o right 2>/dev/null || return 1
  gcc -w -O0 -I/usr/include/csmith wrong.c -o wrong 2>/dev/null || return 1
  prlimit --cpu=2 ./right > right.out && prlimit --cpu=2 ./wrong > wrong.out || return 1
  ! cmp -s right.out wrong.out"""
STRICT = """
  grep -q safe_mod_func "$f" || return 1
  sed s/safe_mod_func/safe_div_func/g "$f" > wrong.c
  flags="-w -O0 -I/usr/include/csmith -Werror=return-type -Werror=implicit-function-declaration -Werror=int-conversion"
  gcc $flags -ftrivial-auto-var-init=zero "$f" -o right 2>/dev/null || return 1
  gcc $flags -ftrivial-auto-var-init=zero wrong.c -o wrong 2>/dev/null || return 1
  prlimit --cpu=2 ./right > right.out && prlimit --cpu=2 ./wrong > wrong.out || return 1
  cmp -s right.out wrong.out && return 1
  gcc $flags -ftrivial-auto-var-init=pattern -fsanitize=undefined -fno-sanitize-recover=all "$f" -o same || return 1
  prlimit --cpu=2 ./same > same.out 2>/dev/null && cmp -s right.out same.out"""
CRASH = """
  gcc -w -O0 -I/usr/include/csmith -S "$f" -o out.s 2>/dev/null || return 1
  awk '/^[a-z_0-9]+:/ {{ at = -99 }} /call.safe_lshift_func/ {{ at = NR }}
    /call.safe_mod_func/ && NR - at < 30 {{ found = 1 }} END {{ exit !found }}' out.s"""
SUBTRACTION = WRONG.replace("safe_mod_func", "safe_sub_func").replace("safe_div_func", "safe_add_func")
KINDS = {"remainder": WRONG, "strict": STRICT, "subtraction": SUBTRACTION, "crash": CRASH}


class Measured(NamedTuple):
    """The size of the input, and of each candidate with whether it failed."""

    size: int
    runs: list[tuple[int, bool]]

    def left(self, tests: int) -> int:
        """The size of the smallest failing candidate after so many tests."""
        return min((size for size, failed in self.runs[:tests] if failed), default=self.size)

    def work(self, tests: int) -> float:
        """The bytes of all candidates, as a multiple of the input."""
        return sum(size for size, _ in self.runs[:tests]) / self.size


def measured(source: Path, script: str, tests: int, folder: Path) -> Measured | None:
    """A reduction of a file that is stopped after so many tests; None if the file does not fail."""
    shutil.copy(source, folder / source.name)
    log, test = folder / "runs.log", folder / "test.sh"
    test.write_text(script.format(log=log))
    test.chmod(0o755)
    command = [THRESHER, "reduce", source.name, "--test", str(test), "-q", "--jobs", "1", "--max-tests", str(tests)]
    subprocess.run(command, cwd=folder, check=False, capture_output=True)
    runs = [(int(size), failed == "1") for size, failed in map(str.split, log.read_text().splitlines())]
    return Measured(source.stat().st_size, runs) if any(failed for _, failed in runs) else None


def programs(cases: list[str], folder: Path) -> Iterator[tuple[str, Path, str]]:
    """The name, file and script of each program of csmith."""
    for case in cases:
        kind, _, seed = case.partition(":")
        source = folder / case / "input.c"
        source.parent.mkdir()
        command = ["csmith", "--seed", seed, "--max-funcs", "14"]
        source.write_bytes(subprocess.run(command, capture_output=True, check=True).stdout)
        yield case, source, BEGIN.replace("{check}", KINDS[kind])


def given(folders: list[Path]) -> Iterator[tuple[str, Path, str]]:
    """The same for folders with a script of their own."""
    for folder in folders:
        (source,) = folder.glob("input.*")
        script = folder.absolute() / "test.sh"
        flags = "".join(f"  # {line}\n" for line in script.read_text().splitlines())  # thresher looks for them
        check = flags.replace("{", "{{").replace("}", "}}") + f'  sh {script} "$f"'
        yield folder.name, source, BEGIN.replace("{check}", check)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tests", type=int, default=max(AT))
    parser.add_argument("--cases", default=CASES)
    parser.add_argument("--folder", type=Path, action="append", default=[])
    options = parser.parse_args()
    marks = [at for at in AT if at <= options.tests]
    columns = ["case", "bytes", *(f"% left after {at} tests" for at in marks), f"work of {marks[-1]} tests"]
    report = Report("slow_tests", "Large programs after few tests", columns)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        cases = [*programs([each for each in options.cases.split(",") if each], folder), *given(options.folder)]
        for case, source, script in cases:
            with tempfile.TemporaryDirectory() as run:
                found = measured(source, script, options.tests, Path(run))
            if found is None:
                print(f"{case}: the planted bug makes no difference", file=sys.stderr)
                continue
            left = [f"{100 * found.left(at) / found.size:.1f}" for at in marks]
            report.row(case, found.size, *left, f"{found.work(marks[-1]):.1f}")
    report.note("Tests are all runs of the script, the first ones on the whole input included.")
    report.write()


if __name__ == "__main__":
    main()
