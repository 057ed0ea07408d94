"""The parts of an input that nodes are tried in."""

from __future__ import annotations

import pytest

from thresher.formats.source.reparse import Reparser
from thresher.formats.source.replacements.parse_fragments import LENGTHS, Fragments
from thresher.formats.source.source import parse_source
from thresher.formats.source.syntax import syntax_of

ROWS = b", ".join(b'{"id": %d, "ok": true}' % number for number in range(2000))
LONG = {
    "json": (b'{"rows": [' + ROWS + b"]}", b'{"id": 1000, "ok": true}'),
    "javascript": (b"function f() {" + b"".join(b"g(%d);\n" % n for n in range(4000)) + b"}", b"g(2000);"),
    "sql": (b"INSERT INTO t VALUES " + b",".join(b"(%d, 'a')" % n for n in range(3000)) + b";", b"(1500, 'a')"),
    "java": (b"class A {" + b"".join(b"int f%d() { return %d; }\n" % (n, n) for n in range(900)) + b"}", b"int f450"),
}
ROWS_OF_SQL = b",".join(b"(%d, 'a')" % number for number in range(3000))
DUMP = b"BEGIN;\n" + b"".join(
    b"CREATE TABLE t%d (x int);\nINSERT INTO t%d VALUES %s;\n" % (number, number, ROWS_OF_SQL) for number in range(3)
)


def fragments_of(language: str, data: bytes, text: bytes) -> tuple[Fragments, int]:
    """For the data, and the outermost node that begins with a text."""
    reparser = Reparser(data, language)
    syntax = syntax_of(data, reparser.parse)
    return Fragments(syntax, reparser), next(n for n in range(1, len(syntax)) if syntax.text(n).startswith(text))


@pytest.mark.parametrize("language", sorted(LONG))
def test_an_element_of_a_long_list_is_tried_among_few_others(language: str) -> None:
    data, text = LONG[language]
    assert len(data) > max(LENGTHS)
    fragments, node = fragments_of(language, data, text)
    found = fragments.around(node)
    assert found is not None
    assert found.excerpt.length < 500
    assert text in found.excerpt.text(data)


def test_long_siblings_are_left_out() -> None:
    data = DUMP + b"COMMIT;\n"
    fragments, node = fragments_of("sql", data, b"CREATE TABLE t1")
    token = data.rindex(b";", 0, data.index(b"CREATE TABLE t1"))
    separator = next(n for n in range(len(fragments.syntax)) if fragments.syntax.starts[n] == token)
    found = fragments.around(node, separator)
    assert found is not None
    assert found.excerpt.length < 500
    document = parse_source(data, "sql")
    removed = [n for n in range(len(document.tree)) if data[document.tree.starts[n] :].startswith(b"CREATE TABLE t1")]
    kept = document.tree.without(document.tree.everything, removed[:1])
    assert document.tree.render(kept) == data.replace(b"CREATE TABLE t1 (x int);\n", b"")


def test_a_fault_elsewhere_in_a_long_list_does_not_matter() -> None:
    data, text = LONG["json"]
    broken = data.replace(b'"id": 77,', b'"id": NaN,')
    fragments, node = fragments_of("json", broken, text)
    found = fragments.around(node)
    assert found is not None
    assert found.excerpt.length < 500
    document = parse_source(broken, "json")
    removed = [n for n in range(1, len(document.tree)) if broken[document.tree.starts[n] :].startswith(text)][:1]
    kept = document.tree.without(document.tree.everything, removed)
    assert document.valid(kept)
    assert document.tree.render(kept) == broken.replace(text + b", ", b"")
