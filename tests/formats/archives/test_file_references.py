"""Which files mention which."""

from __future__ import annotations

from thresher import formats
from thresher.formats.archives.directory import DIRECTORY, FILE, DirectoryEntry, packed
from thresher.formats.archives.file_references import mentions

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
    nest = formats.format_named("directory").nest("project", packed(sorted(entries, key=lambda each: each.path)))
    assert nest is not None
    found = {nest.nodes[leaf].name: sorted(nest.nodes[each].name for each in by) for leaf, by in mentions(nest).items()}
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
    nest = formats.format_named("directory").nest(
        "project", packed([DirectoryEntry(FILE, b"a", b"b"), DirectoryEntry(FILE, b"b", b"a")])
    )
    assert nest is not None
    assert mentions(nest) == {}
