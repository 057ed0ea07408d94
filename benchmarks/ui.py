"""Sessions of terminal and desktop programs: reduced to their known minimum, and how stable replays are.

    python -m benchmarks.ui [--jobs 1 2] [--repeat 10]

Writes benchmarks/results/ui.md. The sessions are random, with a fixed seed, and end in what makes the program fail;
what else they contain does not matter. Needs the extra `ui`, nano, Xvfb, a Python with tkinter
for the third, and GTK 3 and at-spi2-core for the last one.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from thresher.formats.events.records import step_of
from thresher.kernel.outcome import Outcome
from thresher.oracle.running.handle import RunHandle
from thresher.session.settings import OracleSettings, SearchSettings
from thresher.session.setup.program_session import running_place
from thresher.session.task import Task
from thresher.ui.reducing.algorithm import UiAlgorithm
from thresher.ui.reducing.failure import AnyUiFailure, StatedUiFailure
from thresher.ui.reducing.limits import UiLimits
from thresher.ui.reducing.replayers import replayer_for
from thresher.ui.reducing.session import UiTask, reduce_session
from thresher.ui.reducing.shown_conditions import ShownConditions
from thresher.ui.sessions.keys import key_record
from thresher.ui.sessions.program import program_of
from thresher.ui.sessions.recording import UiKind, UiRecording, new_recording, parse_recording
from thresher.ui.standalone.accessibility import SERVICES

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples" / "ui"
RESULT = ROOT / "benchmarks" / "results" / "ui.md"
CONTACTS, MENU = ({"title": "Contacts", "class": "Contacts.py", **menu} for menu in ({}, {"menu": True}))
NOTES, FIND = {"title": "Notes", "class": "Tk"}, {"title": "Find", "class": "Toplevel"}
SYSTEM_PYTHON = "/usr/bin/python3"
BUTTONS = {name: 45 + 85 * at for at, name in enumerate(["Stamp", "Larger", "Smaller", "Clear", "Find", "Again"])}


@dataclass(frozen=True)
class Session:
    """A session with a known minimum of steps."""

    name: str
    recording: UiRecording
    minimum: int
    beside: tuple[Path, ...] = ()
    stated: StatedUiFailure | None = None


def recording_of(kind: UiKind, command: tuple[str, ...], steps: list[dict[str, Any]]) -> UiRecording:
    width, height = (80, 24) if kind is UiKind.TERMINAL else (640, 480)
    empty = new_recording(kind, command, width=width, height=height, files=(), term="xterm")
    return empty.with_steps(tuple(step_of(step) for step in steps))


def typed(keys: list[bytes]) -> list[dict[str, Any]]:
    return [dict(key_record(key)) for key in keys]


def todo(length: int) -> Session:
    """Sort, add an item (three keys), delete it, undo: six keys."""
    chance, keys = random.Random(1), list[bytes]()
    while len(keys) < length - 10:
        keys += chance.choice(
            [[b"a", b"t", b"e", b"\r"], [b"j"], [b"k"], [b"x"], [b"/", b"t", b"\r"], [b"\x1b[A"], [b"w"], [b"s"]]
        )
    keys = [*keys[: length - 10], b"\r", b"s", b"a", b"p", b"x", b"\r", b"x", b"d", b"k", b"u"]
    recording = recording_of(UiKind.TERMINAL, (sys.executable, str(EXAMPLES / "todo.py"), "items.txt"), typed(keys))
    return Session(f"to-do list (curses), {length} keys", recording, 6, (EXAMPLES / "items.txt",))


def nano(length: int) -> Session:
    """The spelling checker is not installed: Ctrl+T, then Ctrl+S."""
    chance, keys = random.Random(2), list[bytes]()
    while len(keys) < length - 4:
        keys.append(chance.choice([b"e", b"t", b" ", b"\r", b"\x1b[A", b"\x1b[B", b"\x1b[D", b"\x0b", b"\x15"]))
    recording = recording_of(UiKind.TERMINAL, ("nano", "note.txt"), typed([*keys, b"\x14", b"\x13", b"x", b"y"]))
    stated = StatedUiFailure(ShownConditions(re.compile('Error invoking "spell"')))
    return Session(f"nano, {length} keys", recording, 2, stated=stated)


def notes(length: int) -> Session:
    """Type, find it (three steps), clear, find again: six events."""
    chance, steps = random.Random(3), list[dict[str, Any]]()
    while len(steps) < length - 11:
        if chance.random() < 0.75:
            steps.append(key(chance.choice(["a", "b", "x", "Left", "Return", "BackSpace", "Ctrl+z"])))
        else:
            steps.append(button(chance.choice(["Stamp", "Larger", "Smaller"])))
    steps += [key("x"), button("Find"), key("x", FIND), key("Return", FIND), button("Again"), key("a")]
    steps += [button("Stamp"), button("Clear"), key("b"), button("Larger"), button("Again")]
    recording = recording_of(UiKind.DESKTOP, (sys.executable, str(EXAMPLES / "notes.py")), steps)
    return Session(f"editor (tkinter), {length} X11 events", recording, 6)


def contacts(length: int) -> Session:
    """Sort (two clicks), a name (a letter, Add), Remove, Undo: six events. The buttons move with each name."""
    chance, steps = random.Random(4), list[dict[str, Any]]()
    while len(steps) < length - 8:
        if chance.random() < 0.4:
            steps.append(key(chance.choice("abcde"), CONTACTS))
        else:
            steps.append(widget("push button", chance.choice(["Add", "Add", "Remove"])))
    steps += [widget("menu", "Edit"), widget("menu item", "Sort", MENU), key("x", CONTACTS), key("y", CONTACTS)]
    steps += [widget("push button", "Add"), widget("push button", "Remove"), key("z", CONTACTS)]
    steps.append(widget("push button", "Undo"))
    recording = recording_of(UiKind.DESKTOP, (SYSTEM_PYTHON, str(EXAMPLES / "contacts.py")), steps)
    return Session(f"list (GTK, by widget), {length} X11 events", replace(recording, widgets=True), 6)


def widget(role: str, name: str, window: dict[str, Any] = CONTACTS) -> dict[str, Any]:
    return {"type": "click", "x": 9, "y": 9, "window": window, "widget": {"role": role, "name": name, "x": 9, "y": 9}}


def has_gtk() -> bool:
    """Whether the system's Python has GTK 3, and there is an accessibility bus."""
    code = "import gi; gi.require_version('Gtk', '3.0')"
    installed = Path(SYSTEM_PYTHON).exists() and Path(SERVICES).is_dir()
    return installed and subprocess.run([SYSTEM_PYTHON, "-c", code], check=False, capture_output=True).returncode == 0


def key(name: str, window: dict[str, str] = NOTES) -> dict[str, Any]:
    return {"type": "key", "key": name, "window": window}


def button(name: str) -> dict[str, Any]:
    return {"type": "click", "x": BUTTONS[name], "y": 15, "window": NOTES}


def reductions(session: Session, jobs: list[int]) -> Iterator[tuple[list[str], bytes]]:
    """A row of the table for each number of jobs, and the result."""
    for number in jobs:
        with tempfile.TemporaryDirectory() as place:
            path = Path(place, "session.json")
            path.write_bytes(session.recording.written())
            search = SearchSettings(jobs=number)
            task = Task(path, Path(place, "min.json"), OracleSettings(command=()), search)
            program = program_of(session.recording.command, session.beside)
            begun = time.monotonic()
            result, _ = reduce_session(
                UiTask(task, program, UiAlgorithm.HIERARCHICAL, session.stated, None), lambda *_: None
            )
            seconds = time.monotonic() - begun
        tests, left = result.new_tests, len(parse_recording(result.after, "result").log)
        rate = f"{60 * tests / seconds:.0f}"
        yield (
            [session.name, str(number), str(left), str(session.minimum), str(tests), f"{seconds:.0f}", rate],
            result.after,
        )


def stability(session: Session, reduced: bytes, repeat: int) -> list[str]:
    """How many of some replays of the whole and of the reduced session show the failure."""
    criterion = session.stated or AnyUiFailure()
    program = program_of(session.recording.command, session.beside)
    row = [session.name]
    with running_place(OracleSettings(command=()), 0) as directories:
        for recording, times in ((session.recording, max(1, repeat // 5)), (parse_recording(reduced, "r"), repeat)):
            replayer = replayer_for(recording, program, directories)
            begun, failing = time.monotonic(), 0
            for _ in range(times):
                seen = replayer.replay(recording, criterion, UiLimits(), running=RunHandle())
                failing += seen is not None and criterion.judge(seen).outcome is Outcome.FAIL
            seconds = (time.monotonic() - begun) / times
            row += [f"{failing} of {times}", f"{1000 * seconds / max(1, len(recording.log)):.0f}"]
    return row


def same(result: bytes, found: list[tuple[list[str], bytes]]) -> str:
    """Whether the result is that of the first number of jobs; there is nothing to compare if it is the only one."""
    if len(found) == 1:
        return "-"
    return "yes" if result == found[0][1] else "no"


def table(head: str, rows: list[list[str]]) -> str:
    line = "|---" * head.count("|")
    return "\n".join([f"| {head}", f"{line}|", *(f"| {' | '.join(row)} |" for row in rows)])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jobs", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--repeat", type=int, default=10)
    options = parser.parse_args()
    sessions = [todo(200)]
    sessions += [nano(200)] if shutil.which("nano") else []
    sessions += [notes(100)] if shutil.which("Xvfb") else []
    sessions += [contacts(60)] if shutil.which("Xvfb") and has_gtk() else []
    rows, stable = list[list[str]](), list[list[str]]()
    for session in sessions:
        found = list(reductions(session, options.jobs))
        rows += [[*row, same(result, found)] for row, result in found]
        stable.append(stability(session, found[0][1], options.repeat))
        print(rows[-1], stable[-1], file=sys.stderr, flush=True)
    load = os.getloadavg()[1]
    RESULT.write_text(
        "# Sessions of terminal and desktop programs\n\n"
        f"`{' '.join(['python -m benchmarks.ui', *sys.argv[1:]])}`. The sessions are random and end in what makes the\n"
        "program fail. The "
        f"machine has {os.cpu_count()} processors, and its load was {load:.0f} at the end, so seconds say little.\n\n"
        + table(
            "session | jobs | steps left | known minimum | replays | seconds | replays per minute | same bytes |", rows
        )
        + "\n\nReplays of the whole session and of the result, and milliseconds per step, the start of the program "
        "included:\n\n"
        + table("session | whole: failing | ms per step | result: failing | ms per step |", stable)
        + "\n\nA step ends when the kernel says that the program was woken by it, has read it, sleeps and has not run\n"
        "for 5 ms (terminal), 10 ms (X11: the server, too) or 25 ms (with widgets). The guide to terminal and\n"
        "desktop sessions has the details.\n"
    )
    print(RESULT.read_text())


if __name__ == "__main__":
    main()
