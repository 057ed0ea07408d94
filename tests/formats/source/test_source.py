"""Trees of programs: what is in them, and that every candidate that passes the check really parses."""

from __future__ import annotations

import ast
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tree_sitter import Parser

from tests.fakes import answered
from tests.formats.snippets import SNIPPETS
from thresher import formats
from thresher.algorithms.combinators import filtered
from thresher.algorithms.trees.hdd import hdd
from thresher.algorithms.trees.hoist import hoist
from thresher.errors import UsageError
from thresher.formats.source.languages import grammar
from thresher.formats.source.source import parse_source
from thresher.kernel.selection import Selection
from thresher.structures.trees.tree import Tree

LANGUAGES = sorted(SNIPPETS)
NEEDED = {
    "c": b"sum--",
    "javascript": b"q.p.r",
    "python": b"ValueError",
    "json": b'"deep"',
    "rust": b"loop",
    "java": b"weight += i",
    "go": b"os.Exit",
    "typescript": b"args[0]",
    "ruby": b"ArgumentError",
    "yaml": b"make test",
}
LENIENT = 0.9  # the part of the replacements at least that must fit wherever they stand, not only where they were tried


def faults(language: str, data: bytes) -> int:
    """ERROR and MISSING nodes of a fresh parse, counted in another way than the code under test does."""
    found, nodes = 0, [Parser(grammar(language)).parse(data).root_node]
    while nodes:
        node = nodes.pop()
        children = node.children
        hidden = node.has_error and not any(child.has_error or child.is_error for child in children)
        found += node.is_error or node.is_missing or hidden
        nodes += children
    return found


def removed(tree: Tree, text: bytes) -> bytes:
    """What is left without the first node of that text."""
    nodes = (node for node in range(1, len(tree)) if tree.data[tree.starts[node] : tree.stops[node]] == text)
    return tree.render(tree.without(tree.everything, [next(nodes)]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_nodes_are_the_input_and_what_can_go_leaves_no_error(language: str) -> None:
    data = SNIPPETS[language]
    document = parse_source(data, language)
    tree = document.tree
    assert document.errors == faults(language, data) == 0
    assert tree.render(tree.everything) == data
    removable = [node for node in range(1, len(tree)) if tree.replacement(node) is not None]
    fitting = 0
    for node in removable:
        kept = tree.without(tree.everything, [node])
        assert document.valid(kept) == document.valid_text(tree.render(kept))
        if document.valid(kept):
            assert faults(language, tree.render(kept)) == 0
            fitting += 1
    assert len(removable) > len(tree) // 2
    assert fitting >= LENIENT * len(removable)


@pytest.mark.parametrize("language", sorted(NEEDED))
def test_no_candidate_that_is_asked_has_an_error(language: str) -> None:
    document = parse_source(SNIPPETS[language], language)
    tree = document.tree
    asked: list[bytes] = []

    def test(kept: Selection) -> bool:
        asked.append(tree.render(kept))
        return NEEDED[language] in asked[-1]

    kept = answered(filtered(hdd(tree, tree.everything), document.valid), test).result
    kept = answered(filtered(hoist(tree, kept), document.valid), test).result
    assert all(faults(language, text) == 0 for text in asked)
    assert len(tree.render(kept)) < len(tree.data) / 3


def test_candidates_of_python_and_json_satisfy_the_strict_parsers() -> None:
    for language, parser in (("python", ast.parse), ("json", json.loads)):
        document = parse_source(SNIPPETS[language], language)
        tree = document.tree
        removals = [
            tree.without(tree.everything, [node]) for node in range(1, len(tree)) if tree.replacement(node) is not None
        ]
        parsed = [parser(tree.render(kept)) for kept in removals if document.valid(kept)]  # raises if it does not parse
        assert len(parsed) > len(removals) // 2


@given(language=st.sampled_from(LANGUAGES), data=st.data())
@settings(max_examples=80, suppress_health_check=[HealthCheck.too_slow])
def test_a_damaged_program_is_still_a_tree(language: str, data: st.DataObject) -> None:
    text = SNIPPETS[language]
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        stop = data.draw(st.integers(start, min(len(text), start + 60)))
        new = data.draw(st.sampled_from([b"", b"{", b")", b'"', b"\0", b"\xff\xfe", b"\n\n", b"/*", "é".encode()]))
        text = text[:start] + new + text[stop:]
    document = parse_source(text, language)
    tree = document.tree
    assert tree.render(tree.everything) == text
    assert document.errors == faults(language, text)
    node = data.draw(st.integers(0, len(tree) - 1))
    if node and tree.replacement(node) is not None:
        kept = tree.without(tree.everything, [node])
        if document.valid(kept):
            assert faults(language, tree.render(kept)) <= document.errors


def test_elements_go_with_their_separators() -> None:
    tree = parse_source(b"f(a, b, c);\n", "javascript").tree
    assert removed(tree, b"a") == b"f(b, c);\n"
    assert removed(tree, b"b") == b"f(a, c);\n"
    assert removed(tree, b"c") == b"f(a, b);\n"


@pytest.mark.parametrize(
    ("language", "data", "element", "left"),
    [
        ("python", b"from a import b, c\nfrom d import e\n", b"b", b"from a import c\nfrom d import e\n"),
        ("python", b"def f():\n  global b, c\n  global e\n", b"b", b"def f():\n  global c\n  global e\n"),
        ("java", b"class a { void f() throws b, c {} void g() throws e {} }", b"b",
         b"class a { void f() throws c {} void g() throws e {} }"),
        ("java", b"class a implements b, c {} class d implements e {}", b"b",
         b"class a implements c {} class d implements e {}"),
        ("c", b"int b, c; int e;", b"b", b"int c; int e;"),
        ("go", b"package a\nvar b, c int\nvar e int\n", b"b", b"package a\nvar c int\nvar e int\n"),
        ("php", b"<?php class a implements b, c {} class d implements e {}", b"b",
         b"<?php class a implements c {} class d implements e {}"),
        ("rust", b"fn f<A, B>() where b: c, d: e {} fn g<A>() where h: i {}", b"b: c",
         b"fn f<A, B>() where d: e {} fn g<A>() where h: i {}"),
    ],
)  # fmt: skip
def test_the_first_element_goes_also_if_another_list_has_only_one(
    language: str, data: bytes, element: bytes, left: bytes
) -> None:
    document = parse_source(data, language)
    assert removed(document.tree, element) == left
    assert document.valid_text(left)


def test_elements_go_with_the_tokens_behind_them() -> None:
    document = parse_source(b"enum E { A, B = 2, C, }\n", "rust")
    tree = document.tree
    variants = [node for node in range(1, len(tree)) if tree.kind(node).name == "enum_variant"]
    for count in (1, 2, 3):
        kept = tree.without(tree.everything, variants[:count])
        assert document.valid(kept)
        assert tree.render(kept).count(b",") == 3 - count


def test_a_sum_within_a_sum_is_one_list() -> None:
    tree = parse_source(b"x = a + b - c + d;\n", "javascript").tree
    assert removed(tree, b"a") == b"x = b - c + d;\n"
    assert removed(tree, b"c") == b"x = a + b + d;\n"
    long = parse_source(b"x = " + b" + ".join([b"1"] * 1000) + b";\n", "javascript").tree
    assert long.height < 10


def test_optional_parts_go_with_the_token_before_them() -> None:
    data = b"class A { int x = 12; void f() { if (x) g(); else h(); } }\n"
    tree = parse_source(data, "java").tree
    assert removed(tree, b"= 12") == data.replace(b" = 12", b"")
    assert removed(tree, b"12") == data.replace(b"12", b"0")
    assert removed(tree, b"else h();") == data.replace(b" else h();", b"")
    assert removed(tree, b"h();") == data.replace(b"h();", b";")


def test_what_is_required_gets_the_shortest_text_that_parses() -> None:
    data = b"struct S f(void) { while (call(1, 2)) { g(); } }\n"
    tree = parse_source(data, "c").tree
    assert removed(tree, b"call(1, 2)") == data.replace(b"call(1, 2)", b"0")
    assert removed(tree, b"{ g(); }") == data.replace(b"{ g(); }", b";")
    assert removed(tree, b"{ while (call(1, 2)) { g(); } }") == b"struct S f(void) {}\n"
    assert removed(parse_source(b"class A { List<B> f; }", "java").tree, b"List<B>") == b"class A { int f; }"


def test_a_block_of_python_is_never_empty() -> None:
    data = b"def f():\n    if x:\n        a()\n        b()\n    return 1\n"
    document = parse_source(data, "python")
    tree = document.tree
    assert removed(tree, b"a()\n        b()") == b"def f():\n    if x:\n        0\n    return 1\n"
    calls = [node for node in range(1, len(tree)) if tree.stops[node] - tree.starts[node] == len("a()")]
    assert document.valid(tree.without(tree.everything, calls[:1]))
    assert not document.valid(tree.without(tree.everything, calls))
    assert removed(tree, b"if x:\n        a()\n        b()") == b"def f():\n    return 1\n"


def test_lines_of_the_preprocessor_go_as_lines() -> None:
    data = b"#include <a.h>\n#define X 1\n#if X\nint x;\n#else\nint y;\n#endif\nint z;\n"
    tree = parse_source(data, "c").tree
    for line in (b"#include <a.h>", b"#define X 1", b"#else\nint y;", b"int x;", b"int z;"):
        assert removed(tree, line) == data.replace(line + b"\n", b"")
    assert removed(tree, b"#if X\nint x;\n#else\nint y;\n#endif") == b"#include <a.h>\n#define X 1\nint z;\n"


def test_words_that_can_go_are_nodes() -> None:
    data = b"class A { static async f() { return 1; } }\n"
    tree = parse_source(data, "javascript").tree
    assert removed(tree, b"static") == data.replace(b"static ", b"")
    assert removed(tree, b"async") == data.replace(b"async ", b"")
    assert not any(tree.kind(node).name == "return" for node in range(len(tree)))


def test_promotion_is_possible_between_kinds_seen_in_the_same_field() -> None:
    document = parse_source(b"class A { void f() { if (x) { g(1); } y = (a ? b : c(2)); z = 1; } }\n", "java")
    tree = document.tree

    def node(text: bytes) -> int:
        return next(n for n in range(1, len(tree)) if tree.data[tree.starts[n] : tree.stops[n]] == text)

    assert tree.fits(node(b"g(1);"), node(b"if (x) { g(1); }"))
    found = answered(filtered(hoist(tree, tree.everything), document.valid), lambda kept: b"c(2)" in tree.render(kept))
    assert b"?" not in tree.render(found.result)


@pytest.mark.parametrize(
    ("data", "language"),
    [
        (b"", "c"),
        (b"\n \n", "python"),
        (bytes(range(256)) * 3, "c"),
        (b"int x;\0int y;\n", "c"),
        (b"\xef\xbb\xbfint x;\nint y;\n", "c"),
        (b"\xef\xbb\xbf{}", "json"),
        (b"int f(int a,\r\n      int b) {\r\n  return a;\r\n}\r\n", "c"),
        (b"if x:\r\n    a\r\n    b\r\nelse:\r\n    c\r\n", "python"),
        ("# naïve\nx = 'é文'\n".encode() + b"y = '\xff\xe9'\n", "python"),
        (b"int x; }}} struct { ( int y;\n", "c"),
        (b'{"a": 1}\n{"b": [2, 3]}\n{"c": 4}\n', "json"),
    ],
)
def test_odd_inputs(data: bytes, language: str) -> None:
    document = parse_source(data, language)
    tree = document.tree
    assert tree.render(tree.everything) == data
    assert document.valid(tree.everything)
    for node in range(1, min(len(tree), 200)):
        if tree.replacement(node) is not None:
            document.valid(tree.without(tree.everything, [node]))


def test_line_ends_stay_what_they_are() -> None:
    data = b"if x:\r\n    a\r\n    b\r\nelse:\r\n    c\r\n"
    assert removed(parse_source(data, "python").tree, b"a") == b"if x:\r\n    b\r\nelse:\r\n    c\r\n"


def test_errors_can_go_and_what_parses_is_a_tree() -> None:
    data = b"int x = 1;\nint @@ ) y;\nvoid f() { g(1, 2); }\n"
    document = parse_source(data, "c")
    assert document.errors > 0
    assert removed(document.tree, b"2") == data.replace(b", 2", b"")
    broken = [node for node in range(len(document.tree)) if document.tree.kind(node).name == "ERROR"]
    assert broken
    kept = document.tree.without(document.tree.everything, broken[:1])
    assert document.valid(kept)
    assert not document.valid_text(b"int x = 1;\nint @@ ) y;\nvoid f() { g(1, 2; }}} ((\n")


@pytest.mark.parametrize(
    ("opening", "middle", "closing", "language"),
    [(b"[", b"", b"]", "json"), (b"(", b"1", b")", "python"), (b"{", b"", b"}", "javascript"), (b"(", b"", b"", "c")],
)
def test_deep_nesting(opening: bytes, middle: bytes, closing: bytes, language: str) -> None:
    depth = 100_000
    document = parse_source(opening * depth + middle + closing * depth, language)
    tree = document.tree
    assert len(tree) > depth
    kept = tree.without(tree.everything, [len(tree) // 2])
    assert len(tree.render(kept)) < len(tree.data)
    assert document.valid(kept)


def test_a_huge_input_has_no_more_nodes_than_can_be_searched() -> None:
    data = SNIPPETS["c"].replace(b"\n#else\nstatic int debug;\n#endif", b"\n#endif") * 1200
    document = parse_source(data, "c")
    assert len(document.tree) < 200_000
    functions = [node for node in document.tree.children(0) if document.tree.kind(node).name == "function_definition"]
    assert len(functions) == 1200
    assert document.valid(document.tree.without(document.tree.everything, functions[::2]))


def test_the_language_is_needed() -> None:
    with pytest.raises(UsageError, match="--language"):
        formats.parse_document("source", "notes", b"Dear all", None)
    document = formats.parse_document("source", "notes", b"x = (1", "python")
    assert document.tree.data == b"x = (1"
    assert formats.parse_document("source", "a", b"<a><b/></a>", "XML").valid_text(b"<a/>")
    assert not formats.parse_document("source", "a", b"(a)", "smt2").valid_text(b"(a")


def test_what_a_parser_has_not_read_can_go_by_lines() -> None:
    """The scanner for YAML gives up where line 32,768 is inside of something."""
    data = b"---\na:\n  b:\n  - c: 1\n    d: 2\n" * 7000 + b"- needle: 1\n- b\n"
    tree = parse_source(data, "yaml").tree
    node = next(node for node in range(1, len(tree)) if tree.data[tree.starts[node] :].startswith(b"- needle"))
    assert tree.parent(node) == 0
    assert tree.render(tree.without(tree.everything, [node])) == data.replace(b"- needle: 1\n", b"")
