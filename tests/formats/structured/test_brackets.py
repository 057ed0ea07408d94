"""Texts of unknown languages: items, brackets, indentation."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher import formats, reduce
from thresher.formats.structured.brackets import lone_brackets, parse_document

SHEET = b"""$v: 1; // a { comment
.a {
  color: rgb(1, 2, 3);
  .b { @include m("}"); }
}
.c { d: e }
"""


def nodes(data: bytes, kind: str) -> list[bytes]:
    tree = parse_document("x", data).tree
    return [tree.data[tree.starts[at] : tree.stops[at]] for at in range(len(tree)) if tree.kind(at).name == kind]


def test_items_end_with_semicolons_commas_brackets_and_lines() -> None:
    items = nodes(SHEET, "item")
    assert b"$v: 1;" in items
    assert b"color: rgb(1, 2, 3);" in items
    assert b"2," in items
    assert b'.b { @include m("}"); }' in items
    assert b".c { d: e }" in items
    assert b"(1, 2, 3)" in nodes(SHEET, "block")


def test_lines_that_are_indented_more_belong_to_the_item_above() -> None:
    assert nodes(b"a\n  b\n  c\nd\n", "item") == [b"a\n  b\n  c", b"b", b"c", b"d"]
    assert nodes(b"x begin\n y\nend\nz", "block") == [b"begin\n y\nend"]


def test_lines_that_begin_and_end_something_are_a_block() -> None:
    calendar = b"BEGIN:A\r\n" + b"BEGIN:B\r\nX:1\r\nEND:B\r\n" * 3 + b"END:A\r\n"
    assert formats.guess("a.ics", calendar).name == "brackets"
    assert nodes(calendar, "block").count(b"BEGIN:B\r\nX:1\r\nEND") == 3
    assert b"BEGIN:B\r\nX:1\r\nEND:B" in nodes(calendar, "item")
    assert formats.guess("a.txt", b"Begin with this.\nThe end.\nEnd it.\n").name != "brackets"


def test_angle_brackets_are_pairs_around_words_only() -> None:
    assert nodes(b"map<string, int> x = a < b;\n", "block") == [b"<string, int>"]
    assert nodes(b"if a < b and c > d -> e\n", "block") == []
    assert not lone_brackets(b"x <%= name %> y\n")


def test_it_is_used_where_no_grammar_is_known() -> None:
    assert formats.guess("a.unknown", SHEET).name == "brackets"
    assert formats.guess("a.unknown", b"some words\nof a text\n").name != "brackets"
    assert formats.guess("a.c", b"int f() { g(1); return (2); }\n").name == "source"


@given(st.text("ab(){}<>[]\"'\n ;,", max_size=60).map(str.encode))
def test_any_text_is_a_tree_of_the_same_bytes(data: bytes) -> None:
    document = parse_document("x", data)
    assert document.tree.render(document.tree.everything) == data
    assert document.valid_text(data)


@pytest.mark.parametrize("copies", [1, 40])
def test_one_needed_item_is_found_with_few_questions(copies: int) -> None:
    asked = 0

    def fails(data: bytes) -> bool:
        nonlocal asked
        asked += 1
        return b"needle(" in data and not lone_brackets(data)

    reduced = reduce(SHEET * copies + b".n { needle(1); }\n" + SHEET * copies, fails, name="a.unknown")
    assert reduced.data == b"needle()"
    assert asked < 60
