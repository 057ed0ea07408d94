"""One call of a Python function, and which calls show the target failure."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Protocol

from thresher.errors import OracleBroken
from thresher.kernel.outcome import Outcome, Verdict
from thresher.oracle.answer import NonTargetFailure
from thresher.oracle.failures.criterion import Criterion
from thresher.oracle.failures.observation import Observation
from thresher.oracle.failures.signature import Signature, learn
from thresher.oracle.python.channel import NOT_CALLED
from thresher.oracle.python.function import PythonFunction

BY_VERDICT = "says so"  # the kind of a failure that the function itself recognises


@dataclass(frozen=True, slots=True)
class Called:
    """The result of one call. `verdict` is the verdict that the function returned, `returned` the type of any other
    value.
    """

    observation: Observation
    verdict: Verdict | None = None
    returned: str = ""

    @classmethod
    def from_reply(cls, observation: Observation, value: bytes) -> Called:
        """Reads a worker's reply; OracleBroken if the function was not called.

        A call that did not end by returning has no value, whatever it wrote.
        """
        if observation.failed or not value:
            return cls(observation)
        reply = json.loads(value)
        if NOT_CALLED in reply:
            raise OracleBroken(f"the function could not be called: {reply[NOT_CALLED]}")
        if "outcome" not in reply:
            return cls(observation, None, reply["returned"])
        return cls(observation, Verdict(Outcome(reply["outcome"]), reply.get("reason", ""), reply.get("used")))

    def signature(self, hide: tuple[str, ...]) -> Signature:
        """The signature of the failure that the call shows; one that the function recognizes has no details."""
        by_verdict = self.verdict is not None and self.verdict.outcome is Outcome.FAIL
        return Signature(0, None, BY_VERDICT) if by_verdict else learn(self.observation, hide)


class CallCriterion(Protocol):
    """Judges one call, as a Criterion judges a run."""

    def judge(self, called: Called) -> Verdict: ...

    def other_failure(self, called: Called) -> NonTargetFailure | None: ...

    def describe(self) -> list[str]: ...


@dataclass(frozen=True, slots=True)
class VerdictCriterion:
    """The function is a test and recognizes its failure."""

    function: PythonFunction
    hide: tuple[str, ...] = ()

    def judge(self, called: Called) -> Verdict:
        """The verdict that the function returned; UNRESOLVED if there is none."""
        if called.verdict is not None:
            return called.verdict
        if called.returned:
            return Verdict(Outcome.UNRESOLVED, f"returned {called.returned}")
        return Verdict(Outcome.UNRESOLVED, learn(called.observation, self.hide).short)

    def other_failure(self, called: Called) -> NonTargetFailure | None:
        """None: the function recognizes its own failure only."""
        return None

    def describe(self) -> list[str]:
        return [f"{self.function} reports the failure"]


@dataclass(frozen=True, slots=True)
class ExceptionCriterion:
    """The function is the code under test; its calls are judged like runs of a program."""

    criterion: Criterion

    def judge(self, called: Called) -> Verdict:
        """Judges whether it raised; of its return values only UNRESOLVED counts."""
        if called.verdict is not None and called.verdict.outcome is Outcome.UNRESOLVED:
            return called.verdict
        return self.criterion.judge(called.observation)

    def other_failure(self, called: Called) -> NonTargetFailure | None:
        return None if called.verdict is not None else self.criterion.other_failure(called.observation)

    def describe(self) -> list[str]:
        return self.criterion.describe()
