"""What a test can say about a candidate: Zeller's three outcomes, and the reason for one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Outcome(Enum):
    """FAIL is what we look for: creduce and others call it interesting."""

    FAIL = "fail"
    PASS = "pass"
    UNRESOLVED = "unresolved"

    @classmethod
    def of(cls, answer: Outcome | bool) -> Outcome:  # noqa: FBT001 - a test's answer, not a switch
        """The outcome meant by a test function's answer: True says that the failure shows.

        >>> Outcome.of(True), Outcome.of(Outcome.UNRESOLVED)
        (<Outcome.FAIL: 'fail'>, <Outcome.UNRESOLVED: 'unresolved'>)
        """
        if isinstance(answer, Outcome):
            return answer
        if isinstance(answer, bool):
            return cls.FAIL if answer else cls.PASS
        raise TypeError(f"a test must return an Outcome or a bool, not {answer!r}")


@dataclass(frozen=True, slots=True)
class Verdict:
    """An outcome with its reason in a few stable words ("exit 0", "timed out", "other failure: SIGABRT").

    `used` is how many leading units the run consumed before the failure showed, for tests that execute a sequence
    step by step; the rest is then known to be irrelevant.
    """

    outcome: Outcome
    reason: str = ""
    used: int | None = None
