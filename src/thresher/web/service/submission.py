"""A validated submission from the page: recording, algorithm, failure, and how it is replayed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from starlette.exceptions import HTTPException

from thresher.errors import UsageError
from thresher.oracle.failures.criterion import parse_pattern
from thresher.rewriting.rule import RewriteRule
from thresher.web.reducing.failure import PageConditions, StatedPageFailure
from thresher.web.replaying.settings import RecordingAlgorithm, ReplaySettings, StateAbstraction

MOST_BYTES = 5 << 20
MOST_CHECKS = 20
LONGEST_STEP = 3600.0  # seconds
PATTERNS = ("page_error", "console_error", "failed_request")
CONDITIONS = ("fails_when", "text", "no_text", "selector", "no_selector")
_UNSAFE = re.compile(r"[^\w.-]+")


@dataclass(frozen=True, slots=True)
class Offer:
    """What the operator of a server offers: how recordings are replayed, and `setups` that users may choose by name.

    `rules` are those for rddmin. The first `checks` replays must show the failure, as on the command line.
    """

    settings: ReplaySettings
    setups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    rules: tuple[RewriteRule, ...] = ()
    states: StateAbstraction = field(default_factory=StateAbstraction)
    checks: int = 2

    @property
    def algorithm(self) -> RecordingAlgorithm:
        """The default, as on the command line."""
        return RecordingAlgorithm.RDDMIN if self.rules else RecordingAlgorithm.HIERARCHICAL


@dataclass(frozen=True, slots=True)
class Submission:
    """`name` is safe as a file name; `stated` is None if the failure is to be learned.

    `numbers` are those of the steps in the recording that was uploaded, if only some of them were submitted.
    """

    name: str
    data: bytes
    algorithm: RecordingAlgorithm
    stated: StatedPageFailure | None
    settings: ReplaySettings
    rules: tuple[RewriteRule, ...] = ()
    states: StateAbstraction = field(default_factory=StateAbstraction)
    checks: int = 2
    numbers: tuple[int, ...] = ()

    def numbered(self, count: int) -> Sequence[int]:
        """The numbers of all `count` steps."""
        return self.numbers or range(1, count + 1)


def parse_submission(posted: Mapping[str, Any], offer: Offer) -> Submission:
    """The submission in a posted JSON object; UsageError if it is invalid."""
    name, recording = posted.get("name"), posted.get("recording")
    algorithm = posted.get("algorithm", offer.algorithm.value)
    if not (isinstance(name, str) and isinstance(recording, str) and algorithm in [*RecordingAlgorithm]):
        raise UsageError(f"a recording and an algorithm are needed: {', '.join(RecordingAlgorithm)}")
    data = recording.encode("utf-8", "replace")
    if len(data) > MOST_BYTES:
        raise HTTPException(413, f"the recording is too large; the limit is {MOST_BYTES >> 20} MB")
    return Submission(
        _UNSAFE.sub("-", name)[-80:].lstrip(".-") or "recording.json",
        data,
        RecordingAlgorithm(str(algorithm)),
        _stated(posted.get("failure")),
        _settings(posted, offer),
        offer.rules,
        offer.states,
        _checks(posted.get("checks", offer.checks)),
    )


def parse_kept(posted: Mapping[str, Any], count: int) -> list[int]:
    """The indices of the steps that are switched on; UsageError if they are not some of `count` steps."""
    kept = posted.get("kept")
    valid = isinstance(kept, list) and all(type(each) is int and 0 <= each < count for each in kept)
    if not valid or not kept:
        raise UsageError(f"choose at least one of the {count} steps")
    return sorted(set(kept))


def _settings(posted: Mapping[str, Any], offer: Offer) -> ReplaySettings:
    setup, limit = posted.get("setup") or "", posted.get("step_timeout")
    if setup and (not isinstance(setup, str) or setup not in offer.setups):
        raise UsageError("this server has no setup command of that name; it was started with others (--allow-setup)")
    is_number = isinstance(limit, int | float) and not isinstance(limit, bool)
    if limit is not None and not (is_number and 0 < limit <= LONGEST_STEP):
        raise UsageError(f"the wait for an element is a number of seconds up to {LONGEST_STEP:.0f}")
    return replace(
        offer.settings,
        setup=offer.setups[setup] if setup else offer.settings.setup,
        step_timeout=offer.settings.step_timeout if limit is None else float(limit),
    )


def _checks(value: object) -> int:
    if type(value) is not int or not 1 <= value <= MOST_CHECKS:
        raise UsageError(f"the number of initial replays is 1 to {MOST_CHECKS}")
    return value


def _stated(failure: Any) -> StatedPageFailure | None:
    if not failure:
        return None
    if not isinstance(failure, dict) or not all(isinstance(value, str) and value for value in failure.values()):
        raise UsageError("describe the failure: a pattern, a text, a selector or an expression")
    patterns: dict[str, Any] = {name: parse_pattern(failure[name]) for name in PATTERNS if name in failure}
    return StatedPageFailure(**patterns, conditions=PageConditions(**{name: failure.get(name) for name in CONDITIONS}))
