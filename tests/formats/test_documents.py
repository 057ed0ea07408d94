"""What every tree format keeps, whatever the bytes are."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from thresher import formats
from thresher.kernel.selection import Selection

FORMATS = [
    ("xml", None),
    ("html", None),
    ("sexp", None),
    ("ini", None),
    ("brackets", None),
    ("latex", None),
    ("po", None),
    ("pdf_object", None),
    ("source", "c"),
    ("source", "python"),
    ("source", "json"),
]
PIECES = [
    *b"<a> </a> <li> <p> <script> </script> <!--x--> <![CDATA[y]]> <?p?> &e; text < ( ) [ ] { } | #|c|# '".split(),
    *[b"<b c='1'/>", b"<!DOCTYPE d [<!ENTITY e 'f'>]>", b"int x;", b'"s"', b"; c\n", b"\\"],
    *[b"\\begin{a}", b"\\end{a}", b"\\item", b"\\section{b}", b"$", b"%c", b"\\[", b"\\]", b"[o]"],
    *[b"<<", b">>", b"/K", b"1 0 R", b"(s)", b"msgid ", b"msgstr ", b"# c\n"],
    *[b" ", b"\n", b"\r\n", b"\0", b"\xff", "é".encode()],
]
contents = st.lists(st.sampled_from(PIECES), max_size=12).map(b"".join) | st.binary(max_size=40)


@pytest.mark.parametrize(("name", "language"), FORMATS)
@given(data=contents, gone=st.sets(st.integers(1, 60), max_size=4))
@example(data=b"<", gone=set())
@example(data=b"<a> <", gone={1})
@example(data=b" ", gone={1})
@settings(max_examples=60)
def test_any_bytes_make_a_tree(name: str, language: str | None, data: bytes, gone: set[int]) -> None:
    document = formats.parse_document(name, "input", data, language) if not _wide(data) else None
    if document is None:
        return
    tree = document.tree
    assert tree.render(tree.everything) == data
    assert document.valid(tree.everything)
    assert document.valid_text(data)
    kept = tree.everything
    for node in gone:
        if node < len(tree) and tree.replacement(node) is not None:
            kept -= Selection((node, tree.end(node)))
    text = tree.render(kept)
    assert document.valid(kept) == document.valid_text(text)


def _wide(data: bytes) -> bool:
    return data.startswith((b"\xff\xfe", b"\xfe\xff", b"<\0", b"\0<"))


@pytest.mark.parametrize(
    ("name", "data", "expected"),
    [
        ("a.xml", b"<a/>", "xml"),
        ("a.svg", b"<svg/>", "xml"),
        ("noname", b'<?xml version="1.0"?><a/>', "xml"),
        ("page.ts", b'<?xml version="1.0"?><!DOCTYPE TS><TS/>', "xml"),
        ("a.htm", b"<p>", "html"),
        ("noname", b"\n<!DOCTYPE html>\n<p>", "html"),
        ("a.smt2", b"(check-sat)", "sexp"),
        ("a.lisp", b"(defun f ())", "sexp"),
        ("a.ini", b"x = 1", "ini"),
        ("a.cfg", b"# comment\n\n[section]\nx = 1\n", "ini"),
        ("a.cfg", b"x { y }\n", "code"),
        ("a.tex", b"\\documentclass{article}", "latex"),
        ("de.po", b'msgid ""', "po"),
        ("", b"<</Type /Page>>", "pdf_object"),
        ("a.c", b"<</Type /Page>>", "source"),
        ("a.xml", "<a/>".encode("utf-16"), "utf16"),
        ("a.c", b"int x;", "source"),
        ("noname", b'{"a": 1}', "source"),
        ("a.c", bytes(range(256)), "characters"),
    ],
)
def test_the_format_follows_name_and_content(name: str, data: bytes, expected: str) -> None:
    assert formats.guess(name, data).name == expected
