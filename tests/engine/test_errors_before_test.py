from __future__ import annotations

import pytest

from thresher import reduce
from thresher.algorithms import fatal_errors
from thresher.engine import errors_before_test
from thresher.engine.clang.process import ClangWorker, installed
from thresher.engine.errors_before_test import MOST_CHECKED, errors_in
from thresher.formats.source.python_errors import python_error_kinds

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


def test_large_texts_are_not_checked() -> None:
    worker = ClangWorker()
    errors = errors_in("python", (), worker, {})
    assert errors is not None
    assert errors(b"x = (").kinds
    assert not errors(b"x = (" + b" " * MOST_CHECKED).kinds
    assert errors_in("ruby", (), worker, {}) is None


@pytest.mark.skipif(not installed(), reason="needs the package libclang: pip install thresher[cpp]")
def test_errors_of_c_but_not_of_cpp() -> None:
    worker = ClangWorker()
    try:
        c = errors_in("c", ("-std=c99",), worker, {})
        assert c is not None
        assert errors_in("cpp", (), worker, {}) is None
        assert c(b"int main(void) { return 0; }").kinds == frozenset()
        assert c(b"int a = b;").kinds == c(b"int c = d;").kinds == {"use of undeclared identifier _"}
    finally:
        worker.close()


def test_without_the_package_there_is_no_check_of_c(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(errors_before_test, "installed", lambda: False)
    assert errors_in("c", (), ClangWorker(), {}) is None
