"""Tests, tokens and bytes left for each effort.

usage: python -m benchmarks.efforts CORPUS CASE... [--seconds S]
"""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmarks.corpus import run_case
from benchmarks.report import Report
from thresher.plan.effort import Effort


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("cases", nargs="+")
    parser.add_argument("--seconds", type=float, default=300.0)
    given = parser.parse_args()
    report = Report("efforts", "Tests / tokens / bytes left", ["case", *(each.value for each in Effort)])
    for name in given.cases:
        cells = []
        for effort in Effort:
            options = ["--effort", effort.value]
            done = run_case(given.corpus.resolve() / name, seconds=given.seconds, jobs=1, options=options)
            out_of_time = "*" if done and done["seconds"] >= given.seconds else ""
            after = done["after"] if done else None
            cells.append(f"{done['tests']} / {after['tokens']} / {after['bytes']}{out_of_time}" if done else "–")
        report.row(name, *cells)
    report.note("* the time ran out")
    report.write()


if __name__ == "__main__":
    main()
