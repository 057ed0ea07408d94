"""Compares thresher and Picireny with the same ANTLR grammar on the same inputs, one test at a time, default settings.

Picireny is installed into an environment of its own. Its tool jar is the one given, or the one of antlerinator (from
`~/.antlerinator`, which Picireny downloads itself where it can), or is assembled from Debian's package `antlr4`. The
tests of both are counted by the wrapper around the `test.sh` of the case.

usage: python -m benchmarks.picireny CORPUS [CASE...] [--peers FOLDER] [--antlr JAR] [--seconds S]
"""

from __future__ import annotations

import argparse
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.report import Report

GRAMMARS = Path(__file__).parent.parent / "examples" / "grammars"
TOKEN = re.compile(rb"\w+|[^\s\w]")
DEBIAN = "antlr4 antlr4-runtime antlr3-runtime stringtemplate4 treelayout icu4j javax.json"
MANIFEST_WIDTH = 70


@dataclass(frozen=True)
class Case:
    """A folder of the corpus, the grammar of its input and the rule that the input is."""

    folder: str
    grammar: str
    start: str


CASES = [
    Case("java_sha1_divzero", "Java.g4", "compilationUnit"),
    Case("json_jq_int64", "JSON.g4", "document"),
    Case("smt_cvc4_fp_unreachable", "SMTLIB.g4", "script"),
    Case("smt_cvc4_par_datatype", "SMTLIB.g4", "script"),
]


@dataclass(frozen=True)
class Measured:
    """What one reduction took and left; `ended` is false when its time ran out."""

    tests: int
    data: bytes
    seconds: float
    ended: bool


def manifest(headers: list[str]) -> str:
    """A jar's manifest; a long header continues in lines that begin with a space."""
    lines = ["Manifest-Version: 1.0"]
    for header in headers:
        lines.append(header[:MANIFEST_WIDTH])
        rest = header[MANIFEST_WIDTH:]
        width = MANIFEST_WIDTH - 1
        lines += [" " + rest[start : start + width] for start in range(0, len(rest), width)]
    return "\r\n".join([*lines, "", ""])


def antlr_jar(peers: Path) -> Path | None:
    """A jar that `java -jar` can run, or None to let Picireny look for its own."""
    libraries = [Path("/usr/share/java", f"{name}.jar") for name in DEBIAN.split()]
    present = [library.as_uri() for library in libraries if library.exists()]
    if any(Path.home().glob(".antlerinator/antlr-*-complete.jar")) or not libraries[0].exists():
        return None
    jar = peers / "antlr.jar"
    with zipfile.ZipFile(jar, "w") as archive:
        headers = ["Main-Class: org.antlr.v4.Tool", f"Class-Path: {' '.join(present)}"]
        archive.writestr("META-INF/MANIFEST.MF", manifest(headers))
    return jar


def install(peers: Path) -> Path:
    """Picireny's command, installed if it is not there yet."""
    home = peers / "picireny"
    command = home / "bin" / "picireny"
    if not command.exists():
        subprocess.run([sys.executable, "-m", "venv", str(home)], check=True)
        subprocess.run([str(home / "bin" / "pip"), "install", "--quiet", "picireny"], check=True)
    return command


def counting(test: Path, folder: Path) -> tuple[Path, Path]:
    """A test that does what `test` does and first adds a byte to a file: both paths."""
    counter, wrapper = folder / "runs", folder / "test.sh"
    counter.touch()
    wrapper.write_text(f'#!/bin/sh\nprintf x >> {shlex.quote(str(counter))}\nexec {shlex.quote(str(test))} "$1"\n')
    wrapper.chmod(0o755)
    return wrapper, counter


def measure(
    case: Path, command: Callable[[str, Path], list[str]], output: Callable[[str], str], limit: float
) -> Measured:
    """Reduces in a fresh folder: `command(input, test)` leaves its result in `output(input)` there."""
    (source,) = case.glob("input.*")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copy(source, folder)
        wrapper, counter = counting(case / "test.sh", folder)
        begun, ended = time.monotonic(), True
        log = folder / "log"
        with log.open("wb") as stream:
            try:
                subprocess.run(
                    command(source.name, wrapper), cwd=folder, stdout=stream, stderr=stream, check=True, timeout=limit
                )
            except subprocess.TimeoutExpired:
                ended = False
            except subprocess.CalledProcessError as error:
                sys.exit(f"{shlex.join(error.cmd)}\n{log.read_text(errors='replace')[-2000:]}")
        seconds, result = time.monotonic() - begun, folder / output(source.name)
        data = result.read_bytes() if result.exists() else source.read_bytes()
        return Measured(counter.stat().st_size, data, seconds, ended)


def with_picireny(case: Case, corpus: Path, peers: Path, jar: Path | None, limit: float) -> Measured:
    """Its HDD as it comes; only Python's recursion limit is raised, for deep trees."""
    picireny = install(peers)

    def command(source: str, test: Path) -> list[str]:
        return [
            *(str(picireny), "-i", source, "--test", str(test), "-g", str(GRAMMARS / case.grammar), "-s", case.start),
            *("-j", "1", "-o", "out", "--sys-recursion-limit", "10000", *(["--antlr", str(jar)] if jar else [])),
        ]

    return measure(corpus / case.folder, command, lambda source: f"out/{source}", limit)


def with_thresher(case: Case, corpus: Path, limit: float) -> Measured:
    """`thresher reduce` with the grammar."""

    def command(source: str, test: Path) -> list[str]:
        return [
            *(sys.executable, "-m", "thresher", "reduce", source, "--grammar", str(GRAMMARS / case.grammar)),
            *("--start", case.start, "--jobs", "1", "--fresh", "-o", "reduced", "--test", str(test)),
        ]

    return measure(corpus / case.folder, command, lambda source: "reduced", limit)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("cases", nargs="*")
    parser.add_argument("--peers", type=Path, default=Path.home() / ".cache" / "thresher-peers")
    parser.add_argument("--antlr", type=Path, help="the ANTLR 4 tool as one jar; default: the first that is found")
    parser.add_argument("--seconds", type=float, default=3600.0, help="for one reduction; default: 3600")
    given = parser.parse_args()
    corpus, peers = given.corpus.resolve(), given.peers.resolve()
    peers.mkdir(parents=True, exist_ok=True)
    jar = given.antlr.resolve() if given.antlr else antlr_jar(peers)
    columns = ["case", "grammar", "tool", "tests", "tokens left", "bytes left", "seconds"]
    report = Report("picireny", "Thresher and Picireny with one grammar", columns)
    for case in CASES:
        if given.cases and case.folder not in given.cases:
            continue
        for tool in ("Picireny", "thresher"):
            if tool == "Picireny":
                done = with_picireny(case, corpus, peers, jar, given.seconds)
            else:
                done = with_thresher(case, corpus, given.seconds)
            tokens = f"{len(TOKEN.findall(done.data))}{'' if done.ended else '*'}"
            report.row(case.folder, case.grammar, tool, done.tests, tokens, len(done.data), f"{done.seconds:.1f}")
    report.note("* the time ran out")
    report.write()


if __name__ == "__main__":
    main()
