"""A session of a desktop program as a script that needs Xvfb and python-xlib."""

from __future__ import annotations

from hashlib import sha256
from pprint import pformat

from thresher.ui.desktop.replay import QUIET
from thresher.ui.reducing.failure import UiCriterion
from thresher.ui.reducing.limits import UiLimits
from thresher.ui.reducing.shown_conditions import ShownConditions
from thresher.ui.sessions.program import UiProgram
from thresher.ui.sessions.recording import UiRecording
from thresher.ui.standalone import (
    accessibility,
    desktop_session,
    pictures,
    processes,
    script_parts,
    seen_widgets,
    x_input,
    x_program,
    x_server,
    x_windows,
)
from thresher.ui.writers.combining import script_of
from thresher.ui.writers.expected_end import SLACK, about_script, expected_end

NEEDS = "Needs Linux, Python 3.11, Xvfb and python-xlib."
NEEDS_BUS = "Needs Linux, Python 3.11, Xvfb, at-spi2-core, and the packages python-xlib and jeepney."


def desktop_script(
    recording: UiRecording, program: UiProgram, criterion: UiCriterion, limits: UiLimits, printed: bytes
) -> str:
    """The script. `printed` is what the program prints when it fails; only a message in there is expected."""
    session = {
        "command": list(program.command),
        "files": list(program.names),
        "widgets": recording.widgets,
        "width": recording.width,
        "height": recording.height,
        "step": SLACK * limits.step,
        "start": SLACK * limits.start,
        "window": SLACK * limits.window,
        "steps": [
            {
                **{name: value for name, value in step.record.items() if name not in ("state", "task")},
                "quiet": SLACK * max(QUIET, limits.slow.get(step.text, 0.0)),
            }
            for step in recording.log.steps
        ],
        "conditions": _conditions(criterion.conditions),
        "failure": expected_end(criterion, printed),
    }
    return script_of(
        [
            *(processes, x_server, x_windows, x_input, seen_widgets),
            *([accessibility] if recording.widgets else []),
            *(x_program, pictures, script_parts, desktop_session),
        ],
        about=about_script(criterion, NEEDS_BUS if recording.widgets else NEEDS),
        data=f"SESSION = {pformat(session, width=110, sort_dicts=False)}",
        last='if __name__ == "__main__":\n    raise SystemExit(replay(SESSION))',
    )


def _conditions(stated: ShownConditions) -> dict[str, object]:
    picture = stated.picture
    pixels = pictures.from_png(picture.png).part(picture.region) if picture is not None else b""
    return {
        "title": stated.window_title.pattern if stated.window_title is not None else "",
        "region": list(picture.region) if picture is not None else [],
        "pixels": sha256(pixels).hexdigest(),
    }
