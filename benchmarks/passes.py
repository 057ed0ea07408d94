"""What each transformation gains: the same cases with each one left out in turn, and with none at all.

usage: python -m benchmarks.passes CORPUS CASE... [--seconds S]
"""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmarks.corpus import run_case
from benchmarks.report import Report
from thresher.plan.default import transformations


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("cases", nargs="+")
    parser.add_argument("--seconds", type=float, default=150.0)
    given = parser.parse_args()
    every = transformations()
    report = Report(
        "passes", "Tests / tokens / bytes left with each transformation left out", ["without", *given.cases]
    )
    for without in ((), *((each,) for each in every), every):
        cells = []
        for name in given.cases:
            options = ["--without", ",".join(without)] if without else []
            done = run_case(given.corpus.resolve() / name, seconds=given.seconds, jobs=1, options=options)
            cells.append(f"{done['tests']} / {done['after']['tokens']} / {done['after']['bytes']}" if done else "–")
        report.row("all of them" if without == every else ", ".join(without) or "nothing", *cells)
    report.write()


if __name__ == "__main__":
    main()
