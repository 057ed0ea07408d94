"""The reducers that know a grammar: SMT-LIB's, or one that is given."""

from __future__ import annotations

import zipfile
from pathlib import Path

from benchmarks.peer_tools.case import Case
from benchmarks.peer_tools.peer import Commands, Job, Packages, Peer

RESULT = "result.smt2"
GRAMMARS = Path(__file__).parents[2] / "examples" / "grammars"
START_RULES = {"Java": ("Java.g4", "compilationUnit")}  # language: its ANTLR grammar and where that begins
JARS = Path("/usr/share/java")
ANTLR = ("antlr4", "antlr4-runtime", "antlr3-runtime", "stringtemplate4", "treelayout", "javax.json", "icu4j")
MANIFEST_WIDTH = 70


def _ddsmt(job: Job) -> Commands:
    return [[job.program("ddsmt"), "--jobs", str(job.jobs), "--ignore-output", job.name, RESULT, str(job.test)]]


def _is_smt(case: Case) -> bool:
    return case.language == "SMT-LIB"


def _picireny(job: Job) -> Commands:
    grammar, start = START_RULES[job.case.language]
    antlr = job.folder / "antlr.jar"
    _write_antlr(antlr)
    parallel = ["--parallel", "--jobs", str(job.jobs)] if job.jobs > 1 else []
    syntax = ["--grammar", str(GRAMMARS / grammar), "--start", start, "--antlr", str(antlr)]
    files = ["--input", job.name, "--out", "out", "--test", str(job.test)]
    return [[job.program("picireny"), *files, *syntax, *parallel, "--sys-recursion-limit", "10000"]]


def _write_antlr(path: Path) -> None:
    """A jar that only names Debian's, as one complete jar is wanted and Debian's does not name what it needs."""
    folders = " ".join((JARS / f"{name}.jar").as_uri() for name in ANTLR)
    lines = ["Manifest-Version: 1.0", "Main-Class: org.antlr.v4.Tool"]
    rest = f"Class-Path: {folders}"
    while rest:
        lines.append(rest[:MANIFEST_WIDTH])
        rest = rest[MANIFEST_WIDTH:] and f" {rest[MANIFEST_WIDTH:]}"
    with zipfile.ZipFile(path, "w") as jar:
        jar.writestr("META-INF/MANIFEST.MF", "\r\n".join(lines) + "\r\n\r\n")


def _has_grammar(case: Case) -> bool:
    return case.language in START_RULES and (GRAMMARS / START_RULES[case.language][0]).exists()


DDSMT = Peer(
    "ddsmt",
    Packages(programs=("ddsmt",), pypi=("ddsmt",)),
    _ddsmt,
    results=lambda _: [RESULT],
    suits=_is_smt,
)
PICIRENY = Peer(
    "picireny",
    Packages(programs=("picireny",), debian=("antlr4",), pypi=("picireny",)),
    _picireny,
    results=lambda job: [f"out/{job.name}"],
    suits=_has_grammar,
)
