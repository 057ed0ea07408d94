"""Fresh directories, gone afterwards whatever the program did to them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from thresher.errors import OracleBroken
from thresher.oracle.running.run_directory import RunDirectories


@pytest.fixture
def directories(tmp_path: Path) -> RunDirectories:
    side = tmp_path / "header.h"
    side.write_text("int side;")
    return RunDirectories(beside=(side,))


def test_the_candidate_lies_under_its_name_with_what_it_needs(directories: RunDirectories) -> None:
    with directories.fresh("-odd name.c", lambda: b"a\0\r\n") as place:
        path = Path(place.candidate)
        assert path.name == "-odd name.c"
        assert path.read_bytes() == b"a\0\r\n"
        assert sorted(os.listdir(path.parent)) == ["-odd name.c", "header.h"]
        assert (path.parent / "header.h").read_text() == "int side;"
        assert (path.parent.parent / "tmp").is_dir()
        (path.parent / "more").mkdir()
        (path.parent / "more" / "file").write_text("left behind")
    assert list(directories.root.iterdir()) == []
    directories.close()
    assert not directories.root.exists()


def test_a_program_that_removes_permissions(directories: RunDirectories) -> None:
    with directories.fresh("x", lambda: b"") as place:
        locked = Path(place.work) / "locked"
        locked.mkdir()
        (locked / "file").write_text("")
        locked.chmod(0)
    assert list(directories.root.iterdir()) == []
    directories.close()


def test_side_files_are_never_removed(directories: RunDirectories, tmp_path: Path) -> None:
    with directories.fresh("x", lambda: b""):
        pass
    directories.close()
    assert (tmp_path / "header.h").read_text() == "int side;"


def test_a_candidate_that_cannot_be_written_has_no_outcome(directories: RunDirectories) -> None:
    with (
        pytest.raises(OracleBroken, match="cannot write a candidate"),
        directories.fresh("no/such/folder", lambda: b""),
    ):
        pass
    directories.close()
