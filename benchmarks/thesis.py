"""The studies of the HDD thesis that can be repeated: bug.c of Figure 4.1 (Table 4.1) and XML (Table 4.2).

usage: python -m benchmarks.thesis CORPUS [--seconds S]
"""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmarks.corpus import run_case
from benchmarks.report import Report

METHODS = {
    "ddmin by lines": ["--format", "lines", "--algorithm", "ddmin"],
    "ddmin by characters": ["--format", "characters", "--algorithm", "ddmin"],
    "HDD, ddmin inside": ["--algorithm", "hdd", "--minimizer", "ddmin"],
    "HDD": ["--algorithm", "hdd"],
    "HDD+": ["--algorithm", "hdd+"],
    "HDD*": ["--algorithm", "hdd*"],
    "HDDr": ["--algorithm", "hddr"],
    "the default plan": [],
}
STUDIES = {"hdd-bug-c": "source", "xslt_infinite_recursion": "xml", "xml_xmldom_cdata_end": "xml"}
PUBLISHED = {
    ("hdd-bug-c", "ddmin by characters"): "680 tests",
    ("hdd-bug-c", "HDD"): "86 tests, 51 tokens",
    ("hdd-bug-c", "HDD*"): "164 tests",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--seconds", type=float, default=150.0)
    given = parser.parse_args()
    columns = ["study", "method", "tests", "tokens left", "seconds", "in the thesis"]
    report = Report("thesis", "The studies of the HDD thesis", columns)
    for name, form in STUDIES.items():
        for method, options in METHODS.items():
            only = [] if "ddmin by" in method or not options else ["--min-granularity", form]
            done = run_case(given.corpus.resolve() / name, seconds=given.seconds, jobs=1, options=[*options, *only])
            if done is not None:
                left = f"{done['after']['tokens']}{'' if done['finished'] else '*'}"
                published = PUBLISHED.get((name, method), "")
                report.row(name, method, done["tests"], left, f"{done['seconds']:.1f}", published)
    report.note(
        "* the time ran out. Tests include the three runs of the input at the start, the empty input and one run of "
        "the result at the end. HDD alone ends with the tree; the default plan continues with promotion and tokens."
    )
    report.write()


if __name__ == "__main__":
    main()
