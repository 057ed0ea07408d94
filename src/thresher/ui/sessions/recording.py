"""A recording of a session: an event log whose head says which program it is of, and where that ran."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Any

from thresher.errors import UsageError
from thresher.formats.events.events import read_log, write_log
from thresher.session.files.whole import read_input
from thresher.structures.events import EventLog, Json, LogKind, LogStep

WIDEST = 1000  # columns or rows of a terminal
LARGEST_SCREEN = 10_000  # pixels of a side


class UiKind(Enum):
    """What a session was recorded in."""

    TERMINAL = "terminal"
    DESKTOP = "desktop"


@dataclass(frozen=True, slots=True)
class UiRecording:
    """A log with what its head says: the command, the size of the terminal or screen, and what was shown at first.

    `files` are the files that the program had in its directory, by their names there. With `widgets`, the program
    described its widgets on an accessibility bus.
    """

    log: EventLog
    kind: UiKind
    command: tuple[str, ...]
    width: int
    height: int
    files: tuple[str, ...] = ()
    shows: tuple[str, ...] = ()
    term: str = "xterm"
    order: str = ""
    signature: str = ""
    widgets: bool = False

    @property
    def whole(self) -> bool:
        """Whether it has all steps that were recorded."""
        return not self.order or len(self.order.split()) == len(self.log)

    def head(self) -> dict[str, Json]:
        """The head of the log, in the order in which it is written."""
        return {
            "title": " ".join(self.command),
            "session": self.kind.value,
            "command": list(self.command),
            "width": self.width,
            "height": self.height,
            "files": list(self.files),
            **({"term": self.term} if self.kind is UiKind.TERMINAL else {}),
            **({"widgets": True} if self.widgets else {}),
            "shows": list(self.shows),
            **({"order": self.order, "signature": self.signature} if self.signature else {}),
        }

    def with_steps(self, steps: tuple[LogStep, ...]) -> UiRecording:
        return replace(self, log=EventLog(steps, LogKind.DEVTOOLS, self.log.head))

    def written(self) -> bytes:
        """The recording as a file."""
        return write_log(EventLog(self.log.steps, LogKind.DEVTOOLS, self.head()))


def new_recording(
    kind: UiKind, command: tuple[str, ...], *, width: int, height: int, files: tuple[str, ...], term: str = ""
) -> UiRecording:
    """A recording without steps yet."""
    log = EventLog((), LogKind.DEVTOOLS, {})
    return UiRecording(log, kind, command, width, height, files, term=term or "xterm")


def read_recording(path: Path) -> UiRecording:
    """The recording in a file."""
    return parse_recording(read_input(path), path.name)


def parse_recording(data: bytes, name: str) -> UiRecording:
    """The recording; a UsageError says what it is instead."""
    log = read_log(data, name)
    head: Mapping[str, Any] = log.head
    kinds = {kind.value: kind for kind in UiKind}
    kind = kinds.get(str(head.get("session")))
    if kind is None:
        raise UsageError(
            f"{name} is not a recording of a terminal or desktop program; thresher ui record makes one, and thresher "
            "web replays recordings of web pages"
        )
    command, files, shows = (_texts(head.get(field, [])) for field in ("command", "files", "shows"))
    width, height = (_length(head.get(field), kind) for field in ("width", "height"))
    if not command or files is None or shows is None or not width or not height:
        raise UsageError(f"{name} is a damaged recording: its command, size or list of files is missing")
    return UiRecording(
        log,
        kind,
        command,
        width,
        height,
        files,
        shows,
        str(head.get("term", "xterm")),
        str(head.get("order", "")),
        str(head.get("signature", "")),
        head.get("widgets") is True,
    )


def _texts(value: object) -> tuple[str, ...] | None:
    """The texts of a list; None if it is something else."""
    if isinstance(value, list) and all(isinstance(each, str) and "\0" not in each for each in value):
        return tuple(value)
    return None


def _length(value: object, kind: UiKind) -> int:
    """A side of the screen; 0 if it is not one."""
    most = WIDEST if kind is UiKind.TERMINAL else LARGEST_SCREEN
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 < value <= most else 0
