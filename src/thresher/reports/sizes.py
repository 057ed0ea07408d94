"""The size of a content in the units people compare: bytes, lines, tokens; files of directories, steps of logs."""

from __future__ import annotations

from collections.abc import Iterable

from thresher.formats.archives.directory import FILE, MAGIC, PROGRAM, entries
from thresher.formats.events.events import read_log
from thresher.formats.units.tokens import count_tokens

STEPS = "steps"
UNITS = ("bytes", "lines", "tokens")
MOST_COUNTED = 1 << 24  # tokens of larger contents are not counted: it would take longer than a test


Sizes = dict[str, int | None]


def sizes(data: bytes, *, log: bool = False) -> Sizes:
    r"""Bytes, lines (a last one without line end included) and tokens; of an event log the steps as well.

    >>> sizes(b"int x;\nint y;")
    {'bytes': 13, 'lines': 2, 'tokens': 6}
    >>> sizes(b'{"event": "open"}\n', log=True)["steps"]
    1
    """
    if data.startswith(MAGIC):
        return _of_files([entry.content for entry in entries(data) if entry.kind in (FILE, PROGRAM)])
    lines = data.count(b"\n") + (not data.endswith(b"\n") and data != b"")
    tokens = count_tokens(data) if len(data) <= MOST_COUNTED else None
    steps = {STEPS: len(read_log(data)) if data else 0} if log else {}
    return {**steps, "bytes": len(data), "lines": lines, "tokens": tokens}


def _of_files(contents: list[bytes]) -> Sizes:
    each = [sizes(content) for content in contents]
    return {"files": len(contents)} | {unit: _total(size[unit] for size in each) for unit in UNITS}


def _total(numbers: Iterable[int | None]) -> int | None:
    """None if one of them is not known."""
    known = list(numbers)
    return None if None in known else sum(number or 0 for number in known)


def shrunk(before: bytes, after: bytes, *, log: bool = False) -> str:
    r"""From what to what, in the units that are known; of an event log only steps are counted.

    >>> shrunk(b"int x;\nint y;", b"int x;")
    '13 -> 6 bytes, 2 -> 1 lines, 6 -> 3 tokens'
    """
    old, new = sizes(before, log=log), sizes(after, log=log)
    units = [unit for unit in ((STEPS,) if log else old) if old[unit] and new.get(unit) is not None]
    return ", ".join(f"{old[unit]:,} -> {new[unit]:,} {unit}" for unit in units)
