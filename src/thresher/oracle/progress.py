"""How far a run got, as the program reports itself: the number of its current step."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from thresher.errors import UsageError
from thresher.kernel.outcome import Verdict
from thresher.oracle.answer import NonTargetFailure
from thresher.oracle.failures.criterion import Criterion, parse_pattern
from thresher.oracle.failures.observation import Observation


@dataclass(frozen=True, slots=True)
class ProgressCriterion:
    """Judges as another criterion does, and adds how many steps were executed, including the last one.

    The pattern's first group is the number of a step, from 1; the last match in the output counts.
    """

    criterion: Criterion
    pattern: re.Pattern[str]

    def judge(self, observation: Observation) -> Verdict:
        text = (observation.stdout + b"\n" + observation.stderr).decode("utf-8", "surrogateescape")
        numbers = [match[1] for match in self.pattern.finditer(text) if match[1].isdecimal()]
        verdict = self.criterion.judge(observation)
        return replace(verdict, used=int(numbers[-1])) if numbers else verdict

    def other_failure(self, observation: Observation) -> NonTargetFailure | None:
        return self.criterion.other_failure(observation)

    def describe(self) -> list[str]:
        return self.criterion.describe()


def parse_progress(text: str) -> re.Pattern[str]:
    r"""A pattern with a group for the number of a step, such as `step (\d+)`."""
    pattern = parse_pattern(text)
    if pattern.groups < 1:
        raise UsageError(rf"{text!r} has no group for the number of the step; write it as in 'step (\d+)'")
    return pattern
