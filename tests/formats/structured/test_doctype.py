"""Declarations of XML: each is a node, with the parts that can go alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.structured.test_markup import removed
from thresher.formats.structured import xml
from thresher.formats.structured.doctype import subset_events
from thresher.formats.structured.markup_events import FAULT
from thresher.kernel.selection import Selection

DECLARATIONS = b"""
  <!ELEMENT list (head?, (item | note)*, #end)>
  <!ELEMENT text (#PCDATA|b)*>
  <!ATTLIST item id ID #IMPLIED kind (a|b) 'a' href CDATA #FIXED "x>">
  <!ENTITY name "some &other; text">
  <!ENTITY logo SYSTEM 'logo.gif' NDATA gif>
  <!NOTATION gif PUBLIC "-//gif">
  <!-- ]> --> <?keep ]>?>
  %more;"""
DOCUMENT = b"<?xml version='1.0'?>\n<!DOCTYPE list SYSTEM 'l.dtd' [" + DECLARATIONS + b"\n]>\n<list/>\n"


@pytest.mark.parametrize(
    ("part", "left"),
    [
        (b"<!ELEMENT text (#PCDATA|b)*>", b""),
        (b"(#PCDATA|b)*", b"ANY"),
        (b"SYSTEM 'l.dtd'", b""),
        (b"<!NOTATION gif PUBLIC \"-//gif\">", b""),
        (b"id ID #IMPLIED", b""),
        (b"kind (a|b) 'a'", b""),
        (b"href CDATA #FIXED \"x>\"", b""),
        (b"some &other; text", b""),
        (b"&other;", b""),
        (b"NDATA gif", b""),
        (b"SYSTEM 'logo.gif' NDATA gif", b'""'),
        (b"<!-- ]> -->", b""),
        (b"%more;", b""),
    ],
)  # fmt: skip
def test_each_part_goes_alone(part: bytes, left: bytes) -> None:
    tree = xml.parse_document("list.xml", DOCUMENT).tree
    at = DOCUMENT.index(part)
    space = len(DOCUMENT[:at]) - len(DOCUMENT[:at].rstrip()) if not left and part != b"&other;" else 0
    assert removed(tree, part) == DOCUMENT[: at - space] + left + DOCUMENT[at + len(part) :]


def test_a_content_model_loses_separators_with_its_elements() -> None:
    tree = xml.parse_document("list.xml", DOCUMENT).tree
    assert b"<!ELEMENT list ((item | note)*, #end)>" in removed(tree, b"head?")
    assert b"<!ELEMENT list (head?, (note)*, #end)>" in removed(tree, b"item")
    assert b"<!ELEMENT list (head?, #end)>" in removed(tree, b"(item | note)*")
    assert b"<!ELEMENT text (b)*>" in removed(tree, b"#PCDATA")


def test_what_is_declared_and_used_stays() -> None:
    document = xml.parse_document("a.xml", b"<!DOCTYPE a [<!ENTITY e ''>\n<!ENTITY f ''>]><a>&e;</a>")
    assert document.valid_text(removed(document.tree, b"<!ENTITY f ''>"))
    assert not document.valid_text(removed(document.tree, b"<!ENTITY e ''>"))


def test_a_file_of_declarations_has_conditional_sections() -> None:
    data = b"<![%draft;[\n<!ELEMENT a (b)>\n]]>\n<![IGNORE[ <!ENTITY c 'd'> ]]>\nstray"
    document = xml.parse_document("a.dtd", data)
    tree = document.tree
    assert removed(tree, b"<!ELEMENT a (b)>") == data.replace(b"\n<!ELEMENT a (b)>", b"")
    assert removed(tree, b"<![IGNORE[ <!ENTITY c 'd'> ]]>") == data.replace(b"\n<![IGNORE[ <!ENTITY c 'd'> ]]>", b"")
    assert document.valid_text(b"stray")
    assert not document.valid_text(b"<![IGNORE[ stray")


@given(st.lists(st.sampled_from([
    b"<!ENTITY ", b"<!ATTLIST a ", b"<!ELEMENT ", b"(a|b)", b"'", b'"', b">", b"%p;", b"<![INCLUDE[", b"]]>", b"]",
    b"<", b" x", b"<!--", b"-->"
]), max_size=12), st.data())  # fmt: skip
def test_anything_is_scanned_whole(pieces: list[bytes], data: st.DataObject) -> None:
    text = b"".join(pieces)
    for name in ("a.dtd", "a.xml"):
        document = xml.parse_document(name, text if name == "a.dtd" else b"<!DOCTYPE a [" + text + b"]><a/>")
        tree = document.tree
        assert tree.render(tree.everything) == document.data
        kept = tree.everything
        for node in data.draw(st.sets(st.integers(0, len(tree) - 1))):
            kept -= Selection((node, tree.end(node))) if node else Selection()
        assert len(tree.render(kept)) <= len(document.data) + len(b"<a/>ANY") * len(tree)


def test_a_hundred_thousand_openings_are_scanned_once() -> None:
    for opening in (b"<![INCLUDE[", b"<!ELEMENT a (", b"<!ENTITY a '", b"%", b"(", b"<!--"):
        assert sum(event.what == FAULT for event in subset_events(opening * 20_000, 0, 20_000 * len(opening))) > 0
