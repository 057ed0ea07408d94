"""The journal: every event of a session as one line of JSON with a checksum, appended as it happens.

Lines that are incomplete or damaged are skipped when the journal is read; the next run repeats those few tests.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterator
from dataclasses import fields
from enum import Enum, EnumType
from pathlib import Path
from typing import Any, get_args, get_type_hints

from thresher.kernel.events import Cached, Event, Flaky, TestStarted

LONGEST_LINE = 1 << 24  # bytes
LARGEST_NUMBER = 1 << 62
_KINDS: dict[str, type[Any]] = {kind.__name__: kind for kind in get_args(Event)}
_FIELDS = {kind: tuple(each.name for each in fields(kind)) for kind in _KINDS.values()}
_TYPES = {
    kind: {name: (int, float) if hint is float else hint for name, hint in get_type_hints(kind).items()}
    for kind in _KINDS.values()
}

_ENUMS = {
    kind: {name: hint for name, hint in get_type_hints(kind).items() if isinstance(hint, EnumType)}
    for kind in _KINDS.values()
}


class Journal:
    """Appends to a file. Each event is passed to the kernel before `write` returns, so that a kill loses none."""

    def __init__(self, path: Path) -> None:
        self._descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW, 0o644)
        if not _ends_a_line(path):
            os.write(self._descriptor, b"\n")

    def write(self, event: Event) -> None:
        """Appends the event, unless it is a cached verdict, which was journaled before, or a test that only started."""
        if not isinstance(event, Cached | TestStarted):
            line = encode(event)
            while line:
                line = line[os.write(self._descriptor, line) :]

    def close(self) -> None:
        os.close(self._descriptor)


def encode(event: Event) -> bytes:
    r"""One line.

    >>> from thresher.kernel.events import Noted
    >>> encode(Noted(1.5, "hello"))
    b'{"kind":"Noted","at":1.5,"message":"hello"}\t5e5718fe\n'
    """
    record: dict[str, object] = {"kind": type(event).__name__}
    for name in _FIELDS[type(event)]:
        value = getattr(event, name)
        record[name] = value.value if isinstance(value, Enum) else value
    text = json.dumps(record, separators=(",", ":")).encode()
    return b"%s\t%08x\n" % (text, zlib.crc32(text))


def read(path: Path) -> Iterator[Event]:
    """The undamaged events of a journal, in order; none if there is no file."""
    if not path.is_file():
        return
    with path.open("rb") as file:
        while line := file.readline(LONGEST_LINE):
            event = decode(line)
            if event is not None:
                yield event


def decode(line: bytes) -> Event | None:
    """The event of a line, or None if the line is damaged or from another version."""
    text, tab, checksum = line.rstrip(b"\n").rpartition(b"\t")
    if not tab or checksum != b"%08x" % zlib.crc32(text):
        return None
    try:
        record = json.loads(text)
        kind = _KINDS[record.pop("kind")]
        for name, values in _ENUMS[kind].items():
            if name in record:
                record[name] = values(record[name])
        event: Event = kind(**record)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    right = all(_is_right(getattr(event, name), types) for name, types in _TYPES[kind].items())
    return event if right and (not isinstance(event, Flaky) or _is_possible(event)) else None


def _is_right(value: object, types: Any) -> bool:
    """Whether a value has its type and a usable range; anybody may have written the line."""
    if not isinstance(value, types) or (isinstance(value, bool) and types is not bool):
        return False
    if isinstance(value, int | float):
        return 0 <= value <= LARGEST_NUMBER
    return not isinstance(value, str) or _is_printable(value)


def _is_printable(text: str) -> bool:
    try:
        text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return False
    return True


def _is_possible(event: Flaky) -> bool:
    return 0 < event.rate <= 1 and 0 < event.confidence < 1


def _ends_a_line(path: Path) -> bool:
    with path.open("rb") as file:
        if file.seek(0, os.SEEK_END) == 0:
            return True
        file.seek(-1, os.SEEK_END)
        return file.read() == b"\n"
