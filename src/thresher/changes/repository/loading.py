"""Loads all changes between two versions, each with the commits it comes from."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from itertools import pairwise

from thresher.changes.repository.versions import Versions
from thresher.errors import UsageError
from thresher.structures.changes.deltas import Deltas, FileChange
from thresher.structures.changes.edits import split_lines
from thresher.structures.changes.gitdiff import ChangedFile, TreeDiff, read_steps
from thresher.structures.changes.origins import Origins
from thresher.structures.changes.patch import FileVersion

SUBMODULE = 0o160000
_DIFF = ("diff-tree", "--stdin", "-r", "--raw", "-p", "-U0", "-M", "-l5000", "-a", "--full-index", "--no-color")


def load_deltas(versions: Versions) -> Deltas:
    """The net changes. A changed submodule, or no change at all, is a UsageError."""
    trees = [versions.good.tree, *(step.tree for step in versions.steps)]
    (whole,) = _steps(versions, [(trees[0], trees[-1])])
    if not whole.entries:
        raise UsageError("the good and the bad version have the same files; there are no changes to search")
    for entry in whole.entries:
        if SUBMODULE in (entry.old_mode, entry.new_mode):
            name = os.fsdecode(entry.new_path)
            raise UsageError(
                f"the submodule {name} changes between the versions and cannot be checked out here; "
                f"search for the change in it: --repo {name} --good {entry.old_id[:12]} --bad {entry.new_id[:12]}"
            )
    contents = versions.repository.contents(_ids(whole.entries))
    files = [_change(entry, contents) for entry in whole.entries]
    lengths = {file.old.path: len(split_lines(file.old.content)) for file in files if file.old is not None}
    return Deltas(files, Origins(lengths, _steps(versions, list(pairwise(trees)))))


def submodules(versions: Versions) -> list[str]:
    """The note about submodules that are the same in both versions: a test may need their files."""
    listed = versions.repository.git.raw("ls-tree", "-r", "-z", versions.good.tree).split(b"\0")
    names = [os.fsdecode(line.partition(b"\t")[2]) for line in listed if line.startswith(b"160000")]
    return (
        [f"submodules are not checked out: {', '.join(names[:3])}; let --build do that if necessary"] if names else []
    )


def _steps(versions: Versions, pairs: list[tuple[str, str]]) -> Iterator[TreeDiff]:
    stdin = "".join(f"{old} {new}\n" for old, new in pairs).encode()
    return read_steps(versions.repository.git.lines(*_DIFF, stdin=stdin))


def _ids(entries: Iterable[ChangedFile]) -> Iterator[str]:
    for entry in entries:
        if entry.old_mode:
            yield entry.old_id
        if entry.new_mode:
            yield entry.new_id


def _change(entry: ChangedFile, contents: dict[str, bytes]) -> FileChange:
    old = FileVersion(entry.old_path, entry.old_mode, contents[entry.old_id], entry.old_id) if entry.old_mode else None
    new = FileVersion(entry.new_path, entry.new_mode, contents[entry.new_id], entry.new_id) if entry.new_mode else None
    return FileChange(old, new, entry.hunks)
