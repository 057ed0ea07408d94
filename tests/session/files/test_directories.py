"""Directories to contents and back: everything that can be in one, and nothing that leads out of it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thresher import formats
from thresher.errors import OracleBroken, UsageError
from thresher.formats.archives.directory import DIRECTORY, FILE, LINK, PROGRAM, DirectoryEntry, entries, packed
from thresher.oracle.directory import unpack
from thresher.session.files.directories import check_output, read_directory, read_result, write_result

names = st.binary(min_size=1, max_size=6).filter(lambda name: not {*b"/\0"} & {*name} and name not in (b".", b".."))


def sample(top: Path) -> Path:
    """A directory with one of each."""
    (top / "src" / "deep").mkdir(parents=True)
    (top / "empty").mkdir()
    (top / "src" / "deep" / "a.c").write_bytes(b"int x;\n")
    (top / "blob").write_bytes(bytes(range(256)))
    (top / "nothing").touch()
    (top / "run.sh").write_text("#!/bin/sh\n")
    (top / "run.sh").chmod(0o755)
    (top / "link").symlink_to("src/deep/a.c")
    (top / "dangling").symlink_to("nowhere")
    Path(os.fsdecode(os.fsencode(top) + b"/odd \n\xff name")).write_bytes(b"odd")
    (top / ".thresher").mkdir()
    return top


def test_everything_survives(tmp_path: Path) -> None:
    content = read_directory(sample(tmp_path / "here"))
    write_result(tmp_path / "there", content)
    assert read_result(tmp_path / "there") == content
    assert os.access(tmp_path / "there" / "run.sh", os.X_OK)
    assert not os.access(tmp_path / "there" / "blob", os.X_OK)
    assert (tmp_path / "there" / "empty").is_dir()
    assert os.readlink(tmp_path / "there" / "dangling") == "nowhere"
    assert not (tmp_path / "there" / ".thresher").exists()


def test_a_result_takes_the_place_of_the_one_before(tmp_path: Path) -> None:
    for number in range(2):
        write_result(tmp_path / "there", packed([DirectoryEntry(FILE, b"%d" % number, b"")]))
    assert [path.name for path in tmp_path.iterdir()] == ["there"]
    assert os.listdir(tmp_path / "there") == ["1"]


@given(st.dictionaries(names, st.binary(max_size=20), max_size=5), st.dictionaries(names, st.binary(max_size=20)))
@settings(max_examples=50)
def test_any_selection_of_entries_is_a_directory(outer: dict[bytes, bytes], inner: dict[bytes, bytes]) -> None:
    found = [DirectoryEntry(FILE, b"f" + name, content) for name, content in outer.items()]
    found += [
        DirectoryEntry(DIRECTORY, b"d"),
        *(DirectoryEntry(PROGRAM, b"d/" + name, content) for name, content in inner.items()),
    ]
    data = packed(found)
    assert list(entries(data)) == found
    assert formats.guess("x", data).name == "directory"
    container = formats.format_named("directory").container("x", data)
    assert container is not None
    assert container.data == data
    for node in range(1, len(container)):
        rest = container.render(container.shape.without(container.everything, [node]))
        left = list(entries(rest)) if rest else []
        gone = container.nodes[node].name.encode("utf-8", "surrogateescape")
        inside = gone + b"/" if container.nodes[node].kind == DIRECTORY else b"\0"
        assert left == [each for each in found if each.path != gone and not each.path.startswith(inside)]


@pytest.mark.parametrize("target", ["/etc/passwd", "../outside", "src/../../outside"])
def test_a_link_that_leads_out_is_refused(target: str, tmp_path: Path) -> None:
    (sample(tmp_path / "here") / "bad").symlink_to(target)
    with pytest.raises(UsageError, match="points outside the directory"):
        read_directory(tmp_path / "here")


def test_special_files_are_refused(tmp_path: Path) -> None:
    os.mkfifo(sample(tmp_path / "here") / "pipe")
    with pytest.raises(UsageError, match="pipe is neither a file"):
        read_directory(tmp_path / "here")
    (tmp_path / "none").mkdir()
    with pytest.raises(UsageError, match="no file in"):
        read_directory(tmp_path / "none")


@pytest.mark.parametrize("path", [b"../x", b"/etc/x", b"link/x", b"a/../../x", b"", b"."])
def test_nothing_is_written_outside(path: bytes, tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    with pytest.raises(OracleBroken, match="does not lie in a directory"):
        unpack(packed([DirectoryEntry(LINK, b"link", b".."), DirectoryEntry(FILE, path, b"")]), str(tmp_path / "there"))
    assert [each.name for each in tmp_path.iterdir()] == ["there"]


def test_an_unreadable_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"cannot read .*gone/?: No such file"):
        read_directory(tmp_path / "gone")


def test_somebody_elses_directory_is_never_overwritten(tmp_path: Path) -> None:
    here, other = sample(tmp_path / "here"), sample(tmp_path / "other")
    with pytest.raises(UsageError, match="not the result of a reduction"):
        check_output(here, other)
    with pytest.raises(UsageError, match="would lie in"):
        check_output(here, here / "result")
    (tmp_path / "new").mkdir()
    check_output(here, tmp_path / "new")
