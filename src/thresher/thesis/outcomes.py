"""What a tester may answer: an outcome, a truth value, 0 or 1, or an outcome's name."""

from __future__ import annotations

from typing import TypeAlias

from thresher.kernel.outcome import BooleanScalar, Outcome

PASS, FAIL, UNRESOLVED = Outcome.PASS, Outcome.FAIL, Outcome.UNRESOLVED
TesterAnswer: TypeAlias = Outcome | bool | int | str | BooleanScalar

_NAMES = {outcome.name: outcome for outcome in Outcome}


def outcome_of(answer: TesterAnswer) -> Outcome:
    """The outcome that a tester means: FAIL for True, 1 and "FAIL", PASS for False, 0 and "PASS".

    A number is not an exit code: 1 means that the failure occurs. A TypeError says what may be returned.

    >>> outcome_of(1), outcome_of("pass"), outcome_of(Outcome.UNRESOLVED)
    (<Outcome.FAIL: 'fail'>, <Outcome.PASS: 'pass'>, <Outcome.UNRESOLVED: 'unresolved'>)
    """
    if isinstance(answer, str):
        found = _NAMES.get(answer.strip().upper())
        if found is not None:
            return found
    elif isinstance(answer, int) and answer in (0, 1):
        return FAIL if answer else PASS
    elif not isinstance(answer, int):
        return Outcome.of(answer)
    raise TypeError(f"a tester must return PASS, FAIL or UNRESOLVED, True or False, 1 or 0; not {answer!r}")
