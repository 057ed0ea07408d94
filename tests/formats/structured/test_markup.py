"""XML and HTML: what is a node, what is left without it, and what is well-formed."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fakes import answered
from thresher.algorithms.combinators import filtered
from thresher.algorithms.trees.hdd import hdd_star
from thresher.algorithms.trees.hoist import hoist
from thresher.errors import UsageError
from thresher.formats.structured import html, xml
from thresher.formats.structured.xml import is_well_formed
from thresher.kernel.selection import Selection
from thresher.structures.trees.tree import Tree

DOCUMENT = b"""<?xml version="1.0" encoding="iso-8859-1"?>
<!DOCTYPE shop [ <!ENTITY more "]>"> <!-- ] --> ]>
<shop xmlns:x="urn:x" name='caf\xe9'>
  <!-- items -->
  <item id="1" x:price="2">one &more; <b>bold</b> &#65;</item>
  <item/>
  <![CDATA[ <raw> ]]>
  <?keep me?>
</shop>
"""


def removed(tree: Tree, *texts: bytes) -> bytes:
    """What is left without the first nodes of these texts, white space around them not counted."""
    found = [tree.data[tree.starts[node] : tree.stops[node]].strip() for node in range(len(tree))]
    return tree.render(tree.without(tree.everything, [found.index(text) for text in texts]))


def test_each_part_goes_alone_and_all_else_stays() -> None:
    document = xml.parse_document("shop.xml", DOCUMENT)
    assert document.well_formed
    tree = document.tree
    for part in (b"<!-- items -->", b"<item/>", b"<![CDATA[ <raw> ]]>", b"<?keep me?>"):
        assert removed(tree, part) == DOCUMENT.replace(b"\n  " + part, b"")
    assert removed(tree, b'id="1"') == DOCUMENT.replace(b' id="1"', b"")
    assert removed(tree, b"urn:x") == DOCUMENT.replace(b"urn:x", b"")
    assert removed(tree, b"<b>bold</b>") == DOCUMENT.replace(b"<b>bold</b>", b"")
    assert removed(tree, b"bold") == DOCUMENT.replace(b"bold", b"")


def test_every_candidate_is_well_formed() -> None:
    document = xml.parse_document("shop.xml", DOCUMENT)
    tree = document.tree
    asked: list[bytes] = []

    def test(kept: Selection) -> bool:
        asked.append(tree.render(kept))
        return b"bold" in asked[-1]

    kept = answered(filtered(hdd_star(tree, tree.everything), document.valid), test).result
    kept = answered(filtered(hoist(tree, kept), document.valid), test).result
    assert all(map(is_well_formed, asked))
    assert tree.render(kept).strip() in (b"<b>bold</b>", b"<shop>bold</shop>")


def test_what_others_need_stays() -> None:
    document = xml.parse_document("shop.xml", DOCUMENT)
    tree = document.tree
    for needed in (b'<!DOCTYPE shop [ <!ENTITY more "]>"> <!-- ] --> ]>', b'xmlns:x="urn:x"'):
        assert not document.valid_text(removed(tree, needed))
    root = next(node for node in tree.children(0) if tree.kind(node).name == "element")
    assert document.valid(tree.without(tree.everything, [root]))
    assert tree.render(tree.without(tree.everything, [root])).rstrip().endswith(b"]><a/>")


def test_an_element_gives_way_to_its_content() -> None:
    tree = xml.parse_document("a.xml", b"<a>w<b c='1'>x<d/>y</b></a>").tree
    element = next(node for node in range(2, len(tree)) if tree.data.startswith(b"<b", tree.starts[node]))
    content = next(node for node in range(element, len(tree)) if tree.kind(node).name == "content")
    assert tree.fits(content, element)
    kept = tree.everything - Selection((element, content))
    assert tree.render(kept) == b"<a>wx<d/>y</a>"


def test_a_document_with_errors_has_no_more_of_them() -> None:
    data = b"<a><b><c></a></d><e>"
    document = xml.parse_document("a.xml", data)
    assert not document.well_formed
    assert document.tree.render(document.tree.everything) == data
    assert document.valid_text(b"<a><b></a>")
    assert not document.valid_text(b"<a><b><c><d><e><f>")


def test_html_is_as_lax_as_browsers() -> None:
    data = b"<!doctype html><P class=x>a<p>b<ul><li>1<li>2</UL><script>if (a<b) '</p>';</script><br><img src=y></b>"
    document = html.parse_document("a.html", data)
    assert document.faults == 1
    tree = document.tree
    assert removed(tree, b"<li>1") == data.replace(b"<li>1", b"")
    assert removed(tree, b"<P class=x>a") == data.replace(b"<P class=x>a", b"")
    assert removed(tree, b"class=x") == data.replace(b" class=x", b"")
    assert removed(tree, b"if (a<b) '</p>';") == data.replace(b"if (a<b) '</p>';", b"")
    assert removed(tree, b"</b>") == data.removesuffix(b"</b>")
    assert not document.valid_text(b"<div><span></b>")


@given(st.recursive(st.sampled_from(["t", "<e/>", "<!-- c -->", " ", "&lt;"]), lambda inner: st.builds(
    lambda name, parts: f"<{name} k='v'>{''.join(parts)}</{name}>", st.sampled_from("ab"), st.lists(inner, max_size=3)
), max_leaves=12), st.data())  # fmt: skip
@settings(max_examples=60)
def test_any_nodes_may_go_from_a_well_formed_document(inside: str, data: st.DataObject) -> None:
    document = xml.parse_document("a.xml", f"<root>{inside}</root>".encode())
    tree = document.tree
    kept = tree.everything
    for node in data.draw(st.sets(st.integers(1, len(tree) - 1))):
        kept -= Selection((node, tree.end(node)))
    assert document.valid(kept)


@pytest.mark.parametrize("module", [xml, html])
def test_utf_16_is_refused_with_a_way_out(module: object) -> None:
    with pytest.raises(UsageError, match="iconv"):
        module.parse_document("a", "<a/>".encode("utf-16"))  # type: ignore[attr-defined]


@pytest.mark.parametrize("module", [xml, html])
def test_deep_nesting(module: object) -> None:
    depth = 50_000
    document = module.parse_document("a", b"<a>" * depth + b"</a>" * depth)  # type: ignore[attr-defined]
    assert document.tree.height == depth
    assert document.valid(document.tree.without(document.tree.everything, [depth // 2]))
