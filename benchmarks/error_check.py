"""Reductions with and without the check for errors before a test: tests, tokens left, and the time of the checks.

Inputs are cases of a corpus in C and Python, modules of Python's library with a call that raises an exception,
and a program of csmith that has to compile, end without an error and print its checksum.

usage: python -m benchmarks.error_check CORPUS [CASE...]
"""

from __future__ import annotations

import re
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.csmith import output
from benchmarks.report import Report
from thresher import reduce
from thresher.engine import errors_before_test
from thresher.engine.clang.process import ClangWorker, Reply, Request
from thresher.formats.source.python_errors import python_error_kinds
from thresher.formats.units.tokens import count_tokens

COLUMNS = ["input", "tokens", "tests without", "tokens left", "tests with", "tokens left", "check / tests, seconds"]
SUFFIXES = (".c", ".py")
SECONDS = 20
EXCEPTIONS = {
    "textwrap": ('wrap("hello world", 0)', "ValueError: invalid width 0"),
    "fractions": ("Fraction(1, 3) + Fraction(2, 0)", "ZeroDivisionError: Fraction(2, 0)"),
    "difflib": ('list(unified_diff(["a"], ["b", 1]))', "TypeError: all arguments must be str"),
    "statistics": ('quantiles([1, 2, 3], method="x")', "ValueError: Unknown method"),
}
CSMITH = ("csmith", "--seed", "4", "--max-funcs", "3", "--max-block-size", "3")


@dataclass(frozen=True)
class Input:
    """A file that fails, and the test for it."""

    name: str
    data: bytes
    fails: Callable[[bytes], bool]


@dataclass
class Measured:
    """How long tests and checks took, and how many tests there were."""

    tests: int = 0
    test_seconds: float = 0.0
    check_seconds: float = 0.0
    left: bytes = field(default=b"", repr=False)


def corpus_case(folder: Path) -> Input | None:
    """A case of the corpus, if there is a check for its language."""
    (source,) = folder.glob("input.*")

    def fails(data: bytes) -> bool:
        with tempfile.TemporaryDirectory() as name:
            Path(name, source.name).write_bytes(data)
            return subprocess.run([folder / "test.sh"], cwd=name, capture_output=True, check=False).returncode == 0

    return Input(source.name, source.read_bytes(), fails) if source.suffix in SUFFIXES else None


def exception(module: str, call: str, message: str) -> Input:
    """A module of Python's library with a call at its end that raises an exception."""

    def fails(data: bytes) -> bool:
        with tempfile.TemporaryDirectory() as name:
            Path(name, "input.py").write_bytes(data)
            command = [sys.executable, "-I", "input.py"]
            try:
                ended = subprocess.run(command, cwd=name, capture_output=True, check=False, timeout=SECONDS)
            except subprocess.TimeoutExpired:
                return False
        return ended.returncode == 1 and message.encode() in ended.stderr

    path = Path(sysconfig.get_path("stdlib"), f"{module}.py")
    return Input("input.py", path.read_bytes() + f"\n{call}\n".encode(), fails)


def prints_checksum(data: bytes) -> bool:
    """Whether a program compiles, ends without an error and prints a checksum that is not zero."""
    with tempfile.TemporaryDirectory() as name:
        printed = output(data, Path(name)) or b""
    return re.search(rb"checksum = [0-9A-F]*[1-9A-F]", printed) is not None


def inputs(corpus: Path, cases: list[str]) -> Iterator[tuple[str, Input]]:
    """All inputs, or those named."""
    for folder in sorted(path.parent for path in corpus.glob("*/test.sh")):
        found = corpus_case(folder) if not cases or folder.name in cases else None
        if found is not None:
            yield folder.name, found
    for module, (call, message) in EXCEPTIONS.items():
        if not cases or module in cases:
            yield f"{module}.py, exception", exception(module, call, message)
    if not cases or "csmith" in cases:
        data = subprocess.run(CSMITH, capture_output=True, check=True).stdout
        yield "csmith, valid programs only", Input("input.c", data, prints_checksum)


@contextmanager
def timed_checks(measured: Measured, *, checked: bool) -> Iterator[None]:
    """Measures the checks, or leaves them out."""
    before, asked = errors_before_test.python_error_kinds, ClangWorker.ask
    largest = errors_before_test.MOST_CHECKED, errors_before_test.MOST_COMPILED

    def kinds(data: bytes) -> frozenset[str]:
        begun = time.perf_counter()
        found = python_error_kinds(data)
        measured.check_seconds += time.perf_counter() - begun
        return found

    def ask(self: ClangWorker, request: Request) -> Reply:
        begun = time.perf_counter()
        reply = asked(self, request)
        measured.check_seconds += 0 if request.spans else time.perf_counter() - begun
        return reply

    errors_before_test.python_error_kinds = kinds
    errors_before_test.MOST_CHECKED, errors_before_test.MOST_COMPILED = largest if checked else (-1, -1)
    ClangWorker.ask = ask  # type: ignore[method-assign]
    yield
    errors_before_test.python_error_kinds = before
    errors_before_test.MOST_CHECKED, errors_before_test.MOST_COMPILED = largest
    ClangWorker.ask = asked  # type: ignore[method-assign]


def measure(given: Input, *, checked: bool) -> Measured:
    """One reduction."""
    measured = Measured()

    def test(data: bytes) -> bool:
        begun = time.perf_counter()
        fails = given.fails(data)
        measured.test_seconds += time.perf_counter() - begun
        measured.tests += 1
        return fails

    with timed_checks(measured, checked=checked):
        measured.left = reduce(given.data, test, name=given.name).data
    return measured


def main() -> None:
    report = Report("error_check", "The check for errors before a test", COLUMNS)
    before = after = 0
    for title, given in inputs(Path(sys.argv[1]), sys.argv[2:]):
        without, checked = measure(given, checked=False), measure(given, checked=True)
        before, after = before + without.tests, after + checked.tests
        cost = f"{checked.check_seconds:.1f} / {checked.test_seconds:.1f}"
        left = [count_tokens(each.left) for each in (without, checked)]
        report.row(title, count_tokens(given.data), without.tests, left[0], checked.tests, left[1], cost)
    report.row("all", "", before, "", after, "", "")
    report.note("Seconds are those of a busy machine; those of checks are part of the search, beside the tests.")
    report.write()


if __name__ == "__main__":
    main()
