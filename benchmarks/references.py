"""Reduces programs of this machine's packages with and without the search over references by name.

A candidate fails only if it compiles, or runs, and still has the planted property. Inputs: Python's decimal module, two
files of the JDK's sources (src.zip), the crate smallvec (Debian: librust-smallvec-dev), and lodash and moment from a
folder with `npm install lodash moment`. What is not there is left out.

usage: python -m benchmarks.references [--npm FOLDER] [--tests N] [CASE...]
"""

from __future__ import annotations

import _pydecimal
import argparse
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from benchmarks.report import Report
from thresher import Stop, reduce
from thresher.formats.source.references import graph
from thresher.formats.units.tokens import count_tokens

AT = (10, 30, 100, 300)
JVM, CRATES = Path("/usr/lib/jvm"), Path("/usr/share/cargo/registry")
SERVER = Path(__file__).with_name("Compiles.java")
DECIMAL = b"\nprint(Decimal('1.1') + Decimal('2.25'))\n"
LODASH = b"\nconsole.log(module.exports.groupBy([6.1, 4.2, 6.3], Math.floor));\n"
MOMENT = b"\nconsole.log(module.exports.utc('2020-02-29').add(1, 'year').format('YYYY-MM-DD'));\n"
SMALLVEC = b"""
/// Planted.
pub fn plant() { let mut v: SmallVec<[u8; 4]> = SmallVec::new(); v.push(1); let planted = v.len(); }
"""


class Case(NamedTuple):
    """An input and whether a candidate fails."""

    name: str
    data: bytes
    fails: Callable[[bytes], bool]


def run(command: list[str], name: str, data: bytes) -> subprocess.CompletedProcess[bytes] | None:
    """The run of a command on a file with this content; None if it takes too long."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_bytes(data)
        words = [word.format(file=path, folder=folder) for word in command]
        try:
            return subprocess.run(words, capture_output=True, cwd=folder, check=False, timeout=20)
        except subprocess.TimeoutExpired:
            return None


def prints(command: list[str], name: str, output: bytes, data: bytes) -> bool:
    """Whether a program ends well and prints exactly this."""
    ended = run(command, name, data)
    return ended is not None and ended.returncode == 0 and ended.stdout == output


def warns(data: bytes) -> bool:
    """Whether a crate compiles and rustc warns of the planted variable."""
    command = ["rustc", "--edition=2018", "--crate-type=lib", "--emit=metadata", "--out-dir", "{folder}", "{file}"]
    ended = run(command, "lib.rs", data)
    return ended is not None and ended.returncode == 0 and b"unused variable: `planted`" in ended.stderr


class JavaCompiler:
    """Compiles in a process that is started once."""

    def __init__(self, home: Path) -> None:
        command = [str(home / "bin/java"), "-XX:TieredStopAtLevel=1", str(SERVER)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def has(self, name: str, text: str, data: bytes) -> bool:
        """Whether a file compiles to a class with a text in it."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, name).write_bytes(data)
            self._process.stdin.write(f"{folder} {name} {text}\n")
            self._process.stdin.flush()
            return self._process.stdout.readline().strip() == "yes"


def cases(npm: Path | None) -> Iterator[Case]:
    """Those whose inputs are on this machine."""
    module = Path(_pydecimal.__file__).read_bytes() + DECIMAL
    yield Case("decimal.py", module, partial(prints, [sys.executable, "-I", "{file}"], "decimal.py", b"3.35\n"))
    for name, use, output in (
        ("lodash", LODASH, b"{ '4': [ 4.2 ], '6': [ 6.1, 6.3 ] }\n"),
        ("moment", MOMENT, b"2021-02-28\n"),
    ):
        path = (npm or Path()) / "node_modules" / name / f"{name}.js"
        if path.exists():
            yield Case(path.name, path.read_bytes() + use, partial(prints, ["node", "{file}"], path.name, output))
    for home in sorted(path.parent.parent for path in JVM.glob("*/lib/src.zip") if path.exists())[-1:]:
        compiler = JavaCompiler(home)
        for file, text in (
            ("java.base/java/util/Collections.java", "Attempt to insert "),
            ("java.base/java/util/regex/Pattern.java", "Look-behind group does not have"),
        ):
            with zipfile.ZipFile(home / "lib/src.zip") as sources:
                data = sources.read(file)
            name = Path(file).name
            yield Case(name, data, partial(compiler.has, name, text))
    for path in sorted(CRATES.glob("smallvec-1.*/src/lib.rs"))[:1]:
        yield Case("lib.rs", path.read_bytes() + SMALLVEC, warns)


def curve(case: Case, tests: int) -> tuple[list[int], bytes]:
    """The smallest size after each test, and the result."""
    left: list[int] = []

    def fails(candidate: bytes) -> bool:
        outcome = case.fails(candidate)
        best = left[-1] if left else len(case.data)
        left.append(min(best, len(candidate)) if outcome else best)
        return outcome

    return left, reduce(case.data, fails, name=case.name, stop=Stop(tests=tests)).data


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--npm", type=Path)
    parser.add_argument("--tests", type=int, default=100)
    parser.add_argument("cases", nargs="*")
    options = parser.parse_args()
    at = [each for each in AT if each <= options.tests]
    columns = ["input", "bytes", "references", *(f"after {each} tests" for each in at), "tests", "tokens left"]
    report = Report("references", "Programs that must compile or run, with and without references by name", columns)
    tables = dict(graph.TABLES)
    for case in cases(options.npm):
        if options.cases and case.name not in options.cases:
            continue
        if not case.fails(case.data):
            print(f"{case.name}: does not fail here", file=sys.stderr)
            continue
        for used in (True, False):
            graph.TABLES.clear()
            graph.TABLES.update(tables if used else {})
            left, result = curve(case, options.tests)
            sizes = [left[min(each, len(left)) - 1] for each in at]
            report.row(
                case.name, len(case.data), "used" if used else "not used", *sizes, len(left), count_tokens(result)
            )
    report.note(f"One job, stopped after {options.tests} tests; sizes in bytes.")
    report.write()


if __name__ == "__main__":
    main()
