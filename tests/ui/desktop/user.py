"""A user of a desktop: a private display, and somebody who clicks and types while `thresher ui record` records."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from Xlib import X
from Xlib.display import Display

from tests.signals import default_signals
from tests.waiting import until
from thresher.ui.standalone.x_input import XInput
from thresher.ui.standalone.x_server import PrivateServer
from thresher.ui.standalone.x_windows import SeenWindow, windows_of


class DesktopUser:
    """Does one thing after the other, each once the recording has the one before."""

    def __init__(self, display: Any, process: subprocess.Popen[bytes], recording: Path) -> None:
        self._display, self._process, self._recording = display, process, recording
        self._input = XInput(display)
        self._done = 0

    def steps(self) -> list[Any]:
        found: list[Any] = json.loads(self._recording.read_bytes())["steps"]
        return found

    def window(self, title: str) -> SeenWindow:
        """The window, which has the keys then, as under a window manager."""
        until(lambda: title in self._recorded_windows(), self._process)  # its recorder has seen it
        found = next(each for each in windows_of(self._display) if each.title == title)
        if self._display.get_input_focus().focus != found.window:
            found.window.configure(stack_mode=X.Above)
            found.window.set_input_focus(X.RevertToParent, X.CurrentTime)
            self._display.sync()
            until(lambda: self._recorded_windows()[:1] == [title], self._process)
        return found

    def _recorded_windows(self) -> list[str]:
        """The windows that the recorder knows of."""
        recording = json.loads(self._recording.read_bytes())
        steps = recording["steps"]
        titles: list[str] = steps[-1].get("state", {}).get("windows", []) if steps else recording["shows"]
        return titles

    def key(self, title: str, *names: str) -> None:
        for name in names:
            self.window(title)
            self._input.key(name)
            self._wait()

    def click(self, title: str, x: int, y: int, *, count: int = 1) -> None:
        window = self.window(title)
        self._input.click(window.x + x, window.y + y, 1, count)
        self._wait()

    def _wait(self) -> None:
        self._done += 1
        until(lambda: len(self.steps()) >= self._done or self._process.poll() is not None)


@contextmanager
def recording_user(arguments: Sequence[str], directory: Path) -> Iterator[DesktopUser]:
    """A user of `thresher ui record --desktop`; the program is ended at the end, and the recording is complete."""
    with (
        default_signals(),
        closing(PrivateServer(800, 600, os.environ)) as server,
        closing(Display(server.name)) as display,
    ):
        path = directory / "session.json"
        process = subprocess.Popen(arguments, cwd=directory, env={**os.environ, "DISPLAY": server.name})
        try:
            until(path.exists, process)
            yield DesktopUser(display, process, path)
        finally:
            process.send_signal(2)
            process.wait()
