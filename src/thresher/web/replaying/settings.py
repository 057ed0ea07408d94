"""Settings of a replay, as frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum, auto
from pathlib import Path

from thresher.web.replaying.replay_result import Waits

TIMEOUT_FACTOR = 10.0  # a wait may take this many times as long as the longest of the first replay
LONGEST_RESPONSE = 60.0  # seconds
ROUND_TRIPS = 100  # that an action may take
LONGEST_ACT = 15.0  # seconds
WEB = ("http", "https", "data", "about")


class RecordingAlgorithm(StrEnum):
    """How a recording is reduced; rddmin is ddmin with a hint, hierarchical reduces tasks first, then steps."""

    DDMIN = auto()
    RDDMIN = auto()
    HIERARCHICAL = auto()


@dataclass(frozen=True, slots=True)
class Timeouts:
    """Seconds to wait for an element while no request is pending, for a page to load, and for a failure at the end.

    `navigation` bounds the wait for an expected navigation to begin, `response` the one for a pending request; requests
    in `endless`, such as `GET /poll`, are never waited for. `action` is the least limit for setting a
    value, which ends when the page has handled it; `respond` bounds one call into the page: a page in an endless loop
    never answers. Longer timeouts in the recording apply only until the first replay has shown how long the waits
    really take.
    """

    step: float = 5.0
    load: float = 30.0
    end: float = 3.0
    respond: float = 20.0
    response: float = 20.0
    navigation: float = 5.0
    action: float = 0.0
    endless: tuple[str, ...] = ()
    use_recorded_timeouts: bool = True

    def act(self, round_trip: float) -> float:
        """Milliseconds for an element to become actionable: as long as it may take to appear, at least `brief_act`."""
        return max(self.brief_act(round_trip), 1000 * min(LONGEST_ACT, max(self.step, self.action)))

    @staticmethod
    def brief_act(round_trip: float) -> float:
        """Milliseconds for an action that nothing is in the way of: a few frames, which take longer on a busy machine.

        `round_trip` is the time in seconds that the page has just taken to answer a question.
        """
        return 1000 * min(LONGEST_ACT, max(1.0, ROUND_TRIPS * round_trip))

    @classmethod
    def learned(cls, waits: Waits, *, step: float | None) -> Timeouts:
        """From the longest waits of the first replay; `step` is the user's own setting."""
        return cls(
            step=step if step is not None else min(max(5.0, 2 * waits.step), max(0.4, TIMEOUT_FACTOR * waits.step)),
            load=min(LONGEST_RESPONSE, max(10.0, TIMEOUT_FACTOR * waits.load)),
            end=min(max(5.0, 2 * waits.end), max(0.4, TIMEOUT_FACTOR * waits.end)),
            action=TIMEOUT_FACTOR * waits.action,
            respond=max(10.0, TIMEOUT_FACTOR * max(waits.step, waits.action)),
            navigation=min(max(5.0, 2 * waits.navigation), max(0.4, TIMEOUT_FACTOR * waits.navigation)),
            response=min(LONGEST_RESPONSE, max(5.0, TIMEOUT_FACTOR * waits.response)),
            endless=waits.endless,
            use_recorded_timeouts=False,
        )


@dataclass(frozen=True, slots=True)
class StateAbstraction:
    """What is recorded as the state after a step: a JavaScript expression, or URL, form values and marked elements.

    `marks` are CSS selectors; the number and the texts of the matching elements are part of the state.
    """

    expression: str | None = None
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReplaySettings:
    """`setup` runs before each replay, to reset a server, `teardown` after it; `restore` is put back before `setup`.

    `strict` rejects selectors that match several elements. The page's time begins at `clock` (an ISO time), its random
    numbers at `seed`. Requests are answered from the file `har` where it has them. `schemes` are the URL schemes that
    steps may navigate to. `pause` is the time in seconds before each step.
    `check_names` finds out by which names Playwright locates the elements. `files` are those
    that steps may upload, by name. A Playwright trace of the replay is written to `trace`.
    """

    browser: str | None = None
    headed: bool = False
    setup: tuple[str, ...] = ()
    setup_timeout: float = 60.0
    dismiss_dialogs: bool = False
    strict: bool = False
    schemes: tuple[str, ...] = (*WEB, "file")
    step_timeout: float | None = None
    teardown: tuple[str, ...] = ()
    restore: Path | None = None
    clock: str | None = None
    seed: int | None = None
    har: Path | None = None
    block_service_workers: bool = False
    pause: float = 0.0
    check_names: bool = False
    files: Mapping[str, Path] = field(default_factory=dict)
    trace: Path | None = None
