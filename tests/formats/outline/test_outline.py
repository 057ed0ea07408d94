"""The outline of a text: whatever is removed by it leaves a text of the same kind."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.formats.outline import Outline
from thresher.formats.outline.brackets import bracket_outline
from thresher.formats.outline.outline_tree import outline_tree
from thresher.formats.outline.tags import tag_outline
from thresher.structures.trees.splice import Spacing
from thresher.structures.trees.tree import Tree

GRAIN = 8
TEXTS = st.text("ab{}[](),;:\"'\\/*<>- \n", max_size=12)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXTS,
    lambda inner: st.lists(inner, max_size=9) | st.dictionaries(TEXTS, inner, max_size=9),
    max_leaves=40,
)
elements = st.recursive(
    st.just("<a/>") | st.sampled_from(["<b>x</b>", "<!-- <c> -->", "<![CDATA[</d>]]>", "text", "<?e <f>?>"]),
    lambda inner: st.lists(inner, max_size=6).map(lambda all: f"<g h='1'>{''.join(all)}</g>"),
    max_leaves=40,
)
numbers = st.sets(st.integers(0, 60), max_size=12)


def by_brackets(data: bytes, grain: int = GRAIN) -> Tree:
    return outline_tree(data, bracket_outline(data, grain), grain, Spacing.FREE)


def without(tree: Tree, numbers: set[int]) -> bytes:
    """A candidate without the units of these numbers."""
    units = [node for node in range(1, len(tree)) if tree.replacement(node) is not None]
    kept = tree.everything
    for node in (units[number % len(units)] for number in sorted(numbers) if units):
        kept = tree.without(kept, [node]) if node in kept else kept
    return tree.render(kept)


@given(values, st.sampled_from([None, 1]), numbers)
def test_json_stays_json(value: object, indent: int | None, gone: set[int]) -> None:
    data = json.dumps(value, indent=indent).encode()
    tree = by_brackets(data)
    assert tree.render(tree.everything) == data
    assert len(json.loads(without(tree, gone) or b"0") or ()) <= len(value or ()) if isinstance(value, list) else True


@given(elements, numbers)
def test_xml_stays_well_formed(content: str, gone: set[int]) -> None:
    data = f"<?xml version='1.0'?>\n<root>{content}</root>".encode()
    tree = outline_tree(data, tag_outline(data, GRAIN), GRAIN, Spacing.EXACT)
    assert tree.render(tree.everything) == data
    if (left := without(tree, gone)).strip():
        ET.fromstring(left)


@given(TEXTS.map(str.encode) | st.binary(max_size=60), numbers, st.booleans())
def test_any_bytes_have_an_outline(data: bytes, gone: set[int], tags: bool) -> None:
    outline = tag_outline(data, 2) if tags else bracket_outline(data, 2)
    tree = outline_tree(data, outline, 2, Spacing.EXACT)
    assert tree.render(tree.everything) == data
    assert len(without(tree, gone)) <= len(data)


@pytest.mark.parametrize(("data", "unit", "least"), [
    (b"CREATE TABLE t (a INT, b TEXT);\n" + b"INSERT INTO t VALUES (1, 'it''s; (');\n" * 40, rb"INSERT[^\n]*;", 10),
    (b"INSERT INTO t VALUES " + b",".join([b"(1, 'a;b')"] * 60) + b";\n", rb"\(1, 'a;b'\)", 10),
    (b"int f(int a) {\n  return a;\n}\n" * 40, rb"int f\(int a\) \{\n  return a;\n\}", 10),
    (b"items:\n" + b"  - name: a\n    value: [1, 2]\n" * 40, rb"- name: a\n    value: \[1, 2\]", 10),
    (b"@media print {\n" + b"a, b { color: red; }\n" * 40 + b"}\n", rb"a, b \{ color: red; \}", 10),
    (b'{"a": 1, "b": [' + b", ".join([b'{"c": "],"}'] * 40) + b"]}", rb'\{"c": "\],"\}', 10),
    (b"# it's a comment (\n/* don't ( */ // (\n" + b"a = 1;\n" * 40, rb"a = 1;", 10),
])  # fmt: skip
def test_units_are_rows_of_whole_elements(data: bytes, unit: bytes, least: int) -> None:
    tree = by_brackets(data)
    units = [
        tree.data[tree.starts[node] : tree.stops[node]] for node in range(1, len(tree)) if tree.end(node) == node + 1
    ]
    whole = re.compile(rb"(?:%b[\s,]*)+" % unit)
    assert sum(bool(whole.fullmatch(each)) for each in units) >= max(least, len(units) - 2)


def test_a_long_text_has_a_few_thousand_units() -> None:
    tree = Outline(b"[" + b",".join(b'{"a": [1, 2]}' for _ in range(60_000)) + b"]").tree
    assert 1000 < len(tree) < 10_000


@pytest.mark.parametrize(
    "data",
    [
        b"/*" * 50_000,
        b'"\\"' * 50_000,
        b"(" * 200_000,
        b"([{" * 30_000 + b"]" * 90_000,
        b"x" * 300_000,
        b"<a " * 50_000,
        b"<!--" * 50_000,
        b"<a>" * 60_000 + b"</b>" * 60_000,
    ],
)
@pytest.mark.parametrize("tags", [False, True])
def test_texts_without_partners_take_linear_time(data: bytes, tags: bool) -> None:
    assert len(Outline(data, tags=tags).tree) >= 1  # a quadratic scan of these would take minutes
