"""What each transformation gains: the same cases with each one left out in turn, and with none at all.

usage: python -m benchmarks.passes CORPUS CASE... [--seconds S]
"""

from __future__ import annotations

from benchmarks.corpus import chosen, corpus_arguments, run_case, sizes_left
from benchmarks.report import Report
from thresher.plan.default import transformations


def main() -> None:
    given = corpus_arguments(__doc__, seconds=150.0).parse_args()
    cases = chosen(given)
    every = transformations()
    title = "Tests / tokens / bytes left with each transformation left out"
    report = Report("passes", title, ["without", *(case.name for case in cases)])
    for without in ((), *((each,) for each in every), every):
        cells = []
        for case in cases:
            options = ["--without", ",".join(without)] if without else []
            cells.append(sizes_left(run_case(case, seconds=given.seconds, options=options)))
        report.row("all of them" if without == every else ", ".join(without) or "nothing", *cells)
    report.write()


if __name__ == "__main__":
    main()
