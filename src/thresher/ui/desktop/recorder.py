"""Records what a user does in a desktop program, by the RECORD extension of X: clicks, drags and keys.

What the window manager does for the user is recorded as well: it closes windows, resizes them, and gives them the keys.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from Xlib import X
from Xlib.error import BadDrawable, BadMatch, BadWindow
from Xlib.ext import record
from Xlib.protocol import rq

from thresher.formats.events.records import step_of
from thresher.structures.events import Json, LogStep
from thresher.ui.desktop.requests import (
    RECORDED,
    FocusRequest,
    MessageRequest,
    SizeRequest,
    XRequest,
    requests_in,
)
from thresher.ui.desktop.window_actions import WindowActions
from thresher.ui.sessions.recording import UiRecording
from thresher.ui.standalone.processes import family, runs_of
from thresher.ui.standalone.seen_widgets import SeenWidget, named_widget, widget_at, widgets_of
from thresher.ui.standalone.x_input import DOUBLE_CLICK, NEAR, key_name
from thresher.ui.standalone.x_windows import SeenWindow, owner_of, windows_of

EVENTS = (X.KeyPress, X.MotionNotify)  # from the first to the last kind: keys, buttons, motion
SCROLLS = (4, 5, 6, 7)
MOST_POINTS = 20  # of a drag
NO_RANGE = (0, 0)
MASKS = (("Ctrl", X.ControlMask), ("Alt", X.Mod1Mask), ("Super", X.Mod4Mask))


class DesktopRecorder:
    """Records the events of one program's windows; `save` gets the recording after every step.

    `listening` is the connection that the events come from, `asking` the one for `look`, and `late` the one for
    questions when an event has come. A key may close its window at once, so a step is one of the window that was there
    when `look` was last called.
    """

    def __init__(
        self,
        recording: UiRecording,
        save: Callable[[UiRecording], None],
        *,
        asking: Any,
        late: Any,
        listening: Any,
        pid: int,
        widgets: Callable[[], list[SeenWidget]] | None = None,
    ) -> None:
        self.recording = recording
        self.steps: list[LogStep] = []
        self._save, self._asking, self._late, self._listening, self._pid = save, asking, late, listening, pid
        self._pressed: tuple[SeenWindow, int, list[tuple[int, int]]] | None = None
        self._clicked_at = 0.0
        self._context, self._running = 0, False
        self._lock = threading.Lock()
        self._windows: list[SeenWindow] = []
        self._focused: SeenWindow | None = None
        self._actions = WindowActions()
        self._list_widgets, self._widgets, self._listed_at = widgets, list[SeenWidget](), -1
        names = ("WM_PROTOCOLS", "WM_DELETE_WINDOW", "_NET_ACTIVE_WINDOW")
        self._protocols, self._delete, self._activate = (asking.intern_atom(name) for name in names)

    def run(self) -> None:
        """Records until `stop`."""
        ranges = [_range(device_events=EVENTS), *(_range(core_requests=(opcode, opcode)) for opcode in RECORDED)]
        self._context = self._listening.record_create_context(0, [record.AllClients], ranges)
        self._listening.record_enable_context(self._context, self._received)
        self._listening.record_free_context(self._context)

    @property
    def running(self) -> bool:
        """Whether events are recorded."""
        return self._running

    def stop(self, stopping: Any) -> None:
        """Ends `run`, which another thread is in, over a connection that no other thread uses."""
        stopping.record_disable_context(self._context)
        stopping.sync()

    def look(self) -> None:
        """Notes which windows there are, after the last step or at the start; the one with the keys is the first.

        Widgets are listed before windows: a menu that has widgets must not be missing among the windows.
        """
        widgets = self._look_at_widgets()
        try:
            windows = own_windows(self._asking, self._pid)
            focused = with_focus(self._asking, windows)
        except (BadWindow, BadDrawable, BadMatch):  # one has gone meanwhile
            self._listed_at = -1
            return
        first = [focused] if focused is not None else []
        titles = list(dict.fromkeys(each.title for each in [*first, *windows] if each.title and not each.menu))
        with self._lock:
            self._windows, self._focused, self._widgets = windows, focused, widgets
            for action in self._actions.looked(windows, focused, len(self.steps)):
                self._add(action)
            if not self.steps:
                changed = titles != list(self.recording.shows)
                self.recording = replace(self.recording, shows=tuple(titles))
            else:
                state: Json = {"windows": [*titles]}
                changed = self.steps[-1].state != state
                self.steps[-1] = self.steps[-1].with_state(state)
            if changed:
                self._save(self._finished())

    def _look_at_widgets(self) -> list[SeenWidget]:
        """The widgets of the program, asked for again if it has done anything since."""
        if self._list_widgets is None or runs_of(family(self._pid)) == self._listed_at:
            return self._widgets
        widgets = self._list_widgets()
        self._listed_at = runs_of(family(self._pid))
        return widgets

    def _received(self, reply: Any) -> None:
        data, self._running = reply.data, True  # the first reply says that it begins
        if reply.client_swapped or not data:
            return
        if reply.category == record.FromClient:
            with self._lock:
                for request in requests_in(bytes(data)):
                    self._request(request, reply.id_base)
        while data and reply.category == record.FromServer:
            event, data = rq.EventField(None).parse_binary_value(data, self._listening.display, None, None)
            with self._lock:
                self._event(event)

    def _event(self, event: Any) -> None:
        if event.type == X.KeyPress:
            self._key(event)
        elif event.type == X.ButtonPress:
            self._press(event)
        elif event.type == X.MotionNotify and self._pressed is not None:
            self._pressed[2].append((event.root_x, event.root_y))
        elif event.type == X.ButtonRelease and self._pressed is not None:
            self._release(event)

    def _request(self, request: XRequest, client: int) -> None:
        """What a client asks the server to do with a window: the program itself, or the window manager."""
        window = next((each for each in self._windows if each.window.id == request.window), None)
        if window is None:
            return
        own = window.window.id & ~self._late.display.info.resource_id_mask == client
        match request:
            case SizeRequest(number, width, height) if own:
                self._actions.program_resizes(number, width, height)
            case FocusRequest(number) if own:
                self._actions.chosen(number)
            case MessageRequest(number, kind, _) if own and kind == self._activate:
                self._actions.chosen(number)
            case MessageRequest(_, kind, value) if not own and (kind, value) == (self._protocols, self._delete):
                self._add({"type": "close", "window": window.named()})

    def _key(self, event: Any) -> None:
        shifted = bool(event.state & X.ShiftMask) != bool(event.state & X.LockMask)
        symbols = [self._late.keycode_to_keysym(event.detail, column) for column in (int(shifted), 0)]
        name = key_name(symbols[0] or symbols[1])
        window = self._focused or self._focused_now()
        if not name or name.endswith(("_L", "_R", "_Lock")) or window is None:  # modifiers belong to another key
            return
        held = [modifier for modifier, mask in MASKS if event.state & mask]
        if event.state & X.ShiftMask and len(name) > 1:
            held.append("Shift")
        self._add({"type": "key", "key": "+".join([*held, name]), "window": window.named()})

    def _press(self, event: Any) -> None:
        window = self._pressed_in(event.root_x, event.root_y)
        if window is not None:
            self._actions.chosen(window.window.id)
        self._pressed = (window, event.detail, [(event.root_x, event.root_y)]) if window is not None else None

    def _pressed_in(self, x: int, y: int) -> SeenWindow | None:
        """The window at a place, as it was before: a menu that was there may have closed by now, or one have come."""
        before = _at(self._windows, x, y)
        if before is not None and before.menu:
            return before
        now = _at(self._windows_now(), x, y) or before
        return next((each for each in self._windows if now is not None and each.window.id == now.window.id), now)

    def _release(self, event: Any) -> None:
        assert self._pressed is not None
        window, button, points = self._pressed
        self._pressed = None
        points.append((event.root_x, event.root_y))
        path = [[x - window.x, y - window.y] for x, y in points]
        (x, y), last = path[0], path[-1]
        fields: dict[str, Any] = {"window": window.named(), **({"button": button} if button != 1 else {})}
        shown = widgets_of(self._widgets, window.title, menu=window.menu)
        if (widget := widget_at(shown, *points[0])) is not None:
            fields["widget"] = named_widget(shown, widget, *points[0])
            self.recording = replace(self.recording, widgets=True)
        if abs(x - last[0]) >= NEAR or abs(y - last[1]) >= NEAR:
            every = max(1, len(path) // MOST_POINTS)
            self._add({"type": "drag", "path": [*path[:-1:every], last], **fields})
            return
        click = {"type": "click", "x": x, "y": y, **fields}
        now, before = time.monotonic(), self._clicked_at
        self._clicked_at = now
        if now - before < DOUBLE_CLICK and button not in SCROLLS and self._same_click(click):
            self.steps.pop()
            click["count"] = 2
            self._clicked_at = 0.0
        self._add(click)

    def _same_click(self, click: dict[str, Any]) -> bool:
        last: Any = self.steps[-1].record if self.steps else {}
        same = all(last.get(name) == click.get(name) for name in ("type", "window", "button"))
        return same and abs(last["x"] - click["x"]) < NEAR and abs(last["y"] - click["y"]) < NEAR

    def _add(self, fields: dict[str, Any]) -> None:
        self.steps.append(step_of(fields))
        self._save(self._finished())

    def _windows_now(self) -> list[SeenWindow]:
        try:
            return own_windows(self._late, self._pid)
        except (BadWindow, BadDrawable, BadMatch):
            return []

    def _focused_now(self) -> SeenWindow | None:
        try:
            return with_focus(self._late, self._windows_now())
        except (BadWindow, BadDrawable, BadMatch):
            return None

    def _finished(self) -> UiRecording:
        return self.recording.with_steps(tuple(self.steps))


def _range(*, core_requests: tuple[int, int] = NO_RANGE, device_events: tuple[int, int] = NO_RANGE) -> dict[str, Any]:
    return {
        "core_requests": core_requests,
        "core_replies": NO_RANGE,
        "ext_requests": (0, 0, 0, 0),
        "ext_replies": (0, 0, 0, 0),
        "delivered_events": NO_RANGE,
        "device_events": device_events,
        "errors": NO_RANGE,
        "client_started": False,
        "client_died": False,
    }


def own_windows(display: Any, pid: int) -> list[SeenWindow]:
    """The windows of a program and its descendants; of any, where the server does not say whose they are."""
    members = family(pid)
    owners = ((window, owner_of(display, window.window)) for window in windows_of(display))
    return [window for window, owner in owners if owner == 0 or owner in members]


def with_focus(display: Any, windows: list[SeenWindow]) -> SeenWindow | None:
    """The window that gets the keys: the one with the focus, or below the pointer if none has it."""
    focus = display.get_input_focus().focus
    if isinstance(focus, int) or focus == display.screen().root:
        pointer = display.screen().root.query_pointer()
        return _at(windows, pointer.root_x, pointer.root_y)
    while not isinstance(focus, int):
        found = next((window for window in windows if window.window == focus), None)
        if found is not None:
            return found
        focus = focus.query_tree().parent
    return None


def _at(windows: list[SeenWindow], x: int, y: int) -> SeenWindow | None:
    """The topmost window at a place."""
    for window in windows:
        if window.x <= x < window.x + window.width and window.y <= y < window.y + window.height:
            return window
    return None
