"""Checkouts: directories with a version of the program, updated to another version by writing the differences.

Each is its own git repository, detached at the good commit, which borrows the user's objects: nothing that a test
does in it can affect the user's repository.
"""

from __future__ import annotations

import os
import shutil
import stat
from dataclasses import dataclass, field
from pathlib import Path

from thresher.changes.repository.git import Git, PrivateRepository
from thresher.changes.repository.versions import Versions
from thresher.kernel.selection import Selection
from thresher.structures.changes.deltas import Deltas
from thresher.structures.changes.patch import LINK, FileVersion

_MARK = ".git"


class DoesNotApply(Exception):
    """The chosen changes conflict: one path would be both a file and a directory."""


@dataclass(slots=True)
class _FileState:
    """A file as it was written: its side of the change, and its status right afterwards."""

    side: FileVersion | None  # None for a file that is the same in both versions
    seen: tuple[int, ...] = ()


@dataclass(slots=True)
class Checkout:
    """One directory. `edited` are files that the last run modified; they have been restored."""

    root: Path
    deltas: Deltas
    versions: Versions
    keep_untracked: bool = False
    edited: list[str] = field(default_factory=list)
    _files: dict[str, _FileState] = field(default_factory=dict)
    _applied: dict[int, tuple[int, ...]] = field(default_factory=dict)

    def fill(self) -> None:
        """Writes the good version."""
        self.root.mkdir()
        repository = self.versions.repository
        if self.versions.good.id:
            _make_repository(self.root, self.versions)
        index = self.root.parent / f"{self.root.name}.index"
        git = repository.at(work_tree=self.root, index=index)
        git.out("read-tree", self.versions.good.tree)
        git.out("checkout-index", "-a", "-f")
        listed = git.raw("ls-files", "-s", "-z").split(b"\0")
        index.unlink()
        for line in filter(None, listed):
            about, _, name = line.partition(b"\t")
            if not about.startswith(b"160000"):
                self._files[os.fsdecode(name)] = _FileState(None, _status(self.root / os.fsdecode(name)))
        for change in self.deltas.files:
            if change.old is not None:
                self._files[os.fsdecode(change.old.path)].side = change.old

    def update(self, chosen: Selection) -> None:
        """Updates the directory to that version, whatever the last run did to it; DoesNotApply on a conflict."""
        self.edited = self._restore()
        wanted = self.deltas.touched(chosen)
        changed = [number for number in {**self._applied, **wanted} if self._applied.get(number) != wanted.get(number)]
        before = {number: self.deltas.version(number, self._applied.get(number, ())) for number in changed}
        after = {number: self.deltas.version(number, wanted.get(number, ())) for number in changed}
        removed = {_name(side) for side in before.values() if side} - {_name(side) for side in after.values() if side}
        written = {_name(side): side for side in after.values() if side}
        _check_paths((self._files.keys() - removed) | written.keys(), written)
        for name in sorted(removed):
            self._remove(name)
        for name in sorted(written):
            self._write(name, written[name])
        self._applied = wanted

    def _write(self, name: str, side: FileVersion) -> None:
        path = self.root / name
        known = self._files.get(name)
        if known is not None and known.side is not None and _same(known.side, side):
            return
        for folder in _parents(name)[:-1]:  # never write through a link that a test created
            if not stat.S_ISDIR(_mode(self.root / folder)):
                _unlink(self.root / folder)
                (self.root / folder).mkdir()
        _unlink(path)
        if side.mode == LINK:
            os.symlink(side.content, os.fsencode(path))
        else:
            path.write_bytes(side.content)
            path.chmod(0o755 if side.mode & 0o100 else 0o644)
        self._files[name] = _FileState(side, _status(path))

    def _remove(self, name: str) -> None:
        path = self.root / name
        _unlink(path)
        del self._files[name]
        for parent in list(path.parents):
            if parent == self.root or any(parent.iterdir()):
                break
            parent.rmdir()

    def _restore(self) -> list[str]:
        """Restores files that a run modified, removes those it created; returns the names of the modified ones."""
        edited = [name for name, state in self._files.items() if _status(self.root / name) != state.seen]
        for name in edited:
            side = self._files[name].side
            if side is None:
                side = _stored(self.versions.repository, self.versions.good.tree, name)
            self._files[name] = _FileState(None)
            self._write(name, side)
        if not self.keep_untracked:
            self._clear()
        return edited

    def _clear(self) -> None:
        """Removes every file and directory that is not in the version."""
        known = {parent for name in self._files for parent in _parents(name)}
        for folder, folders, names in os.walk(self.root):
            base = os.path.relpath(folder, self.root)
            inside = "" if base == "." else base + "/"
            for name in [each for each in folders if inside + each not in known]:
                if inside + name != _MARK:
                    _unlink(Path(folder, name))
                folders.remove(name)
            for name in names:
                if inside + name not in self._files and inside + name != _MARK:
                    _unlink(Path(folder, name))


def _make_repository(root: Path, versions: Versions) -> None:
    """A repository in the checkout, for tests that ask git for their version."""
    git = Git("-C", str(root), environment={"GIT_DIR": str(root / _MARK)})
    length = len(versions.good.id)
    git.out("init", "-q", "--template=", f"--object-format={'sha256' if length == 64 else 'sha1'}")
    (root / _MARK / "objects" / "info" / "alternates").write_text(
        "".join(f"{path}\n" for path in versions.repository.objects)
    )
    (root / _MARK / "HEAD").write_text(versions.good.id + "\n")
    git.out("read-tree", versions.good.tree)


def _stored(repository: PrivateRepository, tree: str, name: str) -> FileVersion:
    """A file of the good version, from the repository."""
    line = repository.git.raw("ls-tree", "-z", "--full-tree", tree, "--", f":(literal){name}").partition(b"\0")[0]
    mode, _, id = line.partition(b"\t")[0].decode().split(" ")
    return FileVersion(os.fsencode(name), int(mode, 8), repository.contents([id])[id], id)


def _check_paths(names: set[str], new: dict[str, FileVersion]) -> None:
    for name in new:
        if any(parent in names for parent in _parents(name)[:-1]):
            raise DoesNotApply(name)
    folders = {parent for name in names for parent in _parents(name)[:-1]} if new else set()
    clash = folders & new.keys()
    if clash:
        raise DoesNotApply(min(clash))


def _parents(name: str) -> list[str]:
    """The path of every directory around a file, and of the file itself.

    >>> _parents("a/b/c")
    ['a', 'a/b', 'a/b/c']
    """
    parts = name.split("/")
    return ["/".join(parts[: count + 1]) for count in range(len(parts))]


def _name(side: FileVersion) -> str:
    return os.fsdecode(side.path)


def _same(one: FileVersion, other: FileVersion) -> bool:
    return (one.mode, one.content) == (other.mode, other.content)


def _status(path: Path) -> tuple[int, ...]:
    """Changes whenever the file does, since a program cannot set ctime."""
    try:
        status = path.lstat()
    except OSError:
        return ()
    return status.st_ctime_ns, status.st_size, status.st_mode, status.st_ino


def _mode(path: Path) -> int:
    try:
        return path.lstat().st_mode
    except OSError:
        return 0


def _unlink(path: Path) -> None:
    """Removes whatever is there."""
    mode = _mode(path)
    if stat.S_ISDIR(mode):
        shutil.rmtree(path, ignore_errors=True)
    elif mode:
        path.unlink()
