from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from thresher import reduce
from thresher.algorithms import fatal_errors
from thresher.engine import errors_before_test
from thresher.engine.clang.process import ClangWorker, installed
from thresher.engine.errors_before_test import MOST_CHECKED, MOST_COMPILED, UNDECLARED, Checker, Checkers
from thresher.formats.source.python_errors import python_error_kinds

needs_libclang = pytest.mark.skipif(not installed(), reason="needs the package libclang: pip install thresher[cpp]")

PROGRAM = b"""\
import os, sys

def total(values, start=0):
    result = start
    for value in values:
        if value > 10:
            result += value * 2
        else:
            result -= value
    return result

class Box:
    def __init__(self, first, second=None):
        self.first = first
        self.second = second or total([first])

    def size(self):
        return len(str(self.first)) + self.second

print(total([1, 20, 3]), Box(4).size(), os.sep, sys.path[:1])
"""
NEEDED = b"c7+="
C_PROGRAM = b"\n".join(
    [
        *(b"int a%d = %d, b%d, c%d;" % (number, number, number, number) for number in range(12)),
        b"void f() {",
        *(b"  b%d = a%d; c%d += b%d;" % (number, number, number, number) for number in range(12)),
        b"}",
    ]
)


@pytest.fixture
def checkers() -> Iterator[Checkers]:
    worker = ClangWorker()
    yield Checkers(worker)
    worker.close()


def is_valid(data: bytes) -> bool:
    """The failure of a program that rejects what is not right: everything is defined, and there is a loop."""
    return b"for" in data and not python_error_kinds(data)


def is_small(data: bytes) -> bool:
    """The failure of a program that does not care."""
    return b"for" in data and b"len(" in data


def asked(fails, monkeypatch: pytest.MonkeyPatch | None = None, jobs: int = 1) -> tuple[bytes, int]:  # type: ignore[no-untyped-def]
    """The result, and how many tests it took; given a monkeypatch, without the check."""
    if monkeypatch is not None:
        monkeypatch.setattr(fatal_errors, "ENOUGH", 1 << 30)
    reduced = reduce(PROGRAM, fails, name="input.py", jobs=jobs)
    return reduced.data, reduced.statistics.tests


def has_declarations(data: bytes) -> bool:
    """Whether each name of a C program is declared before it is used."""
    declared: set[bytes] = set()
    for declaration, name in re.findall(rb"\b(int|void)?\s*\b([abcf]\d*)\b|thresher_undeclared", data):
        if not name or not (declaration or name in declared or re.search(rb"int[^;{]*\b%s\b" % name, data)):
            return False
        declared.add(name)
    return True


def is_needed(data: bytes) -> bool:
    return NEEDED in data.replace(b" ", b"")


def fails_if_it_compiles(data: bytes) -> bool:
    return is_needed(data) and has_declarations(data)


def test_fewer_tests_where_errors_never_show_the_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    checked, tests = asked(is_valid)
    unchecked, more = asked(is_valid, monkeypatch)
    assert tests < more
    assert is_valid(checked)
    assert len(checked) <= len(unchecked)


def test_the_same_result_where_errors_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    checked, _ = asked(is_small)
    assert checked == asked(is_small, monkeypatch)[0]
    assert python_error_kinds(checked)


@pytest.mark.parametrize("fails", [is_valid, is_small])
def test_the_same_bytes_for_any_number_of_jobs(fails) -> None:  # type: ignore[no-untyped-def]
    results = {asked(fails, jobs=jobs)[0] for jobs in (1, 2, 8)}
    assert len(results) == 1


def test_large_texts_are_not_checked(checkers: Checkers) -> None:
    python = checkers.for_content("python", b"")
    assert python is not None
    assert python.errors(must_compile=False)(b"x = (").kinds
    assert not python.errors(must_compile=False)(b"x = (" + b" " * MOST_CHECKED).kinds
    assert checkers.for_content("ruby", b"") is None


@needs_libclang
def test_kinds_of_errors_of_c(checkers: Checkers) -> None:
    checker = checkers.for_content("c", b"int a;")
    assert checker is not None
    errors = checker.errors(must_compile=True)
    assert errors(b"int main(void) { return 0; }").kinds == frozenset()
    assert errors(b"int a = b;").kinds == errors(b"int c = d;").kinds == {"use of undeclared identifier _"}
    assert errors(b"f() { return g(); }").kinds == frozenset()  # warnings, for other compilers
    assert errors(b"int a = b;" + b" " * MOST_CHECKED).kinds
    assert checker.with_error() == b"int a;" + UNDECLARED


@needs_libclang
def test_of_cpp_only_a_text_that_must_compile_is_checked(checkers: Checkers) -> None:
    checker = checkers.for_content("cpp", b"int a;")
    assert checker is not None
    assert not checker.can_be_learned
    assert checker.with_error()
    assert _large_cpp(checkers).with_error() == b""


def _large_cpp(checkers: Checkers) -> Checker:
    checker = checkers.for_content("cpp", b"int a;" + b" " * MOST_COMPILED)
    assert checker is not None
    return checker


def test_without_the_package_there_is_no_check_of_c(monkeypatch: pytest.MonkeyPatch, checkers: Checkers) -> None:
    monkeypatch.setattr(errors_before_test, "installed", lambda: False)
    assert checkers.for_content("c", b"") is None


@needs_libclang
@pytest.mark.parametrize("name", ["a.c", "a.cc"])
def test_candidates_that_do_not_compile_are_asked_only_to_prove_the_result(name: str) -> None:
    asked: list[bytes] = []

    def fails(data: bytes) -> bool:
        asked.append(data)
        return fails_if_it_compiles(data)

    assert is_needed(reduce(C_PROGRAM, fails, name=name).data)
    assert any(data.endswith(UNDECLARED) for data in asked)
    refused = [data for data in asked if len(data) > 200 and not has_declarations(data)]
    assert len(refused) < 4  # 13 without the check


@needs_libclang
def test_it_is_asked_once_whether_errors_matter() -> None:
    asked: list[bytes] = []

    def fails(data: bytes) -> bool:
        asked.append(data)
        return is_needed(data)

    assert reduce(C_PROGRAM, fails, name="a.c").data == NEEDED
    assert sum(data.endswith(UNDECLARED) for data in asked) == 1


def test_a_check_that_proves_wrong_is_given_up() -> None:
    """The error that is added is too much for this program, though others are not."""
    reduced = reduce(C_PROGRAM, lambda data: is_needed(data) and b"undeclared" not in data, name="a.c")
    assert reduced.data == NEEDED


def test_the_same_bytes_of_what_must_compile_for_any_number_of_jobs() -> None:
    assert len({reduce(C_PROGRAM, fails_if_it_compiles, name="a.c", jobs=jobs).data for jobs in (1, 2, 8)}) == 1


@needs_libclang
@pytest.mark.parametrize(
    ("flags", "expected"),
    [((), True), (("-Werror=return-type",), False), (("-Werror=int-conversion",), True)],
)
def test_warnings_count_if_the_command_makes_them_errors(flags: tuple[str, ...], expected: bool) -> None:
    worker = ClangWorker()
    try:
        checker = Checkers(worker, flags).for_content("c", b"int f(int *a) { int b; return *a; }")
        assert checker is not None
        assert (not checker.kinds(b"int f(int *a) { int b; }").kinds) is expected
        assert not checker.kinds(b"int f(int *a) { return 0; }").kinds
        assert checker.kinds(b"int f(int *a) { return b; }").kinds
    finally:
        worker.close()
