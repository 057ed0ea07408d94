"""The difference between two contents, with what is around it: a unified diff of text, rows of bytes else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher, unified_diff

from thresher.formats.content import is_binary
from thresher.structures.changes.common_ends import common_prefix, common_suffix

ROW = 16  # bytes
LONGEST_LINE = 400  # characters of a line that are shown whole
AROUND = 60  # characters around a difference in a longer line
MOST_ALIGNED = 10**6  # product of the lengths of two stretches of bytes that are aligned


def difference_lines(passing: bytes, failing: bytes, names: tuple[str, str]) -> list[str]:
    """Lines that begin with `-` are in the passing content only, those with `+` in the failing one."""
    if is_binary(passing) or is_binary(failing):
        return [f"--- {names[0]}\n", f"+++ {names[1]}\n", *_rows_that_differ(passing, failing)]
    before, after = _lines(passing), _lines(failing)
    if max(map(len, [*before, *after]), default=0) > LONGEST_LINE:
        before, after = _shortened(before, after)
    return list(unified_diff(before, after, *names))


def _lines(data: bytes) -> list[str]:
    lines = data.decode("utf-8", errors="backslashreplace").splitlines(keepends=True)
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += "\n\\ No newline at end of file\n"
    return lines


def _shortened(before: list[str], after: list[str]) -> tuple[list[str], list[str]]:
    """Long lines less what is far from the differences: lines that replace each other are shortened alike."""
    short: tuple[list[str], list[str]] = [], []
    for tag, low, high, first, last in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        old, new = before[low:high], after[first:last]
        if tag == "replace":
            for one, other in zip(old, new, strict=False):
                start = common_prefix(one.encode("utf-32-le"), other.encode("utf-32-le")) // 4
                short[0].append(_clipped(one, start, other))
                short[1].append(_clipped(other, start, one))
        paired = min(len(old), len(new)) if tag == "replace" else 0
        short[0].extend(_clipped(line, 0, "") for line in old[paired:])
        short[1].extend(_clipped(line, 0, "") for line in new[paired:])
    return short


def _clipped(line: str, start: int, other: str) -> str:
    """What is around the part of a long line, from `start`, that another line does not have."""
    if len(line) <= LONGEST_LINE:
        return line
    text, end = line.removesuffix("\n"), "\n" if line.endswith("\n") else ""
    alike = 0
    limit = min(len(line), len(other)) - start
    while alike < limit and line[-1 - alike] == other[-1 - alike]:
        alike += 1
    low, high = max(0, start - AROUND), min(len(text), max(start, len(line) - alike) + AROUND, start + LONGEST_LINE)
    return f"{'...' if low else ''}{text[low:high]}{'...' if high < len(text) else ''}{end}"


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Bytes of the passing content from `low` to `high` that are replaced by others of the failing one."""

    low: int
    high: int
    first: int
    last: int


def _rows_that_differ(passing: bytes, failing: bytes) -> Iterator[str]:
    for each in _stretches(passing, failing):
        start = max(0, each.low - ROW)
        yield f"@@ -{each.low:#x},{each.high - each.low} +{each.first:#x},{each.last - each.first} @@\n"
        yield from _rows(" ", passing[start : each.low], start)
        yield from _rows("-", passing[each.low : each.high], each.low)
        yield from _rows("+", failing[each.first : each.last], each.first)
        yield from _rows(" ", failing[each.last : each.last + ROW], each.last)


def _stretches(passing: bytes, failing: bytes) -> list[_Stretch]:
    """Where two contents differ; without the ends they share, and aligned in between if that does not take long."""
    start = common_prefix(passing, failing)
    end = common_suffix(passing, failing, start)
    old, new = passing[start : len(passing) - end], failing[start : len(failing) - end]
    if len(old) * len(new) > MOST_ALIGNED:
        return [_Stretch(start, start + len(old), start, start + len(new))]
    codes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return [
        _Stretch(start + low, start + high, start + first, start + last)
        for tag, low, high, first, last in codes
        if tag != "equal"
    ]


def _rows(mark: str, data: bytes, at: int) -> Iterator[str]:
    for low in range(0, len(data), ROW):
        row = data[low : low + ROW]
        text = "".join(chr(byte) if 32 <= byte < 127 else "." for byte in row)
        yield f"{mark}{at + low:08x}  {row.hex(' '):<{3 * ROW}} |{text}|\n"
