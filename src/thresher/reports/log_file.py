"""The log of a reduction: every event as one line of text, for whoever wants to know exactly what happened."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence
from dataclasses import fields
from enum import Enum
from pathlib import Path
from typing import TextIO

from thresher.kernel.events import Event, Improved, Noted, Tested, TestStarted


class LogFile:
    """A listener to events that appends to a file. A line is there as soon as its event is."""

    def __init__(self, path: Path) -> None:
        self._file: TextIO = path.open("a", encoding="utf-8", errors="surrogateescape", buffering=1)

    def begin(self, arguments: Sequence[str], lines: Iterable[str]) -> None:
        """Writes the command and what is known before the search: the failure, the plan."""
        self._file.write(f"thresher {shlex.join(arguments)}\n")
        self._file.writelines(f"  {line}\n" for line in lines)

    def __call__(self, event: Event) -> None:
        if not isinstance(event, TestStarted):
            self._file.write(f"{event.at:10.3f}  {described(event)}\n")

    def close(self) -> None:
        self._file.close()


def described(event: Event) -> str:
    """An event in one line.

    >>> described(Noted(1.5, "hello")), described(Improved(2.0, 17, 3, "without 2 of 5"))
    ('note: hello', 'smaller: 17 bytes after 3 tests (without 2 of 5)')
    """
    match event:
        case Noted():
            return f"note: {event.message}"
        case Improved():
            return f"smaller: {event.size:,} bytes after {event.tests:,} tests ({event.label})"
        case Tested():
            what = f"{event.outcome.value}: {event.reason}" if event.reason else event.outcome.value
            return f"test: {event.size:,} bytes, {event.seconds:.3f} s, {what} ({event.label or event.purpose.value})"
    values = [(each.name, getattr(event, each.name)) for each in fields(event) if each.name != "at"]
    shown = ", ".join(f"{name} {value.value if isinstance(value, Enum) else value}" for name, value in values)
    return f"{type(event).__name__.lower()}: {shown}".rstrip(": ")
