"""Candidates that do not compile cost no test, where the failure needs a text that does."""

from __future__ import annotations

import re

import pytest

from thresher import reduce
from thresher.engine.clang.compile_check import ERROR, CompileCheck, knows
from thresher.engine.clang.process import ClangWorker, installed

pytestmark = pytest.mark.skipif(not installed(), reason="libclang is not installed: pip install 'thresher[cpp]'")

NEEDED = b"c7+="
PROGRAM = b"\n".join(
    [
        *(b"int a%d = %d, b%d, c%d;" % (number, number, number, number) for number in range(12)),
        b"void f() {",
        *(b"  b%d = a%d; c%d += b%d;" % (number, number, number, number) for number in range(12)),
        b"}",
    ]
)


def compiles(data: bytes) -> bool:
    """As a compiler does that knows nothing but names: each one is declared before it is used."""
    declared: set[bytes] = set()
    for declaration, name in re.findall(rb"\b(int|void)?\s*\b([abcf]\d*)\b|thresher_undeclared", data):
        if not name or not (declaration or name in declared or _among_declared(data, name)):
            return False
        declared.add(name)
    return True


def _among_declared(data: bytes, name: bytes) -> bool:
    return re.search(rb"int[^;{]*\b%s\b" % name, data) is not None


@pytest.mark.parametrize(
    ("content", "text", "expected"),
    [
        (b"int a; int b() { return a; }", b"int b() { return 1; }", True),
        (b"int a; int b() { return a; }", b"int b() { return a; }", False),
        (b"int b() { return a; }", b"int c() { return a; }", True),
        (b"int a;", b"a; f() { return g(); }", True),
    ],
)
def test_a_text_compiles_if_it_has_no_new_errors(content: bytes, text: bytes, expected: bool) -> None:
    worker = ClangWorker()
    try:
        check = CompileCheck(worker).against(content, "c")
        assert check is not None
        assert check(text) is expected
    finally:
        worker.close()


def test_other_languages_and_large_texts_are_not_checked() -> None:
    assert knows("c", b"int a;")
    assert not knows("python", b"a")
    assert not knows("c", b"int a;" * 100_000)


def test_candidates_that_do_not_compile_are_asked_only_to_prove_the_result() -> None:
    asked: list[bytes] = []

    def fails(data: bytes) -> bool:
        asked.append(data)
        return compiles(data) and NEEDED in data.replace(b" ", b"")

    reduced = reduce(PROGRAM, fails, name="a.c")
    assert NEEDED in reduced.data
    assert any(data.endswith(ERROR) for data in asked)
    refused = [data for data in asked if len(data) > 200 and not compiles(data)]
    assert len(refused) < 4  # 13 without the check


def test_a_failure_that_survives_an_error_is_not_checked() -> None:
    asked: list[bytes] = []

    def fails(data: bytes) -> bool:
        asked.append(data)
        return NEEDED in data.replace(b" ", b"")

    assert reduce(PROGRAM, fails, name="a.c").data == NEEDED
    assert sum(data.endswith(ERROR) for data in asked) == 1


def test_a_check_that_proves_wrong_is_given_up() -> None:
    """The error that is added is too much for this program, though others are not."""
    reduced = reduce(PROGRAM, lambda data: NEEDED in data.replace(b" ", b"") and b"undeclared" not in data, name="a.c")
    assert reduced.data == NEEDED


def test_the_result_is_the_same_for_any_number_of_workers() -> None:
    def fails(data: bytes) -> bool:
        return compiles(data) and NEEDED in data.replace(b" ", b"")

    assert len({reduce(PROGRAM, fails, name="a.c", jobs=jobs).data for jobs in (1, 2, 8)}) == 1
