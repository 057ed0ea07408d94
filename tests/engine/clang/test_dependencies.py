"""What needs what in C and C++, by libclang."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from thresher.engine.clang.dependencies import dependencies, knows
from thresher.engine.clang.flags import flags_in
from thresher.engine.clang.process import NOTHING, ClangWorker, Request, installed
from thresher.formats.source.source import parse_source
from thresher.plan.dependencies import Dependencies

needs_libclang = pytest.mark.skipif(not installed(), reason="libclang is not installed: pip install 'thresher[cpp]'")


@pytest.fixture
def worker() -> Iterator[ClangWorker]:
    worker = ClangWorker()
    yield worker
    worker.close()


def found(text: bytes, worker: ClangWorker, language: str = "cpp") -> Dependencies:
    known = dependencies(parse_source(text, language).tree, language, [], worker, few=1)
    assert known is not None
    return known


def closure_of(text: bytes, what: bytes, worker: ClangWorker, language: str = "cpp") -> list[bytes]:
    """The first words of the units that the last unit with a text needs, without those around it."""
    graph = found(text, worker, language).graph
    unit = max(unit for unit, span in enumerate(graph.spans) if what in text[span.start : span.stop])
    spans = (graph.spans[each] for each in sorted(graph.closure([unit])))
    return [text[span.start : span.stop].split(b"\n")[0] for span in spans]


@needs_libclang
@pytest.mark.parametrize(
    ("text", "unit", "closure"),
    [
        (b"int a;\nint b;\nint f() { return a; }", b"int f", [b"int a;", b"int f() { return a; }"]),
        (
            b"struct s;\nstruct t { int x; };\nstruct s { t y; };\nvoid f(s *);",
            b"void f",
            [b"struct s", b"struct t { int x; }", b"struct s { t y; }", b"void f(s *);"],
        ),
        (
            b"namespace n {\nint a();\n}\nnamespace m {\nusing n::a;\n}\nint z;\nint b = m::a();",
            b"int b",
            [b"namespace n {", b"int a();", b"namespace m {", b"using n::a;", b"int b = m::a();"],
        ),
        (
            b"int a();\nint a();\nnamespace m {\nusing ::a;\n}\nnamespace n {\nusing m::a;\n}\nint b = n::a();",
            b"int b",
            [
                b"int a();",
                b"int a();",
                b"namespace m {",
                b"using ::a;",
                b"namespace n {",
                b"using m::a;",
                b"int b = n::a();",
            ],
        ),
        (
            b"template<class T> struct p { };\nstruct o;\ntemplate<> struct p<int> { };",
            b"p<int>",
            [b"template<class T> struct p { };", b"template<> struct p<int> { };"],
        ),
        (
            b"namespace n { int a; }\nusing namespace n;\nint b = a;",
            b"int b",
            [b"namespace n { int a; }", b"int a;", b"using namespace n;", b"int b = a;"],
        ),
        (
            b"struct c { void m(); };\nvoid g();\nvoid c::m() { g(); }",
            b"c::m",
            [b"struct c { void m(); }", b"void g();", b"void c::m() { g(); }"],
        ),
    ],
)
def test_a_unit_needs_what_it_refers_to(text: bytes, unit: bytes, closure: list[bytes], worker: ClangWorker) -> None:
    assert closure_of(text, unit, worker) == closure


@needs_libclang
def test_line_markers_do_not_move_places(worker: ClangWorker) -> None:
    text = b'# 1 "a.h" 1 3\ntypedef int t;\n# 1 "b.h" 1\nint u;\n# 3 "a.c" 2\nt x;\n'
    assert closure_of(text, b"t x", worker, "c")[-1].endswith(b"t x;")
    assert any(b"typedef" in line or b"a.h" in line for line in closure_of(text, b"t x", worker, "c")[:-1])


@needs_libclang
def test_what_is_missing_is_put_back_by_the_errors(worker: ClangWorker) -> None:
    text = b"template<class T> void f(T x) { g(x); }\nint a;\nvoid g(int);\nvoid h() { f(1); }\n"
    known = found(text, worker)
    kept = known.complete(known.graph.closure([3]))
    assert 1 not in kept
    assert {0, 3} <= kept


@needs_libclang
def test_a_crash_of_libclang_is_handled(worker: ClangWorker) -> None:
    assert worker.ask(Request(b"int x;", ("-x", "no such language"))) == NOTHING
    assert worker.ask(Request(b"int x = y;", ("-x", "c"))).errors


def test_libclang_knows_some_languages() -> None:
    assert knows("c")
    assert not knows("python")


def test_flags_are_read_from_a_command_and_from_a_script(tmp_path: Path) -> None:
    assert flags_in(["g++", "-O2", "-std=c++20", "-I", "inc", "-c", "{}"]) == ["-std=c++20", "-Iinc"]
    script = tmp_path / "test.sh"
    script.write_text('#!/bin/sh\ngcc -std=c99 -DN=3 -I"$DIR" "$1" | grep -q error\n')
    assert flags_in([str(script)]) == ["-std=c99", "-DN=3"]
