"""A unified diff of one file as git writes and applies it: lines, modes, names, links and binary contents."""

from __future__ import annotations

import zlib
from base64 import b85encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from thresher.structures.changes.edits import LineEdit, split_lines
from thresher.structures.changes.gitdiff import quoted

CONTEXT = 3
LINK = 0o120000
_NO_END = b"\n\\ No newline at end of file\n"
_CHUNK = 52  # bytes in a line of a binary patch


@dataclass(frozen=True, slots=True)
class FileVersion:
    """A file of one version. `id` is git's name for its content, and empty where nothing but lines was changed."""

    path: bytes
    mode: int
    content: bytes
    id: str = ""

    @property
    def is_text(self) -> bool:
        """A regular file that can be compared line by line, as reported by git."""
        return self.mode != LINK and self.has_lines

    @property
    def has_lines(self) -> bool:
        """Whether a patch shows its lines: a text's, or the one that is the target of a link."""
        return self.mode == LINK or b"\0" not in self.content[:8000]


def file_patch(
    old: FileVersion | None,
    new: FileVersion | None,
    lines: Sequence[bytes],
    edits: Sequence[LineEdit],
    *,
    binary: bool = False,
) -> bytes:
    """The part of a patch that makes the new file of the old one; `edits` of its `lines` are how its text changes."""
    if old is not None and new is not None and (old.mode == LINK) != (new.mode == LINK):
        gone = [LineEdit(0, len(lines), ())] if lines else []
        come = [LineEdit(0, 0, tuple(split_lines(new.content)))] if new.content else []
        return file_patch(old, None, lines, gone, binary=binary) + file_patch(None, new, (), come, binary=binary)
    source, target = (old or new), (new or old)
    assert source is not None
    assert target is not None
    head = b"diff --git %s %s\n" % (quoted(b"a/" + source.path), quoted(b"b/" + target.path))
    return b"".join([head, *_about(old, new), *_content(old, new, lines, edits, binary=binary)])


def _about(old: FileVersion | None, new: FileVersion | None) -> Iterator[bytes]:
    """What happens to the file itself."""
    if old is None and new is not None:
        yield b"new file mode %06o\n" % new.mode
    elif new is None and old is not None:
        yield b"deleted file mode %06o\n" % old.mode
    elif old is not None and new is not None:
        if old.mode != new.mode:
            yield b"old mode %06o\nnew mode %06o\n" % (old.mode, new.mode)
        if old.path != new.path:
            yield b"rename from %s\nrename to %s\n" % (quoted(old.path), quoted(new.path))


def _content(
    old: FileVersion | None, new: FileVersion | None, lines: Sequence[bytes], edits: Sequence[LineEdit], *, binary: bool
) -> Iterator[bytes]:
    if old is not None and new is not None and old.content == new.content:
        return
    if binary and not any(side is not None and side.mode == LINK for side in (old, new)):
        yield from _binary(old, new)
    elif edits:
        yield b"--- %s\n" % (quoted(b"a/" + old.path) if old else b"/dev/null")
        yield b"+++ %s\n" % (quoted(b"b/" + new.path) if new else b"/dev/null")
        yield from _hunks(lines, edits)


def _hunks(lines: Sequence[bytes], edits: Sequence[LineEdit]) -> Iterator[bytes]:
    """Edits with no more than twice the context between them share a hunk."""
    shift, first = 0, 0
    for index, edit in enumerate(edits):
        stop = edit.at + edit.removed
        if index + 1 < len(edits) and edits[index + 1].at - stop <= 2 * CONTEXT:
            continue
        group = edits[first : index + 1]
        yield from _hunk(lines, group, shift)
        shift += sum(len(each.added) - each.removed for each in group)
        first = index + 1


def _hunk(lines: Sequence[bytes], edits: Sequence[LineEdit], shift: int) -> Iterator[bytes]:
    start = max(0, edits[0].at - CONTEXT)
    stop = min(len(lines), edits[-1].at + edits[-1].removed + CONTEXT)
    count = stop - start
    more = sum(len(edit.added) - edit.removed for edit in edits)
    yield b"@@ -%d,%d +%d,%d @@\n" % (
        start + (count > 0),
        count,
        start + shift + (count + more > 0),
        count + more,
    )
    done = start
    for edit in edits:
        yield from _marked(b" ", lines[done : edit.at])
        done = edit.at + edit.removed
        yield from _marked(b"-", lines[edit.at : done])
        yield from _marked(b"+", edit.added)
    yield from _marked(b" ", lines[done:stop])


def _marked(mark: bytes, lines: Sequence[bytes]) -> Iterator[bytes]:
    for line in lines:
        yield mark + (line if line.endswith(b"\n") else line + _NO_END)


def _binary(old: FileVersion | None, new: FileVersion | None) -> Iterator[bytes]:
    """Git applies it only with the full names of both contents."""
    names = [side.id if side else "" for side in (old, new)]
    length = max(map(len, names))
    yield f"index {names[0] or '0' * length}..{names[1] or '0' * length}\nGIT binary patch\n".encode()
    for side in (new, old):
        yield from _literal(side.content if side else b"")
        yield b"\n"


def _literal(data: bytes) -> Iterator[bytes]:
    yield b"literal %d\n" % len(data)
    packed = zlib.compress(data)
    for start in range(0, len(packed), _CHUNK):
        chunk = packed[start : start + _CHUNK]
        size = len(chunk) + (64 if len(chunk) <= 26 else 70)  # A to Z, then a to z
        yield bytes([size]) + b85encode(chunk, pad=True) + b"\n"
