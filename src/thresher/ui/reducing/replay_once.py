"""`thresher ui replay`: replays a recording once and says what happened."""

from __future__ import annotations

from pathlib import Path

from thresher.kernel.outcome import Outcome, Verdict
from thresher.oracle.running.handle import RunHandle
from thresher.session.files.whole import write_whole
from thresher.ui.reducing.failure import AnyUiFailure, StatedUiFailure, UiCriterion
from thresher.ui.reducing.limits import UiLimits
from thresher.ui.reducing.replay_result import UiReplay
from thresher.ui.reducing.replayers import UiReplayer
from thresher.ui.sessions.recording import UiKind, UiRecording


def replay_once(
    recording: UiRecording, replayer: UiReplayer, stated: StatedUiFailure | None, *, screens: Path | None
) -> tuple[Verdict, list[str]]:
    """The verdict, and what to print. What is shown after each step is written to `screens`, if given."""
    criterion: UiCriterion = stated or AnyUiFailure()
    suffix = "txt" if recording.kind is UiKind.TERMINAL else "png"

    def keep(number: int, content: bytes) -> None:
        if screens is not None:
            write_whole(screens / f"step-{number + 1:03}.{suffix}", content)

    if screens is not None:
        screens.mkdir(parents=True, exist_ok=True)
    limits = UiLimits.first(replayer.step_timeout)
    replayed = replayer.replay(recording, criterion, limits, running=RunHandle(), keep=keep)
    assert replayed is not None
    verdict = criterion.judge(replayed)
    return verdict, _lines(recording, replayed, verdict)


def _lines(recording: UiRecording, replayed: UiReplay, verdict: Verdict) -> list[str]:
    """The last output of a program that failed, and the outcome."""
    printed = replayed.observation.stderr if replayed.observation and verdict.outcome is Outcome.FAIL else b""
    shown = [f"    {line}" for line in printed.decode(errors="replace").splitlines()[-10:] if line.strip()]
    done = f"{replayed.used} of {len(recording.log)} steps in {replayed.seconds:.1f} s"
    return [*shown, *replayed.notes, f"{verdict.outcome.name} ({done}): {verdict.reason}"]
