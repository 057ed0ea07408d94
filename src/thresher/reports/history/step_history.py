"""The successful steps of a reduction as a base content and the changes after it, and what is left of the input."""

from __future__ import annotations

import os
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from thresher.reports.history.alignment import (
    MOST_ALIGNED,
    Edit,
    Span,
    completed,
    edits,
    lengths,
    lines_within,
    surviving,
)
from thresher.session.folder.history import SessionHistory, Success
from thresher.structures.changes.common_ends import Content

MOST_SHOWN = 1 << 17  # bytes of a content that is shown step by step; of larger ones only the sizes are
MOST_COMPARED = 1 << 24  # bytes that are compared by lines in all


@dataclass(frozen=True, slots=True)
class Step:
    """A success, and what it changed in the content before; None for large contents."""

    success: Success
    changes: list[Edit] | None


@dataclass(frozen=True, slots=True)
class StepHistory:
    """`base` is the first content that is small enough, `shown_from` its number (0 is the input); None if none is.

    `kept` are the parts of the input that are in the result; None if unknown, because the input is not
    there any more, or steps between were too large to be kept and the lines of the result are not lines of the input.
    """

    steps: list[Step]
    base: bytes | None
    shown_from: int
    kept: list[Span] | None


def step_history(past: SessionHistory) -> StepHistory:
    """Compares the successes one after the other; large ones are read in pieces and never held."""
    recorder = _StepRecorder(past.before)
    for success in past.successes:
        with ExitStack() as open_files:
            recorder.add(success, open_files)
    spans = recorder.spans
    if spans is None and past.before is not None and past.after is not None:
        spans = lines_within(past.before, past.after)
    if spans is not None and past.before is not None and past.after is not None:
        spans = completed(spans, past.before, past.after)
    return StepHistory(recorder.steps, recorder.base, recorder.shown_from, spans)


class _StepRecorder:
    """Holds the content before, or knows where it is, to compare the next one with it."""

    def __init__(self, before: bytes | None) -> None:
        self.steps: list[Step] = []
        self.base: bytes | None = None
        self.shown_from = 0
        self.spans = None if before is None else [Span(0, len(before), 0)]
        self._left = MOST_COMPARED
        self._last: bytes | Path | None = before
        self._start_showing(0)

    def add(self, success: Success, open_files: ExitStack) -> None:
        path, changes = success.path, None
        small = path is not None and success.event.size <= MOST_SHOWN
        following = success.content or (path.read_bytes() if path is not None and small else path)
        if self._last is None or following is None:
            self.spans = self.base = None
        else:
            old, new = (_content(each, open_files) for each in (self._last, following))
            changes = edits(old, new, min(MOST_ALIGNED, self._left))
            self._left -= len(new) if isinstance(changes, list) and len(changes) > 1 else 0
            self.spans = surviving(self.spans, lengths(changes)) if self.spans is not None else None
        shown = changes if self.base is not None and isinstance(changes, list) else None
        self.base = self.base if shown is not None else None
        self.steps.append(Step(success, shown))
        self._last = following
        self._start_showing(success.number)

    def _start_showing(self, number: int) -> None:
        if self.base is None and isinstance(self._last, bytes) and len(self._last) <= MOST_SHOWN:
            self.base, self.shown_from = self._last, number


def _content(held: bytes | Path, open_files: ExitStack) -> Content:
    return held if isinstance(held, bytes) else FileContent(open_files.enter_context(held.open("rb")))


class FileContent:
    """The bytes of an open file, read where they are asked for."""

    def __init__(self, file: BinaryIO) -> None:
        self._descriptor = file.fileno()
        self._size = os.fstat(self._descriptor).st_size

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, part: slice, /) -> bytes:
        start, stop, _ = part.indices(self._size)
        return os.pread(self._descriptor, max(stop - start, 0), start)
