"""What `git diff-tree --stdin -r --raw -p -U0 -M -a` prints, read as data: which files and which lines of them differ.

Only positions are taken from it; the lines themselves are read from the files, so bodies of hunks are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from thresher.errors import UsageError

_PAIR = re.compile(rb"([0-9a-f]{40,64}) ([0-9a-f]{40,64})\n")
_ENTRY = re.compile(rb":([0-7]{1,6}) ([0-7]{1,6}) ([0-9a-f]+) ([0-9a-f]+) ([A-Z])\d* *\t([^\n]+)\n?")
_HUNK = re.compile(rb"@@ -(\d{1,18})(?:,(\d{1,18}))? \+(\d{1,18})(?:,(\d{1,18}))? @@")
_SPECIAL = {b"a": 7, b"b": 8, b"t": 9, b"n": 10, b"v": 11, b"f": 12, b"r": 13, b'"': 34, b"\\": 92}
_NAMES = {value: b"\\" + name for name, value in _SPECIAL.items()}
_ESCAPE = re.compile(rb'\\([0-3][0-7]{2}|[abtnvfr"\\])')
_PLAIN = re.compile(rb"[!#-\[\]-~]*")


class Hunk(NamedTuple):
    """`removed` lines from line `start` of the old file become `added` lines from line `begin` of the new."""

    start: int
    removed: int
    begin: int
    added: int


@dataclass(frozen=True, slots=True)
class ChangedFile:
    """One file that differs. A mode of 0 means that there is no such file on that side."""

    old_mode: int
    new_mode: int
    old_id: str
    new_id: str
    status: str
    old_path: bytes
    new_path: bytes
    hunks: list[Hunk] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class TreeDiff:
    """How one tree differs from another."""

    old_tree: str
    new_tree: str
    entries: list[ChangedFile]


def read_steps(lines: Iterable[bytes]) -> Iterator[TreeDiff]:
    """The compared pairs of trees in order, also those that do not differ. What git does not print is a UsageError."""
    step: TreeDiff | None = None
    sections: Iterator[ChangedFile] = iter(())
    entry: ChangedFile | None = None
    body = iter(lines)
    for line in body:
        if line[:1] == b":" and step is not None:
            step.entries.append(_entry(line))
            sections = _sections(step.entries)
        elif line.startswith(b"diff --git "):
            entry = next(sections, None)
            if entry is None:
                raise _unreadable(line)
        elif entry is not None and (found := _HUNK.match(line)):
            hunk = _hunk(found)
            entry.hunks.append(hunk)
            _skip(body, hunk.removed + hunk.added)
        elif pair := _PAIR.fullmatch(line):
            if step is not None:
                yield step
            step, entry = TreeDiff(pair[1].decode(), pair[2].decode(), []), None
    if step is not None:
        yield step


def _sections(entries: list[ChangedFile]) -> Iterator[ChangedFile]:
    """The file that each part of the patch is about; a file that changes its type goes and comes."""
    for entry in entries:
        yield entry
        if entry.status == "T":
            yield entry


def _skip(body: Iterator[bytes], count: int) -> None:
    for _ in range(count):
        if next(body, None) is None:
            raise UsageError("what git printed ends within a hunk; run the command again")


def _hunk(found: re.Match[bytes]) -> Hunk:
    """From line numbers that begin with 1, or name the line before where there is none."""
    start, removed = int(found[1]), int(found[2] or 1)
    begin, added = int(found[3]), int(found[4] or 1)
    return Hunk(start - (removed > 0), removed, begin - (added > 0), added)


def _entry(line: bytes) -> ChangedFile:
    found = _ENTRY.fullmatch(line)
    if found is None:
        raise _unreadable(line)
    old_mode, new_mode, old_id, new_id, status = (part.decode() for part in found.groups()[:5])
    names = [unquoted(path) for path in found[6].split(b"\t")]
    return ChangedFile(int(old_mode, 8), int(new_mode, 8), old_id, new_id, status, names[0], names[-1])


def _unreadable(line: bytes) -> UsageError:
    return UsageError(
        f"git printed a line that is not part of a diff: {line[:80]!r}; is git a program of another name?"
    )


def unquoted(name: bytes) -> bytes:
    """A path as git prints it.

    >>> unquoted(b'"a\\\\tb\\\\303\\\\274"') == "a\\tbü".encode()
    True
    """
    if not name.startswith(b'"'):
        return name
    return _ESCAPE.sub(lambda found: bytes([_SPECIAL.get(found[1]) or int(found[1], 8)]), name[1:-1])


def quoted(name: bytes) -> bytes:
    """A path as git and patch read it: in quotation marks unless all of it is plain.

    >>> quoted(b"src/a.c"), quoted(b"a b")
    (b'src/a.c', b'"a b"')
    """
    if _PLAIN.fullmatch(name):
        return name
    return b'"' + b"".join(_NAMES.get(byte) or _escaped(byte) for byte in name) + b'"'


def _escaped(byte: int) -> bytes:
    return bytes([byte]) if 32 <= byte < 127 else b"\\%03o" % byte
