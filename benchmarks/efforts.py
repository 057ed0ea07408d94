"""Tests, tokens and bytes left for each effort; only a thorough search is limited to so many seconds.

usage: python -m benchmarks.efforts CORPUS CASE... [--seconds S]
"""

from __future__ import annotations

from benchmarks.corpus import chosen, corpus_arguments, run_case, sizes_left
from benchmarks.report import Report
from thresher.plan.effort import Effort

LONGEST = 3600.0  # seconds of a search that ends by itself


def main() -> None:
    given = corpus_arguments(__doc__, seconds=300.0).parse_args()
    cases = chosen(given)
    report = Report("efforts", "Tests / tokens / bytes left", ["case", *(each.value for each in Effort)])
    for case in cases:
        cells = []
        for effort in Effort:
            options = ["--effort", effort.value]
            seconds = given.seconds if effort is Effort.THOROUGH else LONGEST
            done = run_case(case, seconds=seconds, options=options)
            out_of_time = "*" if done and done["seconds"] >= seconds else ""
            cells.append(sizes_left(done) + out_of_time)
        report.row(case.name, *cells)
    report.note(f"* the time ran out, {given.seconds:g} s")
    report.write()


if __name__ == "__main__":
    main()
