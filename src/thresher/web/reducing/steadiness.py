"""Checks a reduced recording at the pace of a person.

A replay is faster than a menu takes to close, so a reduction may leave out the hover that opened it. The result then
fails only as long as every step is quick enough. Such hovers are put back.
"""

from __future__ import annotations

from dataclasses import replace

from thresher.formats.events.events import nearest
from thresher.kernel.outcome import Outcome
from thresher.kernel.selection import Selection
from thresher.structures.events import EventLog
from thresher.web.reducing.oracle import Replayer, ReplayOracle

PAUSE = 0.8  # seconds before each step: menus close within less
HURRIED = "with pauses between the steps, the failure does not occur: it depends on their timing"


def steadied(original: EventLog, reduced: EventLog, replayer: Replayer, oracle: ReplayOracle) -> tuple[EventLog, str]:
    """The reduced recording, with hovers put back if it fails only without pauses; and a note about it.

    Costs nothing for a recording without hovers, else one or two slow replays.
    """
    hovers = [number for number, step in enumerate(original) if step.record.get("type") == "hover"]
    if not hovers or _fails_slowly(reduced, replayer, oracle):
        return reduced, ""
    kept = list(nearest(original, reduced))
    restored = original.only(Selection.of({*kept, *_before(kept, set(hovers))}))
    if len(restored) > len(reduced) and _fails_slowly(restored, replayer, oracle):
        return (
            restored,
            f"{len(restored) - len(reduced)} hovers were put back: without them the timing of steps decides",
        )
    return reduced, HURRIED


def _before(kept: list[int], hovers: set[int]) -> set[int]:
    """The hovers directly before the steps that are kept."""
    found: set[int] = set()
    for number in kept:
        while number - 1 in hovers:
            number -= 1  # noqa: PLW2901 - walks back over a run of hovers
            found.add(number)
    return found


def _fails_slowly(log: EventLog, replayer: Replayer, oracle: ReplayOracle) -> bool:
    slow = replayer.with_settings(replace(replayer.settings, pause=PAUSE))
    replayed = slow.replay(log, oracle.criterion, oracle.timeouts)
    return replayed is not None and oracle.criterion.judge(replayed).outcome is Outcome.FAIL
