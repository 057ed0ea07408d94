"""Programs that cannot be linked cost no test, where the failure needs one that can."""

from __future__ import annotations

import re

import pytest

from thresher import reduce
from thresher.engine.clang.linking import UNDEFINED, Linking
from thresher.engine.clang.process import installed

needs_libclang = pytest.mark.skipif(not installed(), reason="libclang is not installed: pip install 'thresher[cpp]'")

PROGRAM = b"\n".join(
    [
        *(b"int a%d = %d;" % (number, number) for number in range(30)),
        *(b"static int f%d(int b);" % number for number in range(30)),
        *(
            b"static int f%d(int b) { int c = b + a%d; return c * %d; }" % (number, number, number)
            for number in range(30)
        ),
        b"int main() {",
        *(b"  a%d = f%d(a%d);" % (number, number, number) for number in range(30)),
        b"}",
    ]
)


def links(data: bytes) -> bool:
    """As a linker does that knows nothing but these names."""
    called = set(re.findall(rb"= (f\d+)\(a", data))
    defined = set(re.findall(rb"(f\d+)\([^)]*\)\s*\{", data))
    return b"main" in data and called <= defined and b"thresher_" not in data


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"int f(int a) { return a; } int main() { return f(1); }", True),
        (b"int f(int a); int main() { return f(1); }", False),
        (b"int main() { return f(1); }", False),
        (b"int f(int a); int main() { return 1; }", True),
        (b'int main() { puts("f(1)"); /* f(1) */ }', True),
        (b"int f(int a) { return a; }", False),
        (b"", False),
    ],
)
def test_what_a_linker_lacks(text: bytes, expected: bool) -> None:
    linking = Linking.of(b"static int\n(f)(int a)\n{ return a; } int main(void) { if (f(1)) { return f(2); } }")
    assert linking.allows(text) is expected


@needs_libclang
def test_candidates_that_do_not_link_are_not_asked_before_the_proof() -> None:
    asked: list[bytes] = []

    def fails(data: bytes) -> bool:
        asked.append(data)
        return links(data) and re.search(rb"a7\s*=\s*f7\(", data) is not None

    reduced = reduce(PROGRAM, fails, name="a.c")
    assert b"f7(" in reduced.data
    assert any(data.endswith(UNDEFINED) for data in asked)
    assert len([data for data in asked if len(data) > 400 and not links(data)]) < 5


@needs_libclang
def test_a_failure_of_the_compiler_alone_needs_no_linker() -> None:
    asked: list[bytes] = []

    def fails(data: bytes) -> bool:
        asked.append(data)
        return b"return c * 7;" in data

    reduced = reduce(PROGRAM, fails, name="a.c")
    assert b"main" not in reduced.data
