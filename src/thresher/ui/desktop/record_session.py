"""Records a session of a desktop program on the user's own display."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from typing import Any

from Xlib.display import Display
from Xlib.error import DisplayError

from thresher.errors import UsageError
from thresher.oracle.running.handle import kill_group
from thresher.oracle.running.run_directory import RunDirectories
from thresher.session.interrupts import handled_by
from thresher.ui.desktop.recorder import DesktopRecorder
from thresher.ui.desktop.widgets import widget_source
from thresher.ui.sessions.program import UiProgram
from thresher.ui.sessions.recording import UiKind, UiRecording, new_recording
from thresher.ui.standalone.x_windows import windows_of

STOPS = 5.0  # seconds
LOOK = 0.02  # seconds between two looks at the windows


def record_desktop(
    program: UiProgram,
    directories: RunDirectories,
    save: Callable[[UiRecording], None],
    started: Callable[[str], None],
) -> tuple[UiRecording, int]:
    """The recording, and the exit status of the program.

    `started` is called once its first window is there, with a note if widgets cannot be recorded by name.
    """
    asking, late, listening, stopping = (_connected() for _ in range(4))
    screen = asking.screen()
    recording = new_recording(
        UiKind.DESKTOP,
        program.command,
        width=screen.width_in_pixels,
        height=screen.height_in_pixels,
        files=program.names,
    )
    with program.prepared(directories) as place, widget_source(program.environment(place)) as widgets:
        before = {window.window.id for window in windows_of(asking)}
        process = subprocess.Popen(program.command, cwd=place.work, env=widgets.environment, start_new_session=True)
        try:
            while process.poll() is None and {window.window.id for window in windows_of(asking)} <= before:
                time.sleep(LOOK)
            recorder = DesktopRecorder(
                recording, save, asking=asking, late=late, listening=listening, pid=process.pid, widgets=widgets.tree
            )
            thread = threading.Thread(target=recorder.run, daemon=True)
            thread.start()
            while thread.is_alive() and not recorder.running:  # what is done before would be lost
                time.sleep(LOOK)
            recorder.look()
            started(widgets.note)
            done = threading.Event()  # an exception in the middle of a request would spoil the connection
            with handled_by(lambda *_: done.set(), signal.SIGINT):
                while process.poll() is None and not done.wait(LOOK):
                    recorder.look()
            recorder.stop(stopping)
            thread.join(STOPS)
            recorder.look()
        finally:
            kill_group(process.pid)
            status = process.wait()
    return recorder.recording.with_steps(tuple(recorder.steps)), status


def _connected() -> Any:
    if not os.environ.get("DISPLAY"):
        raise UsageError("there is no screen to record on: DISPLAY is not set; run it on a desktop")
    try:
        display: Any = Display()
    except (DisplayError, OSError) as error:
        raise UsageError(f"the display {os.environ['DISPLAY']} cannot be opened: {error}") from None
    if not display.has_extension("RECORD"):
        raise UsageError(f"the display {os.environ['DISPLAY']} has no RECORD extension, which recording needs")
    return display
