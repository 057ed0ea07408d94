"""A directory of files as one content: its entries one after the other, each with its name and what is in it.

Directories have their entries inside, files may go or shrink by their own formats, links and names stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from thresher.structures.container import Part

MAGIC = b"a directory of files\n"
FILE, PROGRAM, LINK, DIRECTORY = "file", "program", "link", "directory"
DEEPEST = 200  # directories in each other
_HEADER = re.compile(rb"(file|program|link|directory) (\d+) (\d+)\n")


@dataclass(frozen=True, slots=True)
class DirectoryEntry:
    """What is there under a path relative to the directory: `content` is of a file, or where a link leads."""

    kind: str
    path: bytes
    content: bytes = b""


def confidence(name: str, data: bytes) -> float:
    """Sure of itself by the first line."""
    return 1.0 if data.startswith(MAGIC) else 0.0


def packed(entries: list[DirectoryEntry]) -> bytes:
    """The content for entries in which each directory precedes its contents."""
    return MAGIC + b"".join(_packed(each.kind, each.path, each.content) for each in entries)


def entries(data: bytes) -> Iterator[DirectoryEntry]:
    """The entries of a content; a ValueError if it is not a packed directory."""
    if not data.startswith(MAGIC):
        raise ValueError("not a directory")
    at = len(MAGIC)
    while at < len(data):
        header = _HEADER.match(data, at)
        if header is None:
            raise ValueError(f"no entry at {at}")
        name, content = header.end() + int(header[2]), int(header[3])
        stop = name + 1 + content
        if data[name : name + 1] != b"\n" or data[stop : stop + 1] != b"\n":
            raise ValueError(f"no whole entry at {at}")
        yield DirectoryEntry(header[1].decode(), data[header.end() : name], data[name + 1 : stop])
        at = stop + 1


def parse_container(name: str, data: bytes) -> Part | None:
    """Directories with what is in them; None for more than `DEEPEST` of them in each other."""
    try:
        found = list(entries(data))
    except ValueError:
        return None
    if max((each.path.count(b"/") for each in found), default=0) > DEEPEST:
        return None
    parts, rest = _inside(found, 0, b"")
    return None if rest < len(found) else Part(DIRECTORY, parts=tuple(parts), raw=data)


def write(part: Part) -> bytes:
    """The content for a root; an empty root gives the empty content, which is never accepted as a result."""
    if part.raw is not None:
        return part.raw
    return MAGIC + b"".join(map(_written, part.parts)) if part.parts else b""


def _inside(found: list[DirectoryEntry], at: int, directory: bytes) -> tuple[list[Part], int]:
    """The entries from a number on that are in a directory, and the number of the first that is not."""
    parts: list[Part] = []
    while at < len(found) and found[at].path.startswith(directory):
        entry = found[at]
        name, at = entry.path.decode("utf-8", "surrogateescape"), at + 1
        if entry.kind == DIRECTORY:
            inner, at = _inside(found, at, entry.path + b"/")
            parts.append(Part(entry.kind, name, parts=tuple(inner)))
        else:
            parts.append(Part(entry.kind, name, entry.content, opaque=entry.kind == LINK))
    return parts, at


def _written(part: Part) -> bytes:
    path = part.name.encode("utf-8", "surrogateescape")
    return _packed(part.kind, path, part.content) + b"".join(map(_written, part.parts))


def _packed(kind: str, path: bytes, content: bytes) -> bytes:
    return b"%s %d %d\n%s\n%s\n" % (kind.encode(), len(path), len(content), path, content)
