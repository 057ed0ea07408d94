"""Protects outputs: a file that this session did not write is kept under a numbered name."""

from __future__ import annotations

import os
from hashlib import blake2b
from itertools import count
from pathlib import Path, PurePath

from thresher.session.files.directories import read_result, write_result
from thresher.session.files.whole import followed, output_key


class Ownership:
    """One session's right to overwrite one output.

    Guarantees that only contents are overwritten that this session wrote, or that appeared while it ran. A ledger
    beside the session folder has the digest of each content, written before the content itself, so that a crash
    changes nothing.
    """

    def __init__(self, folder: Path, output: Path) -> None:
        self._session, self._output = _digest(os.fsencode(folder.name)), output
        self._ledger = folder.parent / f"{output_key(output)}.output"
        self._begun = False  # after the first write, the output is locked for this process

    def write(self, content: bytes) -> Path | None:
        """Writes the content; returns where the previous one is kept now, if it was not this session's."""
        aside = None if self._begun else self._set_aside()
        self.adopt(content)
        write_result(self._output, content)
        self._begun = True
        return aside

    def adopt(self, content: bytes) -> None:
        """Allows this session to overwrite this content of the output."""
        with self._ledger.open("a") as file:
            file.write(f"{self._session} {_digest(content)}\n")

    def _set_aside(self) -> Path | None:
        present = read_result(self._output)
        return set_aside(self._output) if present and _digest(present) not in self._written() else None

    def _written(self) -> set[str]:
        """The digests of the contents that this session wrote since another one did."""
        found: set[str] = set()
        lines = self._ledger.read_text(errors="replace").splitlines() if self._ledger.exists() else []
        for line in lines:
            session, _, digest = line.partition(" ")
            if session != self._session:
                found.clear()
            elif digest:
                found.add(digest)
        return found


def set_aside(path: Path) -> Path:
    """Moves a file to a numbered name beside it, unless a copy has one already; returns that name."""
    path = followed(path)
    present = read_result(path)
    for number in count(1):
        kept = numbered(path, number)
        if read_result(kept) == present:
            return kept
        if not os.path.lexists(kept):
            _rename(path, kept)
            return kept
    raise AssertionError  # there is always another number


def _rename(path: Path, kept: Path) -> None:
    """Renames by a hard link where possible, so that the old name exists until it is overwritten."""
    try:
        os.link(path, kept)
    except OSError:  # a directory, or no hard links
        path.rename(kept)


def numbered(path: Path, number: int) -> Path:
    """The name of an earlier output.

    >>> str(numbered(Path("crash.min.c"), 1)), str(numbered(Path("Makefile.min"), 2))
    ('crash.min.1.c', 'Makefile.min.2')
    """
    name = PurePath(path.name)
    if name.suffix in ("", ".min"):
        return path.with_name(f"{name}.{number}")
    return path.with_name(f"{name.stem}.{number}{name.suffix}")


def kept_line(output: Path, kept: Path) -> str:
    """The message for the user."""
    return f"{output} was not written by this session; it is kept as {kept}"


def _digest(data: bytes) -> str:
    return blake2b(data, digest_size=32).hexdigest()
