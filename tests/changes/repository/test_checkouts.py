"""A checkout has exactly the requested version, whatever it had before and whatever a test did to it."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.changes.histories import Compared, Files, compared
from tests.changes.repository.test_loading import VERSIONS
from thresher.changes.repository.checkouts import Checkout, DoesNotApply
from thresher.kernel.selection import Selection
from thresher.structures.changes.patch import LINK

TEXT = 0o100644


def on_disk(root: Path) -> Files:
    found: Files = {}
    for folder, folders, names in os.walk(root):
        if Path(folder) == root:
            folders.remove(".git")
        for name in [*names, *(each for each in folders if Path(folder, each).is_symlink())]:
            path = Path(folder, name)
            key = os.fsencode(path.relative_to(root))
            if path.is_symlink():
                found[key] = (LINK, os.fsencode(os.readlink(path)))
            else:
                found[key] = (0o100755 if path.stat().st_mode & stat.S_IXUSR else TEXT, path.read_bytes())
    return found


def checkout_of(base: Compared, place: Path, *, keep_untracked: bool = False) -> Checkout:
    checkout = Checkout(place / "checkout", base.deltas, base.versions, keep_untracked=keep_untracked)
    checkout.fill()
    return checkout


@settings(max_examples=15)
@given(history=st.lists(VERSIONS, min_size=2, max_size=3), data=st.data())
def test_from_version_to_version(history: list[Files], data: st.DataObject) -> None:
    if history[0] == history[-1]:
        return
    with tempfile.TemporaryDirectory() as name:
        base = compared(Path(name) / "repository", history, Path(name) / "ours")
        checkout = checkout_of(base, Path(name))
        assert on_disk(checkout.root) == history[0]
        for _ in range(4):
            chosen = Selection.of(data.draw(st.sets(st.integers(0, len(base.deltas) - 1))))
            checkout.update(chosen)
            assert on_disk(checkout.root) == base.files(chosen)
            assert checkout.edited == []
        checkout.update(Selection.all(len(base.deltas)))
        assert on_disk(checkout.root) == history[-1]


@pytest.fixture
def base(tmp_path: Path) -> Compared:
    first: Files = {b"a": (TEXT, b"1\n2\n"), b"d/same": (TEXT, b"same\n"), b"d/tool": (0o100755, b"#!/bin/sh\n")}
    return compared(tmp_path / "repository", [first, {**first, b"a": (TEXT, b"1\n3\n")}], tmp_path / "ours")


def test_what_a_test_does_to_its_files_is_undone(base: Compared, tmp_path: Path) -> None:
    checkout = checkout_of(base, tmp_path)
    (checkout.root / "a").write_text("edited")
    (checkout.root / "d" / "tool").unlink()
    (checkout.root / "d" / "same").chmod(0o755)
    (checkout.root / "made" / "here").mkdir(parents=True)
    (checkout.root / "made" / "file").write_text("made")
    checkout.update(Selection())
    assert on_disk(checkout.root) == base.good
    assert sorted(checkout.edited) == ["a", "d/same", "d/tool"]
    assert not (checkout.root / "made").exists()


def test_what_a_build_made_is_kept_for_the_next_one(base: Compared, tmp_path: Path) -> None:
    checkout = checkout_of(base, tmp_path, keep_untracked=True)
    (checkout.root / "a.o").write_text("object")
    untouched = (checkout.root / "d" / "same").stat()
    checkout.update(Selection.all(1))
    assert (checkout.root / "a.o").read_text() == "object"
    assert (checkout.root / "a").stat().st_mtime_ns >= (checkout.root / "a.o").stat().st_mtime_ns
    assert (checkout.root / "d" / "same").stat() == untouched


def test_nothing_is_written_through_a_link_that_a_test_made(base: Compared, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "same").write_text("not ours")
    checkout = checkout_of(base, tmp_path)
    (checkout.root / "d").rename(tmp_path / "moved")
    (checkout.root / "d").symlink_to(elsewhere)
    checkout.update(Selection())
    assert on_disk(checkout.root) == base.good
    assert (elsewhere / "same").read_text() == "not ours"


def test_a_file_and_a_directory_of_one_name_do_not_go_together(tmp_path: Path) -> None:
    history: list[Files] = [{b"x": (TEXT, b"file\n")}, {b"x/y": (TEXT, b"1\n2\n3\n4\n")}]
    base = compared(tmp_path / "repository", history, tmp_path / "ours")
    checkout = checkout_of(base, tmp_path)
    added = [unit for unit, delta in enumerate(base.deltas.deltas) if delta.edit is not None]
    with pytest.raises(DoesNotApply):
        checkout.update(Selection.of(added))
    assert on_disk(checkout.root) == base.good
    checkout.update(Selection.all(len(base.deltas)))
    assert on_disk(checkout.root) == history[-1]
