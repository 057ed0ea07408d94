"""A directory with a database that is open elsewhere is put back as it was."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from thresher.errors import UsageError
from thresher.web.reducing.saved_state import SavedState


def test_a_directory_with_an_open_database_is_restored(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("first")
    server = sqlite3.connect(tmp_path / "data.sqlite3")
    server.execute("pragma journal_mode = wal")
    server.execute("create table items (name text)")
    server.execute("insert into items values ('lamp')")
    server.commit()
    saved = SavedState(tmp_path)
    for _ in range(2):
        server.execute("insert into items values ('desk')")
        server.commit()
        (tmp_path / "notes.txt").write_text("second")
        (tmp_path / "new.txt").write_text("new")
        saved.restore()
        assert server.execute("select name from items").fetchall() == [("lamp",)]
        assert (tmp_path / "notes.txt").read_text() == "first"
        assert not (tmp_path / "new.txt").exists()
    server.close()


def test_one_file_is_restored(tmp_path: Path) -> None:
    path = tmp_path / "orders.json"
    path.write_text("[]")
    saved = SavedState(path)
    path.unlink()
    saved.restore()
    assert path.read_text() == "[]"


def test_a_state_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="--restore"):
        SavedState(tmp_path / "none")
