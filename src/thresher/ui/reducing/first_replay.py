"""From a recording to an oracle: the first replay, the failure learned from it, and the error if nothing fails."""

from __future__ import annotations

import dataclasses
import json

from thresher.engine.record.record import Record
from thresher.errors import NotFailing
from thresher.kernel.outcome import Outcome
from thresher.oracle.failures.signature import learn
from thresher.oracle.running.handle import RunHandle
from thresher.session.folder.saved import damaged_journal
from thresher.session.recordings import journal_first_replays, replays_until_failure
from thresher.session.target_failure.criteria import restored
from thresher.ui.reducing.failure import AnyUiFailure, LearnedUiFailure, StatedUiFailure, UiCriterion
from thresher.ui.reducing.limits import UiLimits
from thresher.ui.reducing.oracle import UiOracle
from thresher.ui.reducing.replay_result import InputWaits, UiReplay
from thresher.ui.reducing.replayers import UiReplayer
from thresher.ui.sessions.recording import UiRecording, parse_recording


def open_oracle(
    replayer: UiReplayer, data: bytes, record: Record, *, stated: StatedUiFailure | None, checks: int, name: str
) -> UiOracle:
    """The oracle for this recording. Costs one replay, the first check, unless it is in the journal already.

    Since the failure may be flaky, there are up to `checks` replays until it occurs.
    """
    recording = parse_recording(data, name)
    if record.verdicts.learned is None:
        seen = _replays(replayer, recording, stated, checks)
        criterion = stated or _learned(seen[-1], replayer.hide)
        if criterion is None or criterion.judge(seen[-1]).outcome is not Outcome.FAIL:
            raise NotFailing(not_failing(recording, seen, stated, name))
        _record_first_replays(record, data, criterion, seen)
    else:
        record.known(data)  # what an earlier run showed may answer for the empty log
    assert record.verdicts.learned is not None
    try:
        known = json.loads(record.verdicts.learned.signature)
        saved = known["signature"]
        waits = InputWaits(**known["waits"])
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise damaged_journal() from None
    criterion = stated or LearnedUiFailure(restored(json.dumps(saved)), replayer.hide)
    return UiOracle(
        replayer, recording, criterion=criterion, limits=UiLimits.learned(waits, step=replayer.step_timeout)
    )


def _replays(
    replayer: UiReplayer, recording: UiRecording, stated: StatedUiFailure | None, checks: int
) -> list[UiReplay]:
    """Replays until one fails, at most `checks` of them."""
    criterion: UiCriterion = stated or AnyUiFailure()
    limits = UiLimits.first(replayer.step_timeout)

    def replay() -> UiReplay | None:
        return replayer.replay(recording, criterion, limits, running=RunHandle())

    return replays_until_failure(replay, criterion.judge, most=checks)


def _learned(seen: UiReplay, hide: tuple[str, ...]) -> LearnedUiFailure | None:
    if seen.observation is None or AnyUiFailure().judge(seen).outcome is not Outcome.FAIL:
        return None
    return LearnedUiFailure(learn(seen.observation, hide), hide)


def not_failing(recording: UiRecording, seen: list[UiReplay], stated: StatedUiFailure | None, name: str) -> str:
    """The error message: what happened instead, and what to do."""
    last, often = seen[-1], f" in {len(seen)} replays" if len(seen) > 1 else ""
    if last.stuck is not None:
        return f"{name} cannot be replayed{often}: {last.stuck}"
    if stated is not None:
        return f"{name} does not show the stated failure{often}: {'; '.join(stated.describe())}"
    how = f"the program ends with {last.observation.how}" if last.observation else "the program waits for more"
    return (
        f"nothing fails when {name} is replayed{often}: after all {len(recording.log)} steps {how}; say what the "
        "failure is: --screen-text REGEX"
    )


def _record_first_replays(record: Record, data: bytes, criterion: UiCriterion, seen: list[UiReplay]) -> None:
    """Journals the learned failure and waits; the first replays count as checks of the recording."""
    signature = dataclasses.asdict(criterion.signature) if isinstance(criterion, LearnedUiFailure) else None
    known = {"signature": signature, "waits": dataclasses.asdict(seen[-1].waits)}
    journal_first_replays(record, data, known, seen, criterion.judge)
