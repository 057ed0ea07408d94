"""A session of a terminal program as a script that needs nothing but Python."""

from __future__ import annotations

import re
from pprint import pformat

from thresher.oracle.failures.signature import HANG
from thresher.ui.reducing.failure import LearnedUiFailure, UiCriterion
from thresher.ui.reducing.limits import UiLimits
from thresher.ui.sessions.keys import bytes_of
from thresher.ui.sessions.program import UiProgram
from thresher.ui.sessions.recording import UiRecording
from thresher.ui.standalone import processes, pty_program, small_screen, terminal_session
from thresher.ui.terminal.replay import key_quiet
from thresher.ui.writers.combining import script_of

SLACK = 3.0  # a script measures nothing first, so it waits longer
_PLACEHOLDER = re.compile(r"<\w+>")


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
    words = "; ".join(criterion.describe()).replace('"""', "'''").replace("\\", "")
    about = (
        f"Replays a reduced session. Exits with 1 if the failure occurs: {words}\n\n"
        "Run it where the files of the program are; they are copied. Needs Python 3.11 on Linux, and nothing else.\n"
    )
    return script_of(
        [processes, pty_program, small_screen, terminal_session],
        about=about,
        data=f"SESSION = {pformat(session, width=110, sort_dicts=False)}",
        last='if __name__ == "__main__":\n    sys.exit(replay(SESSION))',
    )


def expected_end(criterion: UiCriterion, printed: bytes) -> dict[str, object]:
    """How the program ends when it fails."""
    words = "; ".join(criterion.describe())
    if not isinstance(criterion, LearnedUiFailure):
        return {"kind": "text", "words": words}
    signature = criterion.signature
    if signature.kind == HANG:
        return {"kind": "hang", "words": words}
    status = signature.exit_code if signature.signal is None else -signature.signal
    return {"kind": "end", "status": status, "pattern": _pattern(signature.lines, printed), "words": words}


def _pattern(lines: tuple[str, ...], printed: bytes) -> str:
    """A pattern for the first line of a message; empty if it would not find the message in the output."""
    pattern = ".*".join(re.escape(part) for part in _PLACEHOLDER.split(lines[0])) if lines else ""
    return pattern if re.search(pattern.encode(), printed) else ""
