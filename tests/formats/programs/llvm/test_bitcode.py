"""LLVM bitcode: reduced as text by the tools of LLVM that are installed; without them, as bytes, and a line says so."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import thresher
from tests.oracle.programs import needs
from thresher import formats, translators
from thresher.formats.programs.llvm.bitcode import ARGUMENTS, MAGIC, missing_programs
from thresher.plan import PlanOptions, plan_for

needs_llvm = needs("llvm-as", "llvm-dis")
SMALL = b"""
@word = constant [4 x i8] c"abc\\00"
declare i32 @other(i32)
define i32 @twice(i32 %a) {
  %b = add i32 %a, %a
  ret i32 %b
}
define i32 @first(i32 %a, i32 %b) {
start:
  %c = icmp sgt i32 %a, %b
  br i1 %c, label %more, label %end
more:
  %d = sdiv i32 %a, %b
  %e = call i32 @other(i32 %d)
  br label %end
end:
  %f = phi i32 [ 0, %start ], [ %e, %more ]
  %g = call i32 @twice(i32 %f)
  ret i32 %g
}
"""


def bitcode() -> bytes:
    made = translated("llvm-as", SMALL)
    assert made.startswith(MAGIC)
    return made


def translated(name: str, data: bytes) -> bytes:
    return translators.translated((translators.versions(name)[0], *ARGUMENTS), data) or b""


@pytest.fixture
def nothing_installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("PATH", "")
    translators.versions.cache_clear()
    yield
    translators.versions.cache_clear()


@needs_llvm
def test_it_is_one_part_of_text_and_unchanged_it_is_the_same_bytes() -> None:
    data = bitcode()
    assert formats.guess("a.bc", data).name == "bitcode"
    container = formats.format_named("bitcode").container("a.bc", data)
    assert container is not None
    assert container.data == data
    assert [container.nodes[leaf].name for leaf in container.leaves()] == ["a.ll"]
    assert b"sdiv i32" in container.nodes[0].content


@needs_llvm
def test_text_that_is_not_a_module_is_written_as_nothing() -> None:
    container = formats.format_named("bitcode").container("a.bc", bitcode())
    assert container is not None
    assert container.holding(0, b"define i32 @f() { ret i32 %x }").data == b""
    assert container.holding(0, b"define void @f() { ret void }").data.startswith(MAGIC)


@needs_llvm
def test_damaged_bitcode_is_reduced_as_bytes() -> None:
    data = bitcode()[:200]
    assert formats.guess("a.bc", data).name != "bitcode"
    assert missing_programs(data) == ""


@needs_llvm
def test_a_reduction_gives_bitcode_and_tests_nothing_else() -> None:
    def fails(data: bytes) -> bool:
        assert data.startswith(MAGIC) or not data
        return b" sdiv " in translated("llvm-dis", data)

    result = thresher.reduce(bitcode(), fails, name="a.bc", valid=True)
    text = translated("llvm-dis", result.data)
    assert b" sdiv " in text
    assert [line for line in (b"@twice", b"@other", b" phi ", b" br ", b"@word") if line in text] == []


@pytest.mark.usefixtures("nothing_installed")
def test_without_the_programs_a_line_says_what_to_install() -> None:
    data = MAGIC + bytes(60)
    assert missing_programs(data).endswith("install LLVM (package llvm)")
    assert missing_programs(b"text") == ""
    assert plan_for("a.bc", data, PlanOptions()).format != "bitcode"
