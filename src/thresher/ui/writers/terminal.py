"""A session of a terminal program as a script that needs nothing but Python."""

from __future__ import annotations

from pprint import pformat

from thresher.ui.reducing.failure import UiCriterion
from thresher.ui.reducing.limits import UiLimits
from thresher.ui.sessions.keys import bytes_of
from thresher.ui.sessions.program import UiProgram
from thresher.ui.sessions.recording import UiRecording
from thresher.ui.standalone import processes, pty_program, script_parts, small_screen, terminal_session
from thresher.ui.terminal.replay import key_quiet
from thresher.ui.writers.combining import script_of
from thresher.ui.writers.expected_end import SLACK, about_script, expected_end

NEEDS = "Needs Linux and Python 3.11, and nothing else."


def terminal_script(
    recording: UiRecording, program: UiProgram, criterion: UiCriterion, limits: UiLimits, printed: bytes
) -> str:
    """The script. `printed` is what the program prints when it fails; only a message in there is expected."""
    pattern = criterion.conditions.screen_text
    session = {
        "command": list(program.command),
        "files": list(program.names),
        "width": recording.width,
        "height": recording.height,
        "term": recording.term,
        "step": SLACK * limits.step,
        "start": SLACK * limits.start,
        "keys": [
            [str(step.record.get("key")), (bytes_of(step.record) or b"").hex(), SLACK * key_quiet(step, limits)]
            for step in recording.log.steps
            if step.record.get("type") == "key"
        ],
        "text": pattern.pattern if pattern else "",
        "failure": expected_end(criterion, printed),
    }
    return script_of(
        [processes, pty_program, small_screen, script_parts, terminal_session],
        about=about_script(criterion, NEEDS),
        data=f"SESSION = {pformat(session, width=110, sort_dicts=False)}",
        last='if __name__ == "__main__":\n    raise SystemExit(replay(SESSION))',
    )
