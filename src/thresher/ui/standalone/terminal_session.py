"""Replays the keys of a session and says whether its failure occurs: the main part of a generated script."""

from __future__ import annotations

import os
import re
import sys
import tempfile
from typing import Any

from thresher.ui.standalone.pty_program import PtyProgram
from thresher.ui.standalone.script_parts import after, copy_files, ends_as, exit_code
from thresher.ui.standalone.small_screen import SmallScreen

ESCAPES = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*[@-~]|[PX^_\]].*?(?:\x07|\x1b\\)|[ -/]*[0-~])", re.DOTALL)


def replay(session: dict[str, Any]) -> int:
    """1 if the failure occurs, 0 if it does not."""
    with tempfile.TemporaryDirectory() as directory:
        copy_files(session["files"], directory)
        screen = SmallScreen(session["width"], session["height"])
        printed = bytearray()

        def output(data: bytes) -> None:
            printed.extend(data)
            screen.feed(data)

        program = PtyProgram(
            session["command"],
            directory=directory,
            environment={
                "LANG": "C.UTF-8", **os.environ, "HOME": directory, "TERM": session["term"], "ESCDELAY": "25"
            },
            rows=session["height"],
            columns=session["width"],
            output=output,
        )  # fmt: skip
        hangs = shown = False
        try:
            program.settle(0.2, after(session["start"]))
            for name, keys, quiet in session["keys"]:
                print(f"key {name}", flush=True)
                done = program.send(bytes.fromhex(keys), after(session["step"]))
                hangs = not done or not program.settle(quiet, after(session["step"]))
                shown = bool(session["text"]) and shows(screen, session["text"])
                if hangs or shown or program.ended:
                    break
            ended = program.ended
        finally:
            status = program.close()
    return report(session["failure"], ESCAPES.sub(b"", bytes(printed)), status if ended else None, hangs, shown)


def shows(screen: SmallScreen, pattern: str) -> bool:
    return re.search(pattern, "\n".join(screen.lines()), re.MULTILINE) is not None


def report(failure: dict[str, Any], printed: bytes, status: int | None, hangs: bool, shown: bool) -> int:  # noqa: FBT001
    """Prints what happened."""
    if status is not None:
        sys.stdout.buffer.write(printed[-2000:] + b"\n")
    if failure["kind"] == "hang":
        fails = hangs
    elif failure["kind"] == "text":
        fails = shown
    else:
        fails = ends_as(failure, printed, status)
    return exit_code(failure, fails=fails)
