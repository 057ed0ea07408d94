"""Replays a session on an X server of its own and says whether its failure occurs: the main part of a script."""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
import time
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

from thresher.ui.standalone.accessibility import AccessibilityBus, WidgetTree
from thresher.ui.standalone.pictures import screenshot
from thresher.ui.standalone.script_parts import after, copy_files, ends_as, exit_code
from thresher.ui.standalone.x_program import XProgram
from thresher.ui.standalone.x_server import PrivateServer

DESKTOP = ("WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "SESSION_MANAGER")  # the user's own


def replay(session: dict[str, Any]) -> int:
    """1 if the failure occurs, 0 if it does not."""
    with tempfile.TemporaryDirectory() as directory:
        copy_files(session["files"], directory)
        inherited = {name: value for name, value in os.environ.items() if name not in DESKTOP}
        environment = {"LANG": "C.UTF-8", **inherited, "HOME": directory, "PYTHONUNBUFFERED": "1"}
        output = Path(directory, ".output")
        with (
            closing(PrivateServer(session["width"], session["height"], environment)) as server,
            output.open("wb") as file,
            ExitStack() as stack,
        ):
            tree, environment["DISPLAY"] = None, server.name
            if session["widgets"]:
                bus = stack.enter_context(closing(AccessibilityBus(environment)))
                environment |= bus.environment
                tree = stack.enter_context(closing(WidgetTree(bus)))
            program = XProgram(
                session["command"],
                server,
                directory=directory,
                environment=environment,
                output=file.fileno(),
                widgets=tree,
            )
            try:
                seen = follow(session, program)
                ended = program.ended
            finally:
                status = program.close()
        printed = output.read_bytes()
    return report(session["failure"], printed, status if ended else 0, seen)


def follow(session: dict[str, Any], program: XProgram) -> str:
    """Does all steps: "hang", "shown" or an empty text."""
    expired = after(session["start"])
    while not program.ended and not program.windows() and not expired():
        time.sleep(0.01)
    program.settle(0.2, expired)
    for step in session["steps"]:
        print(step, flush=True)
        found = program.find(step["window"], after(session["window"]))
        if found is None:
            return ""
        place = program.place(step, found, after(session["window"]))
        if place is None:
            return ""
        expired = after(session["step"])
        program.before_step()
        program.activate(found)
        program.do(step, found, place)
        if not program.settle(step["quiet"], expired):
            return "hang"
        if not program.ended and holds(session["conditions"], program):
            return "shown"
    return ""


def holds(conditions: dict[str, Any], program: XProgram) -> bool:
    """Whether everything holds; nothing does if there is no condition."""
    if conditions["title"] and not any(re.search(conditions["title"], title) for title in program.titles()):
        return False
    if conditions["region"]:
        part = screenshot(program.display).part(tuple(conditions["region"]))
        return bool(hashlib.sha256(part).hexdigest() == conditions["pixels"])
    return bool(conditions["title"])


def report(failure: dict[str, Any], printed: bytes, status: int, seen: str) -> int:
    """Prints what happened."""
    print(printed[-2000:].decode(errors="replace"))
    if failure["kind"] == "end":
        fails = ends_as(failure, printed, status)
    else:
        fails = seen == {"hang": "hang", "text": "shown"}[failure["kind"]]
    return exit_code(failure, fails=fails)
