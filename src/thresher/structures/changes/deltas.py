"""All that differs between two versions of a tree of files, as single changes that can be made or left.

They form a tree: step of the history, file, hunk, line. A change is the smallest thing that can be distinguished: a
line put in, taken out or rewritten; a name, a mode; a file that is gone; a binary content or a link as a whole. They
are net changes: what comes and goes between the two versions is none. So any selection of them makes a version; whether
that one makes sense is for the test to decide.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import NamedTuple, TypeAlias

from thresher.kernel.selection import Selection
from thresher.structures.changes.changes import Changes
from thresher.structures.changes.edits import LineEdit, applied, edits_of, merged, split_lines
from thresher.structures.changes.gitdiff import Hunk
from thresher.structures.changes.origins import Origins
from thresher.structures.changes.patch import LINK, FileVersion, file_patch

_TITLE = re.compile(rb"# thresher changes: ([0-9, -]*) of \d+\n")


class What(Enum):
    """What a change is about."""

    LINE = "line"
    NAME = "name"
    MODE = "mode"
    WHOLE = "whole"  # a content as a whole, with its type
    GONE = "gone"


class Delta(NamedTuple):
    """One change: of the last of its steps, of a file, in its hunk."""

    step: int
    file: int
    hunk: int
    what: What
    edit: LineEdit | None = None
    steps: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class FileChange:
    """A file that differs: no `old` where it is new, no `new` where it is gone."""

    old: FileVersion | None
    new: FileVersion | None
    hunks: list[Hunk]

    @property
    def binary(self) -> bool:
        """Whether one of the contents is neither a text nor a link."""
        return any(side is not None and not side.has_lines for side in (self.old, self.new))


_Made: TypeAlias = tuple[FileVersion | None, list[LineEdit]]


class Deltas:
    """The changes in the order of the history; within a step by file, in a file from top to bottom."""

    def __init__(self, files: Sequence[FileChange], origins: Origins) -> None:
        self.files = files
        self._lines = [split_lines(each.old.content) if each.old and each.old.has_lines else [] for each in files]
        found = [delta for number in range(len(files)) for delta in self._file(number, origins)]
        order = sorted(range(len(found)), key=lambda at: (found[at].step, found[at].file, at))
        self.deltas = [found[at] for at in order]
        self._rendered: tuple[Selection, bytes] = (Selection(), b"")  # the last one is asked for several times
        self._last: dict[int, tuple[tuple[int, ...], _Made]] = {}

    def __len__(self) -> int:
        return len(self.deltas)

    def _file(self, number: int, origins: Origins) -> Iterator[Delta]:
        """The changes of one file from top to bottom."""
        change = self.files[number]
        old, new = change.old, change.new
        step = max(origins.of_file(side.path) for side in (old, new) if side)
        if new is None:
            yield Delta(step, number, 0, What.GONE, steps=(step,))
            return
        if old is not None and old.path != new.path:
            yield Delta(step, number, 0, What.NAME, steps=(step,))
        lines_differ = new.is_text and (old is None or old.is_text) and (old or new).content + new.content != b""
        if not lines_differ and (old is None or old.content != new.content or (old.mode == LINK) != (new.mode == LINK)):
            yield Delta(step, number, 0, What.WHOLE, steps=(step,))
            return
        if old is not None and old.mode != new.mode:
            yield Delta(step, number, 0, What.MODE, steps=(step,))
        if lines_differ:
            yield from self._line_changes(number, origins)

    def _line_changes(self, number: int, origins: Origins) -> Iterator[Delta]:
        change = self.files[number]
        assert change.new is not None
        after = split_lines(change.new.content)
        for index, hunk in enumerate(change.hunks):
            for edit in edits_of(hunk, self._lines[number], after):
                steps = set()
                if edit.removed and change.old is not None:
                    steps.add(origins.of_removed(change.old.path, edit.at))
                if edit.added:
                    steps.add(origins.of_added(change.new.path, edit.begin))
                yield Delta(max(steps), number, index + 1, What.LINE, edit, tuple(sorted(steps)))

    @cached_property
    def cuts(self) -> tuple[Selection, Selection, Selection]:
        """Where a step, a file of a step, a hunk of a file begins: the numbers of the first changes."""
        starts: list[list[int]] = [[], [], []]
        before: tuple[int, ...] = (-1, -1, -1)
        for unit, delta in enumerate(self.deltas):
            for level in range(3):
                if delta[: level + 1] != before[: level + 1]:
                    starts[level].append(unit)
            before = delta[:3]
        return Selection.of(starts[0]), Selection.of(starts[1]), Selection.of(starts[2])

    def removed_text(self, delta: Delta) -> bytes:
        """The line that a change takes out or rewrites."""
        edit = delta.edit
        return self._lines[delta.file][edit.at] if edit is not None and edit.removed else b""

    def touched(self, chosen: Selection) -> dict[int, tuple[int, ...]]:
        """The chosen changes by file, in the order of the files; those of which none is chosen are left out."""
        parts: dict[int, list[int]] = {}
        for unit in chosen:
            parts.setdefault(self.deltas[unit].file, []).append(unit)
        return {number: tuple(parts[number]) for number in sorted(parts)}

    def version(self, number: int, part: tuple[int, ...]) -> FileVersion | None:
        """A file with some of its changes made; None if there is no such file then."""
        return self._made(number, part)[0]

    def _made(self, number: int, part: tuple[int, ...]) -> _Made:
        """A version of a file and the edits that make it; the last one of each file is kept."""
        known, result = self._last.get(number, ((), None))
        if result is None or known != part:
            result = self._make(number, part)
            self._last[number] = (part, result)
        return result

    def _make(self, number: int, part: tuple[int, ...]) -> _Made:
        change, lines = self.files[number], self._lines[number]
        chosen = [self.deltas[unit] for unit in part]
        kinds = {delta.what for delta in chosen}
        old, new = change.old, change.new
        if not chosen:
            return old, []
        if new is None:
            return None, _all_replaced(lines, b"")
        start = old or FileVersion(new.path, new.mode, b"", new.id)
        path = new.path if What.NAME in kinds else start.path
        if What.WHOLE in kinds:
            return FileVersion(path, new.mode, new.content, new.id), _all_replaced(lines, new.content)
        edits = merged(lines, sorted((delta.edit for delta in chosen if delta.edit), key=_place))
        content = applied(lines, edits) if edits else start.content
        return FileVersion(path, new.mode if What.MODE in kinds else start.mode, content, start.id), edits

    def patch(self, chosen: Selection) -> bytes:
        """A unified diff that makes the chosen changes to the good version."""
        return b"".join(self._file_patch(number, part) for number, part in self.touched(chosen).items())

    def _file_patch(self, number: int, part: tuple[int, ...]) -> bytes:
        change = self.files[number]
        new, edits = self._made(number, part)
        if change.old == new:
            return b""
        return file_patch(change.old, new, self._lines[number], edits, binary=change.binary)

    def difference(self, base: Selection, chosen: Selection) -> bytes:
        """A unified diff from the version with the changes of `base` to the one with the chosen ones."""
        before, after = self.touched(base), self.touched(chosen)
        parts = []
        for number in sorted(before.keys() | after.keys()):
            old, new = self.version(number, before.get(number, ())), self.version(number, after.get(number, ()))
            if old != new:
                binary = self.files[number].binary
                lines = split_lines(old.content) if old and old.has_lines else []
                edits = [] if binary else _between(lines, split_lines(new.content) if new else [])
                parts.append(file_patch(old, new, lines, edits, binary=binary))
        return b"".join(parts)

    def render(self, chosen: Selection) -> bytes:
        """The patch below a title that names its changes."""
        known, content = self._rendered
        if known != chosen or not content:
            content = title(chosen, len(self)) + self.patch(chosen)
            self._rendered = (chosen, content)
        return content


def _place(edit: LineEdit) -> tuple[int, int]:
    """Edits in the order of the file: several lines may be put in at one place."""
    return edit.at, edit.begin


def _all_replaced(lines: Sequence[bytes], content: bytes) -> list[LineEdit]:
    new = split_lines(content)
    return [LineEdit(0, len(lines), tuple(new))] if lines or new else []


def _between(old: list[bytes], new: list[bytes]) -> list[LineEdit]:
    return merged(old, [LineEdit(delta.at, len(delta.removed), delta.added) for delta in Changes(old, new).deltas])


def title(chosen: Selection, count: int) -> bytes:
    """The first line of a rendered selection."""
    runs = ", ".join(str(start) if stop == start + 1 else f"{start}-{stop - 1}" for start, stop in chosen.runs())
    return f"# thresher changes: {runs} of {count}\n".encode()


def chosen_in(content: bytes) -> Selection:
    """The selection that was rendered.

    >>> chosen_in(title(Selection.of([1, 2, 5]), 9))
    Selection(1-2, 5)
    """
    found = _TITLE.match(content)
    if found is None:
        raise ValueError("not a rendered selection of changes")
    runs = [part.split("-") for part in found[1].decode().replace(" ", "").split(",") if part]
    return Selection(tuple(edge for run in runs for edge in (int(run[0]), int(run[-1]) + 1)))
