"""Files with numbers: nothing of anybody's is overwritten."""

from __future__ import annotations

from pathlib import Path

from thresher.session.files.numbered import write_numbered


def test_each_result_in_a_file(tmp_path: Path) -> None:
    paths = write_numbered(tmp_path / "crash.min.html", [b"one", b"two"])
    assert [path.name for path in paths] == ["crash.min.1.html", "crash.min.2.html"]
    assert [path.read_bytes() for path in paths] == [b"one", b"two"]


def test_other_files_stay(tmp_path: Path) -> None:
    (tmp_path / "b.1").write_bytes(b"mine")
    (tmp_path / "b.2").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "b.3").mkdir()
    (path,) = write_numbered(tmp_path / "b", [b"one"])
    assert path.name == "b.4"
    assert (tmp_path / "b.1").read_bytes() == b"mine"
    assert not (tmp_path / "elsewhere").exists()


def test_the_same_results_again_use_the_same_files(tmp_path: Path) -> None:
    first = write_numbered(tmp_path / "a.txt", [b"one", b"two"])
    assert write_numbered(tmp_path / "a.txt", [b"one", b"two"]) == first
