"""Repositories made up for tests: written by git itself in one go, and what a version of one holds."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from thresher.changes.repository.loading import load_deltas
from thresher.changes.repository.versions import Versions, compare_revisions
from thresher.kernel.selection import Selection
from thresher.structures.changes.deltas import Deltas

Files = dict[bytes, tuple[int, bytes]]

ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
}


def git(directory: Path, *arguments: str, stdin: bytes = b"") -> bytes:
    """Runs git as a user would; it must succeed."""
    identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "protocol.file.allow=always"]
    done = subprocess.run(
        ["git", "-C", str(directory), *identity, *arguments],
        input=stdin,
        capture_output=True,
        env=ENVIRONMENT,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


def make_repository(directory: Path, history: list[Files]) -> None:
    """A commit for each version of the files, with messages `commit 0`, `commit 1`, ..., checked out."""
    directory.mkdir()
    git(directory, "init", "-q", "-b", "main", ".")
    parts: list[bytes] = []
    before: Files = {}
    for number, files in enumerate(history):
        message = b"commit %d" % number
        parts.append(b"commit refs/heads/main\nauthor Ada <ada@example.org> %d +0000\n" % (10**9 + number))
        parts.append(b"committer Ada <ada@example.org> %d +0000\n" % (10**9 + number))
        parts.append(b"data %d\n%s\n" % (len(message), message))
        for path in before.keys() - files.keys():
            parts.append(b"D %s\n" % _quoted(path))
        for path, (mode, content) in files.items():
            if before.get(path) != (mode, content):
                parts.append(b"M %06o inline %s\ndata %d\n%s\n" % (mode, _quoted(path), len(content), content))
        before = files
    git(directory, "fast-import", "--quiet", stdin=b"".join(parts))
    git(directory, "reset", "-q", "--hard", "main")


def _quoted(path: bytes) -> bytes:
    return b'"%s"' % path.replace(b"\\", b"\\\\").replace(b'"', b'\\"').replace(b"\n", b"\\n")


@dataclass
class Compared:
    """Two versions of a repository, and what any version between them holds."""

    versions: Versions
    deltas: Deltas
    good: Files = field(default_factory=dict)

    def files(self, chosen: Selection) -> Files:
        """The files of the good version with the chosen changes."""
        found = dict(self.good)
        touched = self.deltas.touched(chosen)
        for number in touched:
            old = self.deltas.files[number].old
            if old is not None:
                del found[old.path]
        for number, part in touched.items():
            side = self.deltas.version(number, part)
            if side is not None:
                found[side.path] = (side.mode, side.content)
        return found

    def lines(self, chosen: Selection) -> list[bytes]:
        """All lines of all files."""
        return [line for _, content in self.files(chosen).values() for line in content.split(b"\n")]


def compared(directory: Path, history: list[Files], place: Path, *, good: str = "") -> Compared:
    """The first and the last version of a history."""
    make_repository(directory, history)
    versions = compare_revisions(directory, good or f"main~{len(history) - 1}", "main", place, leave_out=())
    return Compared(versions, load_deltas(versions), history[0])
