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
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from benchmarks.report import Report

THRESHER = sys.executable, "-m", "thresher"


def corpus_arguments(about: str | None, *, seconds: float) -> argparse.ArgumentParser:
    """A parser for a corpus, the names of cases, and a limit for each reduction."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("cases", nargs="*")
    parser.add_argument("--seconds", type=float, default=seconds)
    return parser


def parsed(parser: argparse.ArgumentParser) -> tuple[argparse.Namespace, list[str]]:
    """The arguments, and what follows `--`: options of thresher reduce."""
    arguments = sys.argv[1:]
    cut = arguments.index("--") if "--" in arguments else len(arguments)
    return parser.parse_args(arguments[:cut]), arguments[cut + 1 :]


def chosen(given: argparse.Namespace) -> list[Path]:
    """The folders of the cases that were named, or all, by name."""
    every = sorted(path.parent for path in given.corpus.resolve().glob("*/test.sh"))
    return [case for case in every if not given.cases or case.name in given.cases]


def reduce_case(
    case: Path, folder: str, *options: str, program: Sequence[str] = THRESHER
) -> subprocess.CompletedProcess[bytes]:
    """Reduces a copy of the input in a folder, which has the session afterwards."""
    (source,) = case.glob("input.*")
    shutil.copy(source, folder)
    command = [*program, "reduce", source.name, "--test", str(case / "test.sh"), "--quiet"]
    return subprocess.run([*command, *options], cwd=folder, capture_output=True, check=False)


def run_case(
    case: Path, *, seconds: float, jobs: int = 1, options: Iterable[str] = (), program: Sequence[str] = THRESHER
) -> dict[str, Any] | None:
    """The statistics of one reduction, or None with a line on standard error if it could not be done."""
    with tempfile.TemporaryDirectory() as folder:
        limits = "--json", "--jobs", str(jobs), "--max-seconds", str(seconds)
        done = reduce_case(case, folder, *limits, *options, program=program)
    if done.returncode not in (0, 1):
        print(f"{case.name}: {done.stderr.decode().strip()[-300:]}", file=sys.stderr)
        return None
    statistics: dict[str, Any] = json.loads(done.stdout)
    return statistics


def sizes_left(done: dict[str, Any] | None) -> str:
    """Tests, tokens and bytes left, for a cell of a table."""
    return f"{done['tests']} / {done['after']['tokens']} / {done['after']['bytes']}" if done else "–"


def main() -> None:
    parser = corpus_arguments(__doc__, seconds=150.0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--name", default="corpus", help="of the table that is written")
    given, options = parsed(parser)
    report = Report(given.name, "Real failing inputs", ["case", "tokens in", "tests", "tokens left", "seconds"])
    for case in chosen(given):
        done = run_case(case, seconds=given.seconds, jobs=given.jobs, options=options)
        if done is not None:
            left = f"{done['after']['tokens']}{'' if done['finished'] else '*'}"
            report.row(case.name, done["before"]["tokens"], done["tests"], left, f"{done['seconds']:.1f}")
    report.note("* the time ran out")
    report.write()


if __name__ == "__main__":
    main()
