"""Configuration files with sections."""

from __future__ import annotations

import configparser
from io import StringIO

from hypothesis import given, settings
from hypothesis import strategies as st

from thresher import formats, reduce
from thresher.formats.structured.ini import count_faults
from thresher.kernel.selection import Selection

NAMES = st.text("abcxyz", min_size=1, max_size=4)
sections = st.dictionaries(NAMES, st.dictionaries(NAMES, st.text("abc =:#", max_size=5).map(str.strip)), max_size=4)


def written(values: dict[str, dict[str, str]]) -> bytes:
    parser = configparser.ConfigParser(interpolation=None)
    parser.read_dict(values)
    text = StringIO()
    parser.write(text)
    return text.getvalue().encode()


@given(values=sections, gone=st.sets(st.integers(1, 30), max_size=5))
@settings(max_examples=60)
def test_without_any_nodes_it_is_still_a_configuration(values: dict[str, dict[str, str]], gone: set[int]) -> None:
    document = formats.parse_document("ini", "a.ini", written(values), None)
    tree = document.tree
    kept = tree.everything
    for node in gone:
        if node < len(tree):
            kept -= Selection((node, tree.end(node)))
    text = tree.render(kept)
    assert document.valid(kept)
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    parser.read_string(text.decode())
    assert set(parser.sections()) <= set(values)


def test_a_reduction_takes_sections_then_entries() -> None:
    data = b"; mine\n[one]\na = 1\nb = 2\n  and more\n\n[two]\nc = 3\nd = 4\n"

    def fails(text: bytes) -> bool:
        parser = configparser.ConfigParser()
        try:
            parser.read_string(text.decode())
        except (configparser.Error, ValueError):
            return False
        return parser.get("two", "d", fallback=None) == "4"

    assert reduce(data, fails, name="a.ini").data.split() == [b"[two]", b"d=4"]


def test_continuations_belong_to_their_entry() -> None:
    tree = formats.parse_document("ini", "a.ini", b"[s]\nkey = one\n  two\nother: x\n", None).tree
    texts = [tree.data[tree.starts[node] : tree.stops[node]] for node in range(len(tree))]
    assert b"key = one\n  two\n" in texts
    assert b"one\n  two" in texts


def test_faults() -> None:
    assert count_faults(b"[a]\nkey\nx=1\r\n[b]\r\n") == 0
    assert count_faults(b"[a\n") == 1
