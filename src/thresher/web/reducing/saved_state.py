"""The state of a server between replays: a file or a directory as it was at the start, put back before each replay.

A SQLite database is put back by SQLite itself, so that a server that has it open sees a transaction, not a file that
changes under it.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from thresher.errors import OracleBroken, UsageError

SQLITE = b"SQLite format 3\0"
BESIDE_SQLITE = ("-wal", "-shm", "-journal")


class SavedState:
    """A copy of a file or directory, taken when it is made."""

    def __init__(self, path: Path) -> None:
        if not path.exists():
            raise UsageError(f"there is no file or directory {path} (--restore)")
        self._path = path
        self._databases: dict[Path, sqlite3.Connection] = {}
        self._contents: dict[Path, bytes] = {}
        for each in self._files():
            if _is_database(each):
                self._databases[each] = _copied(each)
            else:
                self._contents[each] = each.read_bytes()

    def restore(self) -> None:
        """Puts everything back; files that were not there are removed."""
        try:
            for each in self._files():
                if each not in self._contents and each not in self._databases:
                    each.unlink()
            for each, content in self._contents.items():
                if not each.exists() or each.read_bytes() != content:
                    each.parent.mkdir(parents=True, exist_ok=True)
                    each.write_bytes(content)
            for each, saved in self._databases.items():
                with closing(sqlite3.connect(each, timeout=30)) as database:
                    saved.backup(database)
        except (OSError, sqlite3.Error) as error:
            raise OracleBroken(f"{self._path} cannot be restored: {error}") from error

    def _files(self) -> list[Path]:
        found = [self._path] if self._path.is_file() else [each for each in self._path.rglob("*") if each.is_file()]
        return [each for each in found if not _belongs_to_database(each)]


def _is_database(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(SQLITE)) == SQLITE


def _belongs_to_database(path: Path) -> bool:
    owners = [path.with_name(path.name.removesuffix(suffix)) for suffix in BESIDE_SQLITE if path.name.endswith(suffix)]
    return any(owner.is_file() and _is_database(owner) for owner in owners)


def _copied(path: Path) -> sqlite3.Connection:
    """The database in memory."""
    copy = sqlite3.connect(":memory:", check_same_thread=False)
    with closing(sqlite3.connect(path, timeout=30)) as database:
        database.backup(copy)
    return copy
