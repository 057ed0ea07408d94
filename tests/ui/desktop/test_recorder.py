"""What a user does in real programs is recorded: by widget where the program describes them, and window by window."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.ui.desktop.observed_user import observed_user
from tests.ui.desktop.recordings import MAIN, NOTES, desktop_recording, run, tk_python
from tests.ui.recordings import replayed
from thresher.kernel.outcome import Outcome
from thresher.ui.reducing.failure import AnyUiFailure, StatedUiFailure
from thresher.ui.reducing.limits import UiLimits
from thresher.ui.reducing.shown_conditions import ShownConditions
from thresher.ui.sessions.recording import UiRecording
from thresher.ui.standalone.accessibility import NOT_INSTALLED, SERVICES

SYSTEM_PYTHON = "/usr/bin/python3"
CONTACTS = [SYSTEM_PYTHON, str(NOTES.with_name("contacts.py"))]


@cache
def need_gtk() -> None:
    """Skips where GTK for the system's Python, or the accessibility bus, is not installed."""
    code = "import gi; gi.require_version('Gtk', '3.0')"
    gtk = Path(SYSTEM_PYTHON).exists() and subprocess.run([SYSTEM_PYTHON, "-c", code], check=False, capture_output=True)
    if not gtk or gtk.returncode:
        pytest.skip("not installed: python3-gi, gir1.2-gtk-3.0")
    if shutil.which("dbus-daemon") is None or not Path(SERVICES).is_dir():
        pytest.skip("not installed: at-spi2-core")


def need(program: str) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"not installed: {program}")


def contacts_session() -> UiRecording:
    """A name; sort; one more, removed; undo, which fails. The buttons move down with each name."""
    with observed_user(CONTACTS) as (user, recorded):
        user.focus("Contacts")
        user.key("b")
        user.click("push button", "Add")
        user.click("menu", "Edit")
        user.click("menu item", "Sort")
        user.key("x")
        user.click("push button", "Add")
        user.click("push button", "Remove")
        user.click("push button", "Undo")
        return recorded()


def widgets_in(recording: UiRecording) -> list[str]:
    """The keys, and the names of widgets that were clicked."""
    steps: list[Any] = [step.record for step in recording.log]
    return [step["key"] if step["type"] == "key" else step["widget"]["name"] for step in steps]


def test_widgets_are_found_by_name_and_role_wherever_they_are(tmp_path: Path) -> None:
    need_gtk()
    recording = contacts_session()
    assert widgets_in(recording) == ["b", "Add", "Edit", "Sort", "x", "Add", "Remove", "Undo"]
    assert recording.widgets
    (tmp_path / "session.json").write_bytes(recording.written())
    code, said = run("reduce", "session.json", "--jobs", "2", "--checks", "1", directory=tmp_path)
    assert code == 0, said
    assert "KeyError" in said
    reduced = json.loads((tmp_path / "session.min.json").read_bytes())
    names = [step["widget"]["name"] if "widget" in step else step["key"] for step in reduced["steps"]]
    assert names == ["Edit", "Sort", "x", "Add", "Remove", "Undo"]
    script = [sys.executable, "session.min/replay.py"]
    failing = subprocess.run(script, cwd=tmp_path, check=False, capture_output=True, text=True)
    assert failing.returncode == 1, failing.stdout + failing.stderr


def test_by_place_the_same_clicks_miss() -> None:
    """Without their names, the buttons are no longer where they were once a name is left out."""
    need_gtk()
    recording = contacts_session()
    by_name = recording.with_steps(recording.log.steps[2:])
    assert AnyUiFailure().judge(replayed(by_name)).outcome is Outcome.FAIL
    assert AnyUiFailure().judge(replayed(replace(by_name, widgets=False))).outcome is not Outcome.FAIL


def test_a_widget_that_is_not_there() -> None:
    need_gtk()
    window = {"title": "Contacts", "class": "Contacts.py"}
    wanted = {"role": "push button", "name": "Delete", "x": 3, "y": 3}
    recording = contacts(clicks=[{"type": "click", "x": 500, "y": 400, "window": window, "widget": wanted}])
    verdict = AnyUiFailure().judge(replayed(recording, limits=UiLimits(window=0.5)))
    assert verdict.outcome is Outcome.UNRESOLVED
    assert verdict.reason == "step 1, click push button 'Delete' in 'Contacts': there is no push button 'Delete'"


def contacts(clicks: Sequence[dict[str, Any]]) -> UiRecording:
    return replace(desktop_recording(clicks, CONTACTS), widgets=True)


SIZE_ONLY = 0x2C0A  # width and height, from a pager
MANAGED = """
import tkinter
seen = []
root = tkinter.Tk(); root.title('Notes'); root.geometry('200x100+50+50')
other = tkinter.Toplevel(root); other.title('Other'); other.geometry('150x100+320+50')
other.bind('<FocusIn>', lambda _: seen.append('other'))
def closed():
    if seen and root.winfo_width() == 300:
        raise SystemExit('both')
    root.title('not closed')
root.protocol('WM_DELETE_WINDOW', closed)
root.mainloop()
"""


def test_what_the_window_manager_does_is_recorded_and_replayed() -> None:
    need("openbox")
    with observed_user([tk_python(), "-c", MANAGED], manager=["openbox"]) as (user, recorded):
        user.window("Other")
        user.key("a")
        before: Any = user.recorder.steps[0].record
        first = before["window"]["title"]
        second = "Other" if first == "Notes" else "Notes"  # the window manager decides which has the keys
        user.manage(second, "_NET_ACTIVE_WINDOW", 2)
        user.key("b")
        user.manage("Notes", "_NET_MOVERESIZE_WINDOW", SIZE_ONLY, 0, 0, 300, 200)
        user.manage(first, "_NET_ACTIVE_WINDOW", 2)
        user.manage("Notes", "_NET_CLOSE_WINDOW", 0, 2)
        recording = recorded()
    steps: list[Any] = [step.record for step in recording.log]
    assert [(step["type"], step["window"]["title"]) for step in steps] == [
        ("key", first),
        ("focus", second),
        ("key", second),
        ("resize", "Notes"),
        ("focus", first),
        ("close", "Notes"),
    ]
    assert (steps[3]["width"], steps[3]["height"]) == (300, 200)
    verdict = AnyUiFailure().judge(replayed(recording))
    assert (verdict.outcome, verdict.used) == (Outcome.FAIL, 6), verdict
    focus = 1 if second == "Other" else 4
    for kept, outcome in (((3, focus, 5), Outcome.FAIL), ((focus, 5), Outcome.PASS), ((3, 5), Outcome.PASS)):
        part = recording.with_steps(tuple(recording.log.steps[number] for number in sorted(kept)))
        assert AnyUiFailure().judge(replayed(part)).outcome is outcome, kept


DRAWING = """
import tkinter
root = tkinter.Tk(); root.title('Drawing'); root.geometry('300x200+20+30')
path = {}
root.bind('<B1-Motion>', lambda event: path.setdefault((event.x, event.y)))
root.bind('<ButtonRelease-1>', lambda event: root.title(f'{len(path)} points to {event.x} {event.y}'))
root.mainloop()
"""


def test_a_drag_is_recorded_with_its_path_and_replayed() -> None:
    with observed_user([tk_python(), "-c", DRAWING]) as (user, recorded):
        user.drag("Drawing", [(20, 20), (60, 50), (90, 70), (150, 120)])
        recording = recorded()
    steps: list[Any] = [step.record for step in recording.log]
    (step,) = steps
    assert step["type"] == "drag"
    assert step["path"][:4] == [[20, 20], [60, 50], [90, 70], [150, 120]]
    assert step["window"] == {"title": "Drawing", "class": "Tk"}
    stated = StatedUiFailure(ShownConditions(window_title=re.compile("^3 points to 150 120$")))
    assert replayed(recording, stated).shown


def test_a_real_editor_by_its_menus() -> None:
    """Mousepad: text is typed, and the menu File opens another window: its title is the failure that is stated."""
    need_gtk()
    need("mousepad")
    with observed_user(["mousepad", "--disable-server"]) as (user, recorded):
        user.focus("Untitled 1 - Mousepad")
        user.key("a")
        user.click("menu", "File")
        user.click("menu item", "New Window")
        user.window("Untitled 2 - Mousepad")
        recording = recorded()
    widgets: list[Any] = [step.record.get("widget", {}) for step in recording.log]
    assert [widget.get("name") for widget in widgets] == [None, "File", "New Window"]
    stated = StatedUiFailure(ShownConditions(window_title=re.compile("^Untitled 2")))
    assert stated.judge(replayed(recording.with_steps(recording.log.steps[1:]), stated)).outcome is Outcome.FAIL


def test_without_an_accessibility_bus_the_places_are_used_and_a_line_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "Xvfb").symlink_to(str(shutil.which("Xvfb")))
    click = {"type": "click", "x": 20, "y": 20, "window": MAIN, "widget": {"role": "text", "name": "", "x": 1, "y": 1}}
    recording = replace(desktop_recording([click]), widgets=True)
    monkeypatch.setenv("PATH", str(tmp_path))
    result = replayed(recording)
    assert (result.used, result.stuck, result.notes) == (1, None, (NOT_INSTALLED,))
