"""The result of a test of a candidate: Zeller's three outcomes, and the reason for one."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from typing import Protocol, TypeAlias


class BooleanScalar(Protocol):
    """A boolean of an array library, such as `numpy.bool_`."""

    def item(self) -> bool:
        """The same as a Python bool."""


class Outcome(Enum):
    """FAIL is the target failure: creduce and others call it interesting."""

    FAIL = "fail"
    PASS = "pass"
    UNRESOLVED = "unresolved"

    @classmethod
    def of(cls, answer: Outcome | bool | BooleanScalar) -> Outcome:  # noqa: FBT001 - a test's answer, not a switch
        """The outcome meant by a test function's answer: True if the failure occurs.

        >>> Outcome.of(True), Outcome.of(Outcome.UNRESOLVED)
        (<Outcome.FAIL: 'fail'>, <Outcome.UNRESOLVED: 'unresolved'>)
        """
        if isinstance(answer, Outcome):
            return answer
        if not isinstance(answer, bool) and callable(getattr(answer, "item", None)):
            with suppress(ValueError):  # an array of more or less than one
                answer = answer.item()
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


TestResult: TypeAlias = Outcome | Verdict | bool | BooleanScalar
"""What a test function may return; True if the failure occurs."""
