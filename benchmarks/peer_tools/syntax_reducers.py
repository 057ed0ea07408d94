"""The reducers based on a grammar: that of SMT-LIB, or a given one."""

from __future__ import annotations

from benchmarks.peer_tools.case import Case
from benchmarks.peer_tools.peer import Commands, Job, Packages, Peer
from benchmarks.picireny import GRAMMARS, antlr_jar

RESULT = "result.smt2"
START_RULES = {"Java": ("Java.g4", "compilationUnit")}  # language: its ANTLR grammar and where that begins


def _ddsmt(job: Job) -> Commands:
    return [[job.program("ddsmt"), "--jobs", str(job.jobs), "--ignore-output", job.name, RESULT, str(job.test)]]


def _is_smt(case: Case) -> bool:
    return case.language == "SMT-LIB"


def _picireny(job: Job) -> Commands:
    grammar, start = START_RULES[job.case.language]
    jar = antlr_jar(job.folder)
    parallel = ["--parallel", "--jobs", str(job.jobs)] if job.jobs > 1 else []
    syntax = ["--grammar", str(GRAMMARS / grammar), "--start", start, *(["--antlr", str(jar)] if jar else [])]
    files = ["--input", job.name, "--out", "out", "--test", str(job.test)]
    return [[job.program("picireny"), *files, *syntax, *parallel, "--sys-recursion-limit", "10000"]]


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
