"""What a content is measured in."""

from __future__ import annotations

from thresher.formats.archives.directory import DIRECTORY, FILE, LINK, DirectoryEntry, packed
from thresher.reports.sizes import shrunk, sizes


def test_a_directory_is_measured_by_its_files() -> None:
    content = packed([
        DirectoryEntry(DIRECTORY, b"src"), DirectoryEntry(FILE, b"src/a.c", b"int a;\n"),
        DirectoryEntry(FILE, b"src/b.c", b"b"),
        DirectoryEntry(LINK, b"c", b"src/a.c"),
    ])  # fmt: skip
    assert sizes(content) == {"files": 2, "bytes": 8, "lines": 2, "tokens": 4}
    assert shrunk(content, packed([DirectoryEntry(FILE, b"c", b"x")])).startswith("2 -> 1 files, 8 -> 1 bytes")
