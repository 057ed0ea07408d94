from __future__ import annotations

from pathlib import Path

import pytest

from thresher.errors import UsageError
from thresher.session.files.whole import check_writable, read_input, write_whole


def test_a_file_is_replaced_whole_and_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "script.sh"
    path.write_text("old")
    path.chmod(0o755)
    write_whole(path, b"new")
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == 0o755
    assert list(tmp_path.iterdir()) == [path]


def test_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "folder"
    path.mkdir()
    (path / "inside").touch()
    with pytest.raises(OSError, match="directory"):
        write_whole(path, b"new")
    assert [each.name for each in tmp_path.iterdir()] == ["folder"]


def test_an_output_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    with pytest.raises(UsageError, match="is empty"):
        read_input(tmp_path / "empty")
    with pytest.raises(UsageError, match="is a directory"):
        read_input(tmp_path)
    with pytest.raises(UsageError, match="no file"):
        read_input(tmp_path / "missing")
    with pytest.raises(UsageError, match="no directory"):
        check_writable(tmp_path / "missing")
