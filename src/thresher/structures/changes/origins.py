"""Which commit a changed line comes from: every line is followed through the history, step by step.

A line of a file is known by its number in the good version or by the step that brought it. What a later step takes
out is written down with that step; so in the end each line of the bad version, and each line of the good one that is
gone, has the step that made it so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from thresher.structures.changes.gitdiff import ChangedFile, TreeDiff


class Origins:
    """Steps are numbered from 0 in the order they were made. `lengths` are the lines of the good version's files."""

    def __init__(self, lengths: Mapping[bytes, int], steps: Iterable[TreeDiff]) -> None:
        self._lines: dict[bytes, list[int]] = {path: list(range(length)) for path, length in lengths.items()}
        self._names: dict[bytes, bytes] = {path: path for path in lengths}  # by what name it was good
        self._gone: dict[tuple[bytes, int], int] = {}
        self._touched: dict[bytes, int] = {}
        for number, step in enumerate(steps):
            for entry in step.entries:
                self._touched[entry.new_path] = self._touched[entry.old_path] = number
            moved = [(entry, self._taken(entry)) for entry in step.entries]
            for entry, (lines, name) in moved:
                self._follow(entry, lines, name, number)

    def _taken(self, entry: ChangedFile) -> tuple[list[int], bytes]:
        """The lines of a file before the step; all are taken before any is put, for renames may form a ring."""
        if entry.old_mode == 0:
            return [], b""
        return self._lines.pop(entry.old_path, []), self._names.pop(entry.old_path, b"")

    def _follow(self, entry: ChangedFile, lines: list[int], name: bytes, number: int) -> None:
        for hunk in reversed(entry.hunks) if entry.status != "T" else ():
            stop = hunk.start + hunk.removed
            for line in lines[hunk.start : stop]:
                if line >= 0:
                    self._gone[name, line] = number
            lines[hunk.start : stop] = [-1 - number] * hunk.added
        if entry.new_mode:
            self._lines[entry.new_path] = [] if entry.status == "T" else lines
            self._names[entry.new_path] = name

    def of_file(self, path: bytes) -> int:
        """The last step that touched the file."""
        return self._touched.get(path, 0)

    def of_removed(self, path: bytes, line: int) -> int:
        """The step that took out a line of the good version."""
        return self._gone.get((path, line), self.of_file(path))

    def of_added(self, path: bytes, line: int) -> int:
        """The step that brought a line of the bad version."""
        lines = self._lines.get(path, [])
        step = -1 - lines[line] if line < len(lines) else -1
        return step if step >= 0 else self.of_file(path)
