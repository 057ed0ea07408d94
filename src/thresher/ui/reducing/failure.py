"""Criteria for the failure of a session, stated by the user or learned from the first replay."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from thresher.kernel.outcome import Outcome, Verdict
from thresher.oracle.failures.criterion import LearnedCriterion
from thresher.oracle.failures.observation import Observation
from thresher.oracle.failures.signature import Signature, learn
from thresher.ui.reducing.replay_result import UiReplay
from thresher.ui.reducing.shown_conditions import ShownConditions

NONE = "no failure"


class UiCriterion(Protocol):
    """Judges a replay. `conditions` are looked at after each step; once they hold, the replay ends."""

    @property
    def conditions(self) -> ShownConditions: ...

    def judge(self, replayed: UiReplay) -> Verdict: ...

    def describe(self) -> list[str]: ...


@dataclass(frozen=True, slots=True)
class StatedUiFailure:
    """What the user stated about what is shown; all of it must hold after one and the same step."""

    conditions: ShownConditions

    def judge(self, replayed: UiReplay) -> Verdict:
        """FAIL if and only if the conditions held after a step."""
        if replayed.shown:
            return Verdict(Outcome.FAIL, replayed.shown, used=replayed.used)
        return _without_failure(replayed)

    def describe(self) -> list[str]:
        return self.conditions.describe()


@dataclass(frozen=True, slots=True)
class LearnedUiFailure:
    """How the program ended in the first replay, or that it hung, and no other failure. `hide` are texts of the run."""

    signature: Signature
    hide: tuple[str, ...] = ()

    @property
    def conditions(self) -> ShownConditions:
        return ShownConditions()

    def judge(self, replayed: UiReplay) -> Verdict:
        """FAIL if and only if the program failed in the same way."""
        if replayed.observation is not None:
            verdict = LearnedCriterion(self.signature, self.hide).judge(replayed.observation)
            if verdict.outcome is Outcome.FAIL:
                return Verdict(Outcome.FAIL, verdict.reason, used=replayed.used)
            if is_failure(replayed.observation):
                return Verdict(Outcome.UNRESOLVED, verdict.reason, used=None)
        return _without_failure(replayed)

    def describe(self) -> list[str]:
        return self.signature.describe()


@dataclass(frozen=True, slots=True)
class AnyUiFailure:
    """Any failure of the program. Used before the failure is known."""

    @property
    def conditions(self) -> ShownConditions:
        return ShownConditions()

    def judge(self, replayed: UiReplay) -> Verdict:
        """FAIL if and only if the program ended with a failure or hangs."""
        if replayed.observation is not None and is_failure(replayed.observation):
            return Verdict(Outcome.FAIL, learn(replayed.observation).short, used=replayed.used)
        return _without_failure(replayed)

    def describe(self) -> list[str]:
        return ["anything fails"]


def is_failure(observation: Observation) -> bool:
    """Whether the program did not end well, hung, or printed that it failed, as for an exception in a handler."""
    return observation.timed_out or observation.failed or learn(observation).failing


def _without_failure(replayed: UiReplay) -> Verdict:
    """The verdict on a replay without the target failure."""
    if replayed.stuck is not None:
        return Verdict(Outcome.UNRESOLVED, str(replayed.stuck), used=replayed.stuck.step + 1)
    if replayed.observation is not None and is_failure(replayed.observation):
        return Verdict(Outcome.UNRESOLVED, f"other failure: {learn(replayed.observation).short}")
    return Verdict(Outcome.PASS, NONE)
