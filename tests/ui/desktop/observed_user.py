"""A user whose steps are recorded in this process: each is done once the recorder has seen what it is done to."""

from __future__ import annotations

import os
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from typing import Any

from Xlib import X
from Xlib.display import Display
from Xlib.protocol.event import ClientMessage

from thresher.session.settings import OracleSettings
from thresher.session.setup.program_session import running_place
from thresher.ui.desktop.recorder import DesktopRecorder
from thresher.ui.desktop.widgets import widget_source
from thresher.ui.sessions.program import program_of
from thresher.ui.sessions.recording import UiKind, UiRecording, new_recording
from thresher.ui.sessions.trust import signed
from thresher.ui.standalone.seen_widgets import SeenWidget
from thresher.ui.standalone.x_input import XInput
from thresher.ui.standalone.x_server import PrivateServer
from thresher.ui.standalone.x_windows import SeenWindow, windows_of

PATIENCE = 30.0  # seconds; a busy machine may be slow
MESSAGES = 0x180000  # the mask of events for window managers


class ObservedUser:
    """Acts on a display; `look` has the recorder look at the windows and widgets."""

    def __init__(self, display: Any, listed: Callable[[], list[SeenWidget]] | None) -> None:
        self.display, self.input = display, XInput(display)
        self._listed, self.widgets = listed, list[SeenWidget]()
        self.recorder: DesktopRecorder

    def list_widgets(self) -> list[SeenWidget]:
        """What the recorder asks for; the user sees the same."""
        self.widgets = self._listed() if self._listed is not None else []
        return self.widgets

    def until(self, holds: Callable[[], bool], *, look: bool = True) -> None:
        end = time.monotonic() + PATIENCE
        while True:
            if look:
                self.recorder.look()
            if holds():
                return
            assert time.monotonic() < end, (self.widgets, self.recorder.steps)
            time.sleep(0.005)

    def _done(self, act: Callable[[], object], *, look: bool = False) -> None:
        """Acts and waits for the step. This user is so quick that a look could come before the step is recorded."""
        before = len(self.recorder.steps)
        act()
        self.until(lambda: len(self.recorder.steps) > before, look=look)

    def window(self, title: str) -> SeenWindow:
        self.until(lambda: any(each.title == title for each in windows_of(self.display)))
        return next(each for each in windows_of(self.display) if each.title == title)

    def focus(self, title: str) -> None:
        """Gives a window the keys, where there is no window manager that does it."""
        window = self.window(title)
        window.window.set_input_focus(X.RevertToParent, X.CurrentTime)
        self.display.sync()
        self.recorder.look()

    def key(self, name: str) -> None:
        self._done(lambda: self.input.key(name))

    def click(self, role: str, name: str) -> None:
        """Clicks on a widget, in its middle, wherever it is now."""

        def found() -> list[SeenWidget]:
            return [each for each in self.widgets if (each.role, each.name) == (role, name)]

        self.until(lambda: bool(found()))
        (widget,) = found()
        place = widget.x + widget.width // 2, widget.y + widget.height // 2
        self._done(lambda: self.input.click(*place, 1, 1, menu=widget.popup))

    def drag(self, title: str, path: Sequence[tuple[int, int]]) -> None:
        window = self.window(title)
        self._done(lambda: self.input.drag([(window.x + x, window.y + y) for x, y in path], 1))

    def manage(self, title: str, message: str, *data: int) -> None:
        """What panels and pagers ask a window manager to do with a window."""
        window, root = self.window(title).window, self.display.screen().root
        kind = self.display.intern_atom(message)
        event = ClientMessage(window=window, client_type=kind, data=(32, [*data, *[0] * (5 - len(data))]))

        def act() -> None:
            root.send_event(event, event_mask=MESSAGES)
            self.display.sync()

        self._done(act, look=True)


@contextmanager
def observed_user(
    command: Sequence[str], *, manager: Sequence[str] = ()
) -> Iterator[tuple[ObservedUser, Callable[[], UiRecording]]]:
    """A user of a program on a display of its own, with a window manager if one is given; and the recording so far."""
    with ExitStack() as stack:
        server = stack.enter_context(closing(PrivateServer(640, 480, os.environ)))
        directories = stack.enter_context(running_place(OracleSettings(command=()), 0))
        program = program_of(tuple(command), [])
        place = stack.enter_context(program.prepared(directories))
        environment = {**program.environment(place), "DISPLAY": server.name}
        widgets = stack.enter_context(widget_source(environment))
        asking, late, listening, stopping, display = (
            stack.enter_context(closing(Display(server.name))) for _ in range(5)
        )
        if manager:
            _started(stack, manager, environment)
            check = display.intern_atom("_NET_SUPPORTING_WM_CHECK")
            while display.screen().root.get_full_property(check, 0) is None:
                time.sleep(0.005)
        process = _started(stack, program.command, widgets.environment)
        user = ObservedUser(display, widgets.tree)
        empty = new_recording(UiKind.DESKTOP, program.command, width=640, height=480, files=())
        user.recorder = DesktopRecorder(
            empty,
            lambda _: None,
            asking=asking,
            late=late,
            listening=listening,
            pid=process.pid,
            widgets=user.list_widgets,
        )
        user.until(lambda: bool(windows_of(display)))
        thread = threading.Thread(target=user.recorder.run, daemon=True)
        thread.start()
        user.until(lambda: user.recorder.running)
        try:
            yield user, lambda: signed(user.recorder.recording.with_steps(tuple(user.recorder.steps)))
        finally:
            user.recorder.stop(stopping)
            thread.join(PATIENCE)


def _started(stack: ExitStack, command: Sequence[str], environment: Any) -> subprocess.Popen[bytes]:
    process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
    stack.callback(process.wait)
    stack.callback(process.kill)
    return process
