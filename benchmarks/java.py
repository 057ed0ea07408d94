"""The Java study of the HDD thesis (Table 5.1), with a yacc grammar, an ANTLR grammar and tree-sitter.

usage: python -m benchmarks.java CORPUS

Every candidate is kept, and javac's own parser counts afterwards how many have a syntax error.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.report import Report
from thresher import reduce
from thresher.grammars.analysis import checked
from thresher.grammars.language import Language
from thresher.session.grammars import load_grammar

GRAMMARS = Path(__file__).parents[1] / "examples" / "grammars"
CASE = "java_sha1_divzero"
TOKEN = re.compile(rb"[A-Za-z0-9_]+|[^\sA-Za-z0-9_]")


def methods() -> dict[str, dict[str, Any]]:
    hdd = {"algorithm": "hdd", "min_granularity": "grammar"}
    yacc, antlr = GRAMMARS / "java.y", GRAMMARS / "Java.g4"
    return {
        "java.y, HDD, lists as the grammar has them": {
            "grammar": Language(checked(load_grammar(yacc)), flat=False),
            **hdd,
        },
        "java.y, HDD, lists flat": {"grammar": yacc, **hdd},
        "java.y, the default plan": {"grammar": yacc},
        "Java.g4, HDD": {"grammar": antlr, **hdd},
        "Java.g4, the default plan": {"grammar": antlr},
        "tree-sitter, HDD": {"algorithm": "hdd", "min_granularity": "source"},
        "tree-sitter, the default plan": {},
    }


class Oracle:
    """Runs the case's test on each candidate and keeps the candidate."""

    def __init__(self, script: Path, folder: Path) -> None:
        self._script, self._folder = script, folder
        self.files: list[Path] = []

    def __call__(self, data: bytes) -> bool:
        path = self._folder / f"{len(self.files)}.java"
        path.write_bytes(data)
        self.files.append(path)
        return subprocess.run(["sh", self._script, path], check=False).returncode == 0

    def broken(self) -> int:
        """How many candidates javac's parser does not take."""
        program = Path(__file__).with_name("Parses.java")
        done = subprocess.run(["java", program, *self.files], capture_output=True, text=True, check=True)
        return int(done.stdout)


def main() -> None:
    case = Path(sys.argv[1]).resolve() / CASE
    data = (case / "input.java").read_bytes()
    columns = ["method", "tests", "with a syntax error", "non-blank characters", "tokens", "seconds", "result"]
    report = Report("java", "SHA-1 in Java with a division by zero (thesis, Table 5.1)", columns)
    report.row("thesis: ddmin by characters", 14817, 13371, 652, "", 10330, "")
    report.row("thesis: HDD, yacc grammar", 88, 0, 41, "", 49, "")
    for name, options in methods().items():
        with tempfile.TemporaryDirectory() as folder:
            oracle = Oracle(case / "test.sh", Path(folder))
            begun = time.perf_counter()
            result = reduce(data, oracle, name="input.java", **options).data
            seconds = time.perf_counter() - begun
            size, tokens = len(b"".join(result.split())), len(TOKEN.findall(result))
            text = f"`{b' '.join(result.split()).decode()}`"
            report.row(name, len(oracle.files), oracle.broken(), size, tokens, f"{seconds:.0f}", text)
    report.note("Tests include three runs of the input at the start, the empty input, and one run of the result.")
    report.write()


if __name__ == "__main__":
    main()
