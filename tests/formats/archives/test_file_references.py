"""Which files refer to which."""

from __future__ import annotations

from thresher import formats
from thresher.formats.archives.directory import DIRECTORY, FILE, DirectoryEntry, packed
from thresher.formats.archives.file_references import file_references

PROJECT = {
    b"Makefile": b"all: main.o",
    b"main.c": b'#include "point.h"',
    b"point.h": b"struct point {};",
    b"lib/index.js": b"require('./shape')",
    b"lib/shape.js": b"",
    b"app.py": b"import lib, shape",
    b"notes.txt": b"",
}


def test_by_name_in_any_language() -> None:
    entries = [
        DirectoryEntry(DIRECTORY, b"lib"),
        *(DirectoryEntry(FILE, path, text or b"\n") for path, text in sorted(PROJECT.items())),
    ]
    container = formats.format_named("directory").container(
        "project", packed(sorted(entries, key=lambda each: each.path))
    )
    assert container is not None
    found = {
        container.nodes[leaf].name: sorted(container.nodes[each].name for each in by)
        for leaf, by in file_references(container).items()
    }
    assert found == {
        "Makefile": [],
        "app.py": [],
        "lib/index.js": ["app.py"],
        "lib/shape.js": ["app.py", "lib/index.js"],
        "main.c": ["Makefile"],
        "notes.txt": [],
        "point.h": ["main.c"],
    }


def test_few_or_nameless_parts_are_not_worth_it() -> None:
    container = formats.format_named("directory").container(
        "project", packed([DirectoryEntry(FILE, b"a", b"b"), DirectoryEntry(FILE, b"b", b"a")])
    )
    assert container is not None
    assert file_references(container) == {}
