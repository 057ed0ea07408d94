"""A desktop program on a private X server: it is known when it has handled a step, and whether it still answers."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from Xlib import X
from Xlib.display import Display
from Xlib.error import BadDrawable, BadMatch, BadWindow, ConnectionClosedError
from Xlib.protocol.event import ClientMessage

from thresher.ui.standalone.processes import family, on_timer, runs_of, sleeps
from thresher.ui.standalone.seen_widgets import SeenWidget, find_widget, place_in, widgets_of
from thresher.ui.standalone.x_input import XInput
from thresher.ui.standalone.x_server import PrivateServer
from thresher.ui.standalone.x_windows import SeenWindow, find_window, windows_of

IGNORED = 0.1  # seconds after which a step that wakes no process was not for the program
ANSWER = 2.0  # seconds that a program has at least to read a message
POINT_QUIET = 0.005  # seconds in which nothing happens after a point of a drag
FRAME = 0.02  # seconds after which a toolkit has drawn what has changed, and not only prepared it
LOOK = 0.002  # seconds between two looks at the processes


class XProgram:
    """A running program, its display and its input. `close` ends it and all processes of its group."""

    def __init__(
        self,
        argv: Sequence[str],
        server: PrivateServer,
        *,
        directory: str,
        environment: Mapping[str, str],
        output: int,
        widgets: Callable[[], list[SeenWidget]] | None = None,
    ) -> None:
        """`widgets` lists what the program shows; without it, places in windows are all that is known."""
        self._server, self._widgets = server, widgets
        self.display: Any = Display(server.name)
        root = self.display.screen().root
        root.change_attributes(event_mask=X.SubstructureNotifyMask)  # where answers to pings arrive
        root.set_input_focus(X.RevertToPointerRoot, X.CurrentTime)
        self.input = XInput(self.display)
        self.process = subprocess.Popen(
            list(argv),
            cwd=directory,
            env={**environment, "DISPLAY": server.name},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
        self._sent_at = -1

    @property
    def ended(self) -> bool:
        return self.process.poll() is not None

    def windows(self) -> list[SeenWindow]:
        return windows_of(self.display)

    def titles(self) -> list[str]:
        """The titles of the windows, each once."""
        return list(dict.fromkeys(window.title for window in self.windows() if window.title and not window.menu))

    def activate(self, window: SeenWindow) -> None:
        """Raises the window and gives it the keys, as a window manager does; menus have taken them already."""
        with suppress(BadWindow, BadMatch):
            if not window.menu and self.display.get_input_focus().focus != window.window:
                window.window.configure(stack_mode=X.Above)
                window.window.set_input_focus(X.RevertToParent, X.CurrentTime)
                self.display.sync()

    def before_step(self) -> None:
        """The next `settle` waits for the effects of what is done from now on."""
        self._sent_at = runs_of(family(self.process.pid))

    def settle(self, quiet: float, expired: Callable[[], bool]) -> bool:
        """Waits until the program has handled the last step; False if that takes until `expired`: it hangs.

        Neither it nor the server has run for `quiet` seconds, and its window answers if it is one that can.
        """
        begun = active = time.monotonic()
        before, woken = -1, False
        while not self.ended:
            time.sleep(LOOK)
            members = family(self.process.pid)
            now, ran = time.monotonic(), runs_of(members)
            woken = woken or ran != self._sent_at or now - begun >= IGNORED
            total = ran + runs_of([self._server.process.pid])
            if total != before:
                before, active = total, now
            if woken and now - active >= quiet and all(sleeps(pid) and not on_timer(pid) for pid in members):
                return self.answers(expired)
            if expired():
                return all(map(sleeps, members)) and self.answers(expired)
        return True

    def answers(self, expired: Callable[[], bool]) -> bool:
        """Whether the program reads what the server sends it. A window that knows pings must reply to one.

        Any other gets a message that means nothing to it: whoever waits for messages is woken by it.
        """
        protocols, ping = (self.display.intern_atom(name) for name in ("WM_PROTOCOLS", "_NET_WM_PING"))
        window = next((each.window for each in self.windows() if not each.menu), None)
        if window is None:
            return True
        sent, before = int(time.monotonic() * 1000) & 0x7FFFFFFF, runs_of(family(self.process.pid))
        try:
            replies = ping in window.get_wm_protocols()
            kind = protocols if replies else self.display.intern_atom("_THRESHER_PING")
            data = (32, [ping, sent, window.id, 0, 0])
            window.send_event(ClientMessage(window=window, client_type=kind, data=data))
            self.display.sync()
        except (BadWindow, BadMatch, BadDrawable):
            return True
        end = time.monotonic() + ANSWER
        while not self.ended and self._exists(window):
            if self._replied([ping, sent]) if replies else runs_of(family(self.process.pid)) != before:
                return True
            if expired() and time.monotonic() > end:
                return False
            time.sleep(LOOK)
        return True

    def _replied(self, expected: list[int]) -> bool:
        """Whether the reply to a ping has come."""
        while self.display.pending_events():
            event = self.display.next_event()
            if event.type == X.ClientMessage and list(event.data[1][:2]) == expected:
                return True
        return False

    def _exists(self, window: Any) -> bool:
        try:
            return bool(window.get_attributes().map_state == X.IsViewable)
        except (BadWindow, BadDrawable):
            return False

    def place(self, step: Mapping[str, Any], found: SeenWindow, expired: Callable[[], bool]) -> tuple[int, int] | None:
        """Where a click or drag begins: in its widget, waited for, or else at its place in the window.

        None if the program says what it shows, and the widget does not come.
        """
        (x, y), *_ = step.get("path", [[step.get("x", 0), step.get("y", 0)]])
        here, wanted = (found.x + x, found.y + y), step.get("widget")
        if self._widgets is None or not isinstance(wanted, Mapping):
            return here
        before = None
        while not self.ended:
            shown = self._widgets()
            widget = find_widget(widgets_of(shown, found.title, menu=found.menu), wanted, *here)
            if widget is not None and widget == before:  # it does not move any more
                return place_in(widget, wanted)
            before = widget
            if expired():
                return None if shown else here
            time.sleep(FRAME)
        return None

    def do(self, step: Mapping[str, Any], found: SeenWindow, place: tuple[int, int]) -> bool:
        """Does a step in its window, from a place on; False if it is not one that is known."""
        kind = step.get("type")
        if kind == "key":
            return self.input.key(str(step.get("key", "")))
        if kind in ("close", "resize", "focus"):
            self._manage(str(kind), step, found.window)
            return True
        (first_x, first_y), *more = step.get("path", [[0, 0]])
        path = [place, *((place[0] + x - first_x, place[1] + y - first_y) for x, y in more)]
        button = int(step.get("button", 1))
        if kind == "click":
            self.input.click(*path[0], button, int(step.get("count", 1)), menu=found.menu)
            return True
        if kind == "drag":
            self.input.drag(path, button, self._sees_point)
            self.before_step()
            return True
        return False

    def _sees_point(self) -> None:
        """Waits until the program has handled a point of a drag, or ignores it."""
        end = time.monotonic() + ANSWER
        self.settle(POINT_QUIET, lambda: time.monotonic() > end)
        self.before_step()

    def _manage(self, kind: str, step: Mapping[str, Any], window: Any) -> None:
        """What a window manager does; the window has the keys already."""
        with suppress(BadWindow, BadMatch, BadDrawable):
            if kind == "resize":
                window.configure(width=max(1, int(step["width"])), height=max(1, int(step["height"])))
            elif kind == "close":
                protocols, delete = (self.display.intern_atom(name) for name in ("WM_PROTOCOLS", "WM_DELETE_WINDOW"))
                if delete in window.get_wm_protocols():
                    data = (32, [delete, X.CurrentTime, 0, 0, 0])
                    window.send_event(ClientMessage(window=window, client_type=protocols, data=data))
                else:
                    window.kill_client()
            self.display.sync()

    def find(self, wanted: dict[str, Any], expired: Callable[[], bool]) -> SeenWindow | None:
        """The window of a step, waited for; None if it does not come."""
        while not self.ended:
            found = find_window(self.windows(), wanted)
            if found is not None or expired():
                return found
            time.sleep(LOOK)
        return None

    def close(self) -> int:
        """Ends the program, if it has not ended; its exit status, negative for a signal."""
        members = family(self.process.pid)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        for pid in members[1:]:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        status = self.process.wait()
        with suppress(ConnectionClosedError, OSError):  # the server may be gone
            self.display.close()
        return status
