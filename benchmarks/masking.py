"""Counts the syntax errors of tree-sitter's grammars in preprocessed headers of this machine, with and without masking.

usage: python -m benchmarks.masking
"""

from __future__ import annotations

import subprocess
import time
from typing import NamedTuple

from benchmarks.report import Report
from thresher.formats.source.guarded_parser import GuardedParser
from thresher.formats.source.masking.masked_text import masked
from thresher.formats.source.parse_errors import count_errors

C_HEADERS = "complex immintrin math netinet/in pthread signal stdatomic stdio stdlib sys/socket tgmath unistd"


class Input(NamedTuple):
    """A preprocessor's command for a language, and what to include."""

    language: str
    command: tuple[str, ...]
    includes: str


INPUTS = (
    *(Input("cpp", ("g++", f"-std=gnu++{year}"), "bits/stdc++.h") for year in (17, 20, 23)),
    Input("c", ("gcc", "-std=gnu17"), " ".join(f"{name}.h" for name in C_HEADERS.split())),
)


class Parsed(NamedTuple):
    """What a parse of a text comes to."""

    errors: int
    top: int
    seconds: float


def preprocessed(source: Input) -> bytes:
    """The headers as the compiler sees them."""
    text = "".join(f"#include <{name}>\n" for name in source.includes.split())
    suffix = "c++" if source.language == "cpp" else "c"
    command = [*source.command, "-E", "-x", suffix, "-"]
    return subprocess.run(command, input=text.encode(), capture_output=True, check=True).stdout


def parsed(language: str, text: bytes, *, masks: bool) -> Parsed:
    """The errors, the nodes at the top, and the processor time."""
    begun = time.process_time()
    tree = GuardedParser(language, masks=masks).parse(text)
    seconds = time.process_time() - begun
    return Parsed(count_errors(tree.walk()), tree.root_node.child_count, seconds)


def main() -> None:
    columns = ["headers", "kB", "errors", "masked", "top-level nodes", "masked", "seconds", "masked", "masking alone"]
    report = Report("masking", "Syntax errors in preprocessed headers, with and without masking", columns)
    for source in INPUTS:
        text = preprocessed(source)
        plain, hidden = (parsed(source.language, text, masks=masks) for masks in (False, True))
        begun = time.process_time()
        masked(source.language, text)
        alone = time.process_time() - begun
        name = f"{' '.join(source.command)}: {source.includes.split()[0]}"
        report.row(
            name,
            len(text) // 1000,
            plain.errors,
            hidden.errors,
            plain.top,
            hidden.top,
            f"{plain.seconds:.1f}",
            f"{hidden.seconds:.1f}",
            f"{alone:.2f}",
        )
    report.note("Errors are ERROR and MISSING nodes of the parse; seconds are processor time.")
    report.write()


if __name__ == "__main__":
    main()
