"""What each mechanism for what needs what gains: the same cases with each one left out in turn.

usage: python -m benchmarks.mechanisms CORPUS CASE... [--seconds S]
"""

from __future__ import annotations

import sys
from pathlib import Path

from benchmarks.corpus import chosen, corpus_arguments, run_case, sizes_left
from benchmarks.leave_out import MECHANISMS
from benchmarks.report import Report

SCRIPT = Path(__file__).with_name("leave_out.py")
TRANSFORMATIONS = ("substitution", "inlining", "moving", "elsewhere")


def main() -> None:
    given = corpus_arguments(__doc__, seconds=150.0).parse_args()
    cases = chosen(given)
    title = "Tests / tokens / bytes left with each mechanism left out"
    report = Report("mechanisms", title, ["without", *(case.name for case in cases)])
    report.row("nothing", *(sizes_left(run_case(case, seconds=given.seconds)) for case in cases))
    for name in MECHANISMS:
        program = (sys.executable, "-P", str(SCRIPT), name)
        report.row(name, *(sizes_left(run_case(case, seconds=given.seconds, program=program)) for case in cases))
    for name in TRANSFORMATIONS:
        options = ["--without", name]
        report.row(name, *(sizes_left(run_case(case, seconds=given.seconds, options=options)) for case in cases))
    report.write()


if __name__ == "__main__":
    main()
