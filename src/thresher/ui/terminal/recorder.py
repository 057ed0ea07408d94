"""Records what a user types into a terminal program, with what the screen showed before each next key."""

from __future__ import annotations

import os
import select
import termios
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from thresher.formats.events.records import step_of
from thresher.structures.events import LogStep
from thresher.ui.sessions.keys import is_answer, key_record, split_keys
from thresher.ui.sessions.recording import UiRecording
from thresher.ui.standalone.pty_program import PtyProgram
from thresher.ui.terminal.screen import TerminalScreen, changed_lines

END = b"\x1d"  # Ctrl-], three times in a row
QUIET_BEFORE_KEY = 0.02  # a screen that was drawn more recently may not be what the user reacted to
CHECK_SIZE = 0.2  # seconds between two looks at the size of the terminal
MOST_READ = 1 << 16


class TerminalRecorder:
    """Passes keys to a program and its output to the user's terminal; `save` gets the recording after every step."""

    def __init__(self, recording: UiRecording, save: Callable[[UiRecording], None]) -> None:
        self.recording = recording
        self._save = save
        self._screen = TerminalScreen(recording.width, recording.height)
        self._before: tuple[str, ...] = ()
        self.steps: list[LogStep] = []
        self._printed_at = 0.0
        self._ends = 0

    def record(self, command: tuple[str, ...], directory: str, environment: dict[str, str], terminal: int) -> int:
        """Records until the program ends; its exit status, negative for a signal."""
        program = PtyProgram(
            command,
            directory=directory,
            environment=environment,
            rows=self.recording.height,
            columns=self.recording.width,
            output=lambda data: self._printed(data, terminal),
        )
        try:
            with _raw(terminal):
                self._pass_on(program, terminal)
        finally:
            status = program.close()
            self._note_screen(ended=True)
            self._save(self._finished())
        return status

    def _pass_on(self, program: PtyProgram, terminal: int) -> None:
        poll = select.poll()
        for descriptor in (terminal, program.master, program.pidfd):
            poll.register(descriptor, select.POLLIN)
        while not program.ended and self._ends < 3:
            ready = {descriptor for descriptor, _ in poll.poll(1000 * CHECK_SIZE)}
            program.read(0)
            self._follow_size(program, terminal)
            if terminal in ready:
                typed = os.read(terminal, MOST_READ)
                if not typed:
                    return
                for key in split_keys(typed):
                    self._type(program, key)

    def _printed(self, data: bytes, terminal: int) -> None:
        self._printed_at = time.monotonic()
        self._screen.feed(data)
        while data:
            data = data[os.write(terminal, data) :]

    def _type(self, program: PtyProgram, key: bytes) -> None:
        if not is_answer(key):
            self._note_screen()
            self._ends = self._ends + 1 if key == END else 0
            self.steps.append(step_of(dict(key_record(key))))
            if self._ends == 3:
                del self.steps[-3:]
            self._save(self._finished())
        program.send(key, lambda: True)

    def _follow_size(self, program: PtyProgram, terminal: int) -> None:
        """A change of the size of the terminal is a step."""
        columns, rows = os.get_terminal_size(terminal)
        if not columns or (columns, rows) == self._size():
            return
        self._note_screen()
        self.steps.append(step_of({"type": "resize", "width": columns, "height": rows}))
        self._screen.resize(columns, rows)
        program.resize(rows, columns)
        self._save(self._finished())

    def _size(self) -> tuple[int, int]:
        for step in reversed(self.steps):
            if step.record.get("type") == "resize":
                return int(str(step.record["width"])), int(str(step.record["height"]))
        return self.recording.width, self.recording.height

    def _note_screen(self, *, ended: bool = False) -> None:
        """What is on the screen now was the effect of the last step, unless it is still being drawn."""
        if not ended and time.monotonic() - self._printed_at < QUIET_BEFORE_KEY:
            return
        now = self._screen.lines()
        shows = changed_lines(self._before, now)
        self._before = now
        if not self.steps:
            self.recording = replace(self.recording, shows=tuple(shows))
        elif shows and not ended:
            self.steps[-1] = self.steps[-1].with_state({"shows": [*shows]})

    def _finished(self) -> UiRecording:
        return self.recording.with_steps(tuple(self.steps))


@contextmanager
def _raw(terminal: int) -> Iterator[None]:
    """The terminal passes on every key, as long as this lasts."""
    before = termios.tcgetattr(terminal)
    tty.setraw(terminal)
    try:
        yield
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)
