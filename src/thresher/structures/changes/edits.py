"""Single edits of a file's lines, each of which can be made or left, and what the lines are then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from thresher.structures.changes.alignment import most_alike
from thresher.structures.changes.gitdiff import Hunk

MOST_COMPARED = 400  # pairs of lines of a hunk that are compared to find which line became which
ALIKE = 0.5


class LineEdit(NamedTuple):
    """At line `at`, `removed` lines (0 or 1) become `added` (0 or 1; more only when edits are merged).

    `begin` is where the added line is in the new file.
    """

    at: int
    removed: int
    added: tuple[bytes, ...]
    begin: int = 0


def split_lines(data: bytes) -> list[bytes]:
    r"""The lines with their ends; only `\n` ends a line, the last one may have none.

    >>> split_lines(b"a\r\nb")
    [b'a\r\n', b'b']
    """
    parts = data.split(b"\n")
    lines = [part + b"\n" for part in parts[:-1]]
    return [*lines, parts[-1]] if parts[-1] else lines


def edits_of(hunk: Hunk, old: Sequence[bytes], new: Sequence[bytes]) -> Iterator[LineEdit]:
    """The edits of one hunk, in order: a line that was rewritten is one, others were taken out or put in.

    All of them make the new lines of the old ones, any of them make some lines.
    """
    before = old[hunk.start : hunk.start + hunk.removed]
    after = new[hunk.begin : hunk.begin + hunk.added]
    done, written = 0, 0
    for left, right in [*_rewritten(before, after), (len(before), len(after))]:
        for line in range(done, left):
            yield LineEdit(hunk.start + line, 1, (), hunk.begin + written)
        for line in range(written, right):
            yield LineEdit(hunk.start + left, 0, (after[line],), hunk.begin + line)
        if left < len(before) and right < len(after):
            yield LineEdit(hunk.start + left, 1, (after[right],), hunk.begin + right)
        done, written = left + 1, right + 1


def _rewritten(before: Sequence[bytes], after: Sequence[bytes]) -> list[tuple[int, int]]:
    """Which line became which: as many old as new ones in order, otherwise those that are alike."""
    if len(before) == len(after):
        return [(line, line) for line in range(len(before))]
    if len(before) * len(after) > MOST_COMPARED:
        return []
    return most_alike([[_likeness(one, other) for other in after] for one in before], len(after))


def _likeness(one: bytes, other: bytes) -> float:
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    ratio = matcher.ratio() if matcher.quick_ratio() > ALIKE else 0.0
    return ratio if ratio > ALIKE else 0.0


def merged(lines: Sequence[bytes], edits: Iterable[LineEdit]) -> list[LineEdit]:
    r"""The same edits with neighbours put together, fit to be made: a line inside the result ends with `\n`.

    Where a line without end gets a successor by the choice of edits, it gets an end as well.
    """
    found: list[tuple[int, int, list[bytes]]] = []
    for edit in edits:
        at, removed, added = found[-1] if found else (-1, 0, [])
        if at + removed == edit.at:
            added += edit.added
            found[-1] = (at, removed + edit.removed, added)
        else:
            found.append((edit.at, edit.removed, list(edit.added)))
    return [_ended(lines, LineEdit(at, removed, tuple(added))) for at, removed, added in found]


def _ended(lines: Sequence[bytes], edit: LineEdit) -> LineEdit:
    at, removed, added, _ = edit
    last = at + removed == len(lines)
    if last and added and 0 < at == len(lines) and not lines[-1].endswith(b"\n"):
        at, removed, added = at - 1, 1, (lines[-1], *added)
    inner = len(added) - last
    if all(line.endswith(b"\n") for line in added[:inner]):
        return LineEdit(at, removed, added)
    whole = tuple(line if line.endswith(b"\n") else line + b"\n" for line in added[:inner])
    return LineEdit(at, removed, whole + added[inner:])


def applied(lines: Sequence[bytes], edits: Iterable[LineEdit]) -> bytes:
    """The lines with merged edits made."""
    parts: list[bytes] = []
    done = 0
    for edit in edits:
        parts += lines[done : edit.at]
        parts += edit.added
        done = edit.at + edit.removed
    parts += lines[done:]
    return b"".join(parts)
