"""Entities with all their references."""

from __future__ import annotations

import pytest

from tests.passes.candidates import TEXTS, all_at_once, check_edits
from thresher.formats.structured import xml
from thresher.kernel.selection import Selection
from thresher.passes import pass_named
from thresher.structures.rewrites import Rewrites
from thresher.structures.trees.splice import Spacing

HEAD = b'<!DOCTYPE a [<!ENTITY e "x"><!ENTITY f "&e;y"><!ENTITY % p "q">%p;]>'


def made(data: bytes) -> list[bytes]:
    """The document after each edit."""
    document = xml.parse_document("a.xml", data)
    edits = list(pass_named("entities").edits(document))
    return [Rewrites(data, [edit], Spacing.EXACT).render(Selection()) for edit in edits]


def test_a_declaration_goes_with_its_references_or_leaves_its_value() -> None:
    data = HEAD + b'<a b="&e;">&f; &lt;<![CDATA[&e;]]></a>'
    without_e, with_value = HEAD.replace(b'<!ENTITY e "x">', b""), b'<a b="%s">&f; &lt;<![CDATA[&e;]]></a>'
    found = made(data)
    assert without_e.replace(b"&e;", b"") + with_value % b"" in found
    assert without_e.replace(b"&e;", b"x") + with_value % b"x" in found
    assert data.replace(b'<!ENTITY f "&e;y">', b"").replace(b"&f;", b"&e;y") in found
    assert data.replace(b'<!ENTITY % p "q">', b"").replace(b"%p;", b"") in found


def test_what_nothing_refers_to_is_left_to_removal() -> None:
    assert made(b'<!DOCTYPE a [<!ENTITY e "x">]><a/>') == []
    assert made(b"<a>&e;</a>") == []


@pytest.mark.parametrize(("language", "data"), TEXTS)
def test_every_edit_parses(language: str, data: bytes) -> None:
    check_edits("entities", language, data)
    assert all_at_once("entities", language, data) == data
