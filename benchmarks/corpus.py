"""Reduces every case of a corpus and prints tests, tokens left and seconds.

A case is a folder with `input.EXT` and `test.sh`, which exits 0 when the failure occurs.

usage: python -m benchmarks.corpus CORPUS [CASE...] [--seconds S] [--jobs N] [-- OPTIONS OF THRESHER REDUCE]
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.report import Report


def run_case(case: Path, *, seconds: float, jobs: int, options: list[str]) -> dict[str, Any] | None:
    """The statistics of one reduction, or None with a line on standard error if it could not be done."""
    (source,) = case.glob("input.*")
    with tempfile.TemporaryDirectory() as name:
        shutil.copy(source, name)
        done = subprocess.run(
            [
                *(sys.executable, "-m", "thresher", "reduce", source.name, "--json", "--quiet"),
                *("--jobs", str(jobs), "--max-seconds", str(seconds), "--test", str(case / "test.sh"), *options),
            ],
            cwd=name,
            capture_output=True,
            check=False,
        )
    if done.returncode not in (0, 1):
        print(f"{case.name}: {done.stderr.decode().strip()[-300:]}", file=sys.stderr)
        return None
    statistics: dict[str, Any] = json.loads(done.stdout)
    return statistics


def main() -> None:
    arguments = sys.argv[1:]
    cut = arguments.index("--") if "--" in arguments else len(arguments)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("cases", nargs="*")
    parser.add_argument("--seconds", type=float, default=150.0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--name", default="corpus", help="of the table that is written")
    given = parser.parse_args(arguments[:cut])
    report = Report(given.name, "Real failing inputs", ["case", "tokens in", "tests", "tokens left", "seconds"])
    for case in sorted(path.parent for path in given.corpus.resolve().glob("*/test.sh")):
        if given.cases and case.name not in given.cases:
            continue
        done = run_case(case, seconds=given.seconds, jobs=given.jobs, options=arguments[cut + 1 :])
        if done is not None:
            left = f"{done['after']['tokens']}{'' if done['finished'] else '*'}"
            report.row(case.name, done["before"]["tokens"], done["tests"], left, f"{done['seconds']:.1f}")
    report.note("* the time ran out")
    report.write()


if __name__ == "__main__":
    main()
