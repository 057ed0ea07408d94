"""A validated submission from the page: recording, algorithm and failure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from starlette.exceptions import HTTPException

from thresher.errors import UsageError
from thresher.oracle.failures.criterion import parse_pattern
from thresher.rewriting.rule import RewriteRule
from thresher.web.reducing.failure import PageConditions, StatedPageFailure
from thresher.web.replaying.settings import RecordingAlgorithm, StateAbstraction

MOST_BYTES = 5 << 20
PATTERNS = ("page_error", "console_error", "failed_request")
CONDITIONS = ("fails_when", "text", "no_text", "selector", "no_selector")
_UNSAFE = re.compile(r"[^\w.-]+")


@dataclass(frozen=True, slots=True)
class Submission:
    """`name` is safe as a file name; `stated` is None if the failure is to be learned."""

    name: str
    data: bytes
    algorithm: RecordingAlgorithm
    stated: StatedPageFailure | None
    rules: tuple[RewriteRule, ...] = ()
    states: StateAbstraction = field(default_factory=StateAbstraction)


def parse_submission(posted: Mapping[str, Any], rules: tuple[RewriteRule, ...], states: StateAbstraction) -> Submission:
    """The submission in a posted JSON object; UsageError if it is invalid."""
    name, recording, algorithm = (posted.get(key) for key in ("name", "recording", "algorithm"))
    if not (isinstance(name, str) and isinstance(recording, str) and algorithm in [*RecordingAlgorithm]):
        raise UsageError(f"a recording and an algorithm are needed: {', '.join(RecordingAlgorithm)}")
    data = recording.encode("utf-8", "replace")
    if len(data) > MOST_BYTES:
        raise HTTPException(413, f"the recording is too large; the limit is {MOST_BYTES >> 20} MB")
    safe = _UNSAFE.sub("-", name)[-80:].lstrip(".-") or "recording.json"
    return Submission(safe, data, RecordingAlgorithm(str(algorithm)), _stated(posted.get("failure")), rules, states)


def _stated(failure: Any) -> StatedPageFailure | None:
    if not failure:
        return None
    if not isinstance(failure, dict) or not all(isinstance(value, str) and value for value in failure.values()):
        raise UsageError("describe the failure: a pattern, a text, a selector or an expression")
    patterns: dict[str, Any] = {name: parse_pattern(failure[name]) for name in PATTERNS if name in failure}
    return StatedPageFailure(**patterns, conditions=PageConditions(**{name: failure.get(name) for name in CONDITIONS}))
