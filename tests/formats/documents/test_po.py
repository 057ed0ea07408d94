"""Message catalogues of gettext."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.oracle.programs import needs
from thresher import Stop, formats, reduce
from thresher.structures.trees.tree import Tree

HEAD = b'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
PLURAL = (
    b'#, c-format\nmsgctxt "shop"\nmsgid "%d file"\n'
    b'msgid_plural "%d files"\nmsgstr[0] "%d Datei"\nmsgstr[1] "Dateien"\n'
)
ENTRIES = b"".join(
    b'#: main.c:%d\nmsgid ""\n"line %d\\n"\n"and more"\nmsgstr "Zeile %d\\n"\n"und mehr"\n\n' % (at, at, at)
    for at in range(20)
)


def nodes(tree: Tree, kind: str) -> list[bytes]:
    found = (node for node in range(len(tree)) if tree.kind(node).name == kind)
    return [tree.data[tree.starts[node] : tree.stops[node]] for node in found]


def test_entries_have_comments_and_messages_and_these_have_lines() -> None:
    tree = formats.parse_document("po", "a.po", HEAD + ENTRIES + PLURAL, None).tree
    assert b"".join(nodes(tree, "entry")) == tree.data
    assert len(nodes(tree, "entry")) == 22
    assert nodes(tree, "msgid")[1] == b'msgid ""\n"line 0\\n"\n"and more"\n'
    assert nodes(tree, "line")[:2] == [b'"line 0\\n"\n', b'"and more"\n']
    assert nodes(tree, "msgid_plural") == [b'msgid_plural "%d files"\n']
    assert nodes(tree, "string")[-1] == b'"Dateien"'


def test_an_entry_ends_where_the_next_begins() -> None:
    tree = formats.parse_document(
        "po", "a.po", b'msgid "a"\nmsgstr ""\n# b\nmsgid "b"\nmsgstr ""\nmsgid "c"\n', None
    ).tree
    assert [text.count(b"\n") for text in nodes(tree, "entry")] == [2, 3, 1]


def test_a_message_goes_with_its_translation() -> None:
    document = formats.parse_document("po", "a.po", PLURAL, None)
    assert document.valid_text(b"")
    assert document.valid_text(b'msgid "a"\nmsgstr ""')
    assert not document.valid_text(PLURAL.replace(b'msgid "%d file"\n', b""))
    assert not document.valid_text(b'msgid "a"\n')
    assert not document.valid_text(b"word\n" + PLURAL)


@needs("msgfmt")
def test_a_format_error_comes_down_to_one_entry(tmp_path: Path) -> None:
    broken = ENTRIES + PLURAL.replace(b"Dateien", b"%s Dateien") + ENTRIES.replace(b"line", b"row")

    def fails(data: bytes) -> bool:
        (tmp_path / "a.po").write_bytes(data)
        done = subprocess.run(["msgfmt", "-c", "-o", "a.mo", "a.po"], cwd=tmp_path, capture_output=True, check=False)
        return b"format specifications" in done.stderr

    done = reduce(HEAD + broken, fails, name="a.po", stop=Stop(tests=60))
    assert len(done.data) < 200
    assert b"line" not in done.data
