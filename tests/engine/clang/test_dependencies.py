"""What needs what in C and C++, by libclang."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from thresher.engine.clang.dependencies import dependencies, knows
from thresher.engine.clang.flags import flags_in
from thresher.engine.clang.process import NOTHING, ClangWorker, Request, installed
from thresher.formats.source.document import SourceDocument
from thresher.formats.source.source import parse_source
from thresher.kernel.selection import Selection
from thresher.plan.dependencies import Dependencies
from thresher.plan.stages.dependencies import without_units
from thresher.structures.references import UnitSpan

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
@pytest.mark.parametrize(
    ("text", "unit", "closure"),
    [
        (
            b"template<class T> struct p { static const bool v = true; };\nint z;\nvoid f() noexcept(p<int>::v);",
            b"void f",
            [b"template<class T> struct p { static const bool v = true; };", b"void f() noexcept(p<int>::v);"],
        ),
        (
            b"template<class T> concept c = true;\nint z;\ntemplate<c T> void f(T);",
            b"void f",
            [b"template<class T> concept c = true;", b"template<c T> void f(T);"],
        ),
    ],
)
def test_names_where_libclang_has_no_cursor_count(
    text: bytes, unit: bytes, closure: list[bytes], worker: ClangWorker
) -> None:
    assert closure_of(text, unit, worker) == closure


@needs_libclang
def test_specializations_are_kept_beside_their_template(worker: ClangWorker) -> None:
    text = b"template<class T> struct p;\nint z;\ntemplate<> struct p<int> { };\np<int> *x;\n"
    known = found(text, worker)
    assert known.complete(known.graph.closure([3])) == {0, 2, 3}


INSIDE = b"""struct big { };
struct user {
  int size() { return big_one().x; }
  struct one { int x; };
  one big_one();
  big unused();
  friend bool operator==(user, user);
};
int f() { user u; return u.size(); }
int g();
"""


@needs_libclang
def test_a_class_does_not_bring_what_its_other_members_need(worker: ClangWorker) -> None:
    tree = parse_source(INSIDE, "cpp").tree
    known = dependencies(tree, "cpp", [], worker, few=1, inside=True)
    assert known is not None
    body = next(unit for unit, span in enumerate(known.graph.spans) if INSIDE[span.start :].startswith(b"{ user u;"))
    kept = Selection.of(sorted(known.complete(known.graph.closure([body]))))
    rendered = tree.replacing(known.empty).render(without_units(tree.replacing(known.empty), known.graph, kept))
    assert b"u.size()" in rendered
    assert b"big_one().x" in rendered
    assert b"operator==" in rendered
    assert b"struct big" not in rendered
    assert b"unused" not in rendered
    assert b"g()" not in rendered


@needs_libclang
def test_a_function_without_its_body_is_a_declaration(worker: ClangWorker) -> None:
    tree = parse_source(INSIDE, "cpp").tree
    known = dependencies(tree, "cpp", [], worker, few=1, inside=True)
    assert known is not None
    bodies = {unit for unit, span in enumerate(known.graph.spans) if INSIDE[span.start : span.start + 2] == b"{ "}
    kept = Selection.of(sorted(set(range(len(known.graph))) - bodies))
    changed = tree.replacing(known.empty)
    assert b"int f() ;" in changed.render(without_units(changed, known.graph, kept))


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


def test_a_worker_that_was_closed_starts_no_process() -> None:
    worker = ClangWorker()
    worker.close()
    assert worker.ask(Request(b"int a;", ())) == NOTHING


def test_a_prototype_does_not_bring_its_definition_in_c() -> None:
    text = b"int a; int f(void); int f(void) { return a; } int b(void) { return 1; } int main() { return f(); }"
    worker = ClangWorker()
    try:
        found = dependencies(SourceDocument(text, "c").tree, "c", (), worker, few=1)
        assert found is not None
        close = found.closing()
        assert list(close(Selection.of([0, 1]))) == [0, 1]
        assert list(close(Selection.of([4]))) == [0, 1, 2, 4]
        assert found.main == {4}
    finally:
        worker.close()


def test_headers_are_in_every_candidate() -> None:
    text = b'#include "missing.h"\nint a; int f(void) { return a; }\n'
    worker = ClangWorker()
    try:
        found = dependencies(SourceDocument(text, "c").tree, "c", (), worker, few=1)
        assert found is not None
        assert list(found.closing()(Selection.of([1]))) == [0, 1]
        assert not found.main
    finally:
        worker.close()


@needs_libclang
def test_a_text_that_was_parsed_ahead_has_the_same_reply(worker: ClangWorker) -> None:
    text, flags = b"int x = y;\nint z = x;\n", ("-x", "c")
    spans = (UnitSpan(0, 10, 1), UnitSpan(11, 21, 2))
    asked = Request(text, flags, spans, (-1, -1))
    expected = worker.ask(asked)
    worker.parse_ahead(text, flags)
    assert worker.ask(asked) == expected
    worker.parse_ahead(text, flags)
    assert not worker.ask(Request(b"int y;", flags)).errors
    worker.parse_ahead(text, ("-x", "no such language"))
    assert worker.ask(asked) in (expected, NOTHING)
    assert worker.ask(asked) == expected


@needs_libclang
def test_a_worker_can_be_closed_while_it_is_asked(worker: ClangWorker) -> None:
    spent = b"int x;" * 200_000
    worker.parse_ahead(spent, ("-x", "c"))
    with ThreadPoolExecutor(1) as pool:
        reply = pool.submit(worker.ask, Request(spent, ("-x", "c")))
        worker.close()
        assert reply.result(30) == NOTHING or reply.result().parsed
    assert worker.ask(Request(b"int x;", ("-x", "c"))) == NOTHING
