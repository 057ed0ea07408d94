"""The result files of a reduced session: a script that runs without thresher, and what is shown after each step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from thresher import __version__
from thresher.engine.questions import digest
from thresher.oracle.running.handle import RunHandle
from thresher.session.files.whole import write_whole
from thresher.ui.reducing.failure import UiCriterion
from thresher.ui.reducing.limits import UiLimits
from thresher.ui.reducing.oracle import UiOracle
from thresher.ui.reducing.replayers import UiReplayer
from thresher.ui.sessions.program import UiProgram
from thresher.ui.sessions.recording import UiKind, UiRecording
from thresher.ui.writers.terminal import terminal_script

SCRIPT = "replay.py"
SAVED, FILES, COMPLETE = "result", "files", "complete"  # in the folder of a session


@dataclass(frozen=True, slots=True)
class UiFiles:
    """The script, and texts or pictures by the names of their files."""

    script: bytes
    states: dict[str, bytes]

    def write(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(folder / SCRIPT, self.script)
        (folder / SCRIPT).chmod(0o755)
        for name, content in self.states.items():
            write_whole(folder / name, content)

    @classmethod
    def read(cls, folder: Path) -> UiFiles:
        """What `write` has written."""
        states = {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.name != SCRIPT}
        return cls((folder / SCRIPT).read_bytes(), states)


def files_of(
    recording: UiRecording, program: UiProgram, replayer: UiReplayer, oracle: UiOracle, *, session: Path
) -> UiFiles:
    """The files for a reduced recording. Costs one replay, unless the folder of the session has them already."""
    saved = session / SAVED / digest(recording.written() + __version__.encode())
    if (saved / COMPLETE).exists():
        return UiFiles.read(saved / FILES)
    files = _made(recording, program, replayer, oracle)
    files.write(saved / FILES)
    write_whole(saved / COMPLETE, b"")
    return files


def _made(recording: UiRecording, program: UiProgram, replayer: UiReplayer, oracle: UiOracle) -> UiFiles:
    states: dict[str, bytes] = {}
    suffix = "txt" if recording.kind is UiKind.TERMINAL else "png"

    def keep(number: int, content: bytes) -> None:
        states[f"step-{number + 1:03}.{suffix}"] = content

    last = replayer.replay(recording, oracle.criterion, oracle.limits, running=RunHandle(), keep=keep)
    printed = last.observation.stderr if last is not None and last.observation is not None else b""
    script = _writer(recording.kind)(recording, program, oracle.criterion, oracle.limits, printed)
    return UiFiles(script.encode(), states)


def _writer(kind: UiKind) -> Callable[[UiRecording, UiProgram, UiCriterion, UiLimits, bytes], str]:
    if kind is UiKind.TERMINAL:
        return terminal_script
    from thresher.ui.writers.desktop import desktop_script  # noqa: PLC0415 - needs Xlib, which terminals do not

    return desktop_script
