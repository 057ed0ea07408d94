"""What each mechanism for what needs what gains: the inputs that it is for, reduced with and without it.

The inputs are in benchmarks/mechanism_inputs, or cases of CORPUS.

usage: python -m benchmarks.mechanisms CORPUS [MECHANISM...] [--seconds S]
"""

from __future__ import annotations

import argparse
import sys
from functools import cache
from pathlib import Path

from benchmarks.corpus import run_case, sizes_left
from benchmarks.leave_out import MECHANISMS
from benchmarks.report import Report

INPUTS = Path(__file__).with_name("mechanism_inputs")
SCRIPT = Path(__file__).with_name("leave_out.py")
CASES = {
    "masking": ["bcc-bug-natural"],
    "closure search": ["gcc12-pr109450-zlib", "tcc-reject-csmith"],
    "joint edits": ["ll_vectorize_fmuladd", "spv_phi_inversesqrt", "wasm_split_assertion"],
    "one test whether errors matter": ["gcc12-pr109450-zlib"],
    "kinds of errors": ["pcc-ice-perses66375"],
    "same edit everywhere": ["c_casts"],
    "main path": ["bcc-bug-natural"],
    "substitution": ["cpp_template_compare"],
    "inlining": ["c_inline", "py_inline"],
    "elsewhere": ["clang14-gh61159-small"],
    "lone_names": ["bcc-bug-natural"],
    "arguments": ["py_arguments"],
}


@cache
def left(case: Path, mechanism: str | None, seconds: float) -> str:
    """Tests, tokens and bytes; without one of the mechanisms, which is a transformation if it is not known here."""
    if mechanism is None:
        return sizes_left(run_case(case, seconds=seconds))
    if mechanism in MECHANISMS:
        program = (sys.executable, "-P", str(SCRIPT), mechanism)
        return sizes_left(run_case(case, seconds=seconds, program=program))
    return sizes_left(run_case(case, seconds=seconds, options=["--without", mechanism]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("mechanisms", nargs="*", choices=[[], *CASES], metavar="MECHANISM")
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument("--name", default="mechanisms", help="of the table that is written")
    given = parser.parse_args()
    title = "Tests / tokens / bytes left with and without each mechanism"
    report = Report(given.name, title, ["mechanism", "input", "with", "without"])
    for mechanism in given.mechanisms or CASES:
        for name in CASES[mechanism]:
            case = next(path for path in (INPUTS / name, given.corpus.resolve() / name) if path.exists())
            report.row(mechanism, name, *(left(case, each, given.seconds) for each in (None, mechanism)))
    report.write()


if __name__ == "__main__":
    main()
