"""Criteria: which runs show the target failure.

A criterion judges one observed run: FAIL if the target failure occurs, PASS if the program succeeds, UNRESOLVED with a
short stable reason if something else happens.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from thresher.errors import UsageError
from thresher.kernel.outcome import Outcome, Verdict
from thresher.oracle.answer import NonTargetFailure
from thresher.oracle.failures.observation import Observation
from thresher.oracle.failures.severity import is_bug
from thresher.oracle.failures.signals import signal_name
from thresher.oracle.failures.signature import HANG, LIMIT, Signature, learn

CANNOT_TELL = 125  # the exit code for this, as for scripts of git bisect


class Criterion(Protocol):
    """Judges one run; `other_failure` is the failure that it showed instead of the target, if any."""

    def judge(self, observation: Observation) -> Verdict: ...

    def other_failure(self, observation: Observation) -> NonTargetFailure | None: ...

    def describe(self) -> list[str]: ...


def non_target_failure(observation: Observation, hide: tuple[str, ...] = ()) -> NonTargetFailure:
    """The failure that a run shows; names are equal for equal failures and usable as file names.

    >>> non_target_failure(Observation(None, 6, b"", b""))
    NonTargetFailure(name='sigabrt-be14c8c6451bc6c1', bug=True)
    """
    signature = learn(observation, hide)
    return NonTargetFailure(signature.file_name, is_bug(signature))


@dataclass(frozen=True, slots=True)
class LearnedCriterion:
    """The failure that a first run showed, and no other."""

    signature: Signature
    hide: tuple[str, ...] = ()

    def judge(self, observation: Observation) -> Verdict:
        """FAIL if and only if the run's signature is the learned one, and that of a failure."""
        seen = learn(observation, self.hide)
        if seen == self.signature and seen.failing:
            return Verdict(Outcome.FAIL, seen.short)
        if not observation.failed and (self.signature.exit_code != 0 or not seen.failing):
            return Verdict(Outcome.PASS, observation.how)
        return Verdict(Outcome.UNRESOLVED, _other(seen))

    def other_failure(self, observation: Observation) -> NonTargetFailure | None:
        return _other_failure(self.judge(observation), observation, self.hide)

    def describe(self) -> list[str]:
        return self.signature.describe()


@dataclass(frozen=True, slots=True)
class StatedCriterion:
    """The failure as the user described it; every given condition must hold.

    `same_backtrace` are the innermost frames to find again, `hang` the seconds a run must last. Without any condition,
    every failure counts.
    """

    exit_code: int | None = None
    signal: int | None = None
    stdout: re.Pattern[str] | None = None
    stderr: re.Pattern[str] | None = None
    not_stdout: re.Pattern[str] | None = None
    not_stderr: re.Pattern[str] | None = None
    same_backtrace: tuple[str, ...] = ()
    hang: float | None = None
    hide: tuple[str, ...] = ()

    def judge(self, observation: Observation) -> Verdict:
        """FAIL if and only if all conditions hold. A run that did not end by itself shows nothing but a hang.

        Where exit code 0 is the failure, as with grep, another exit code means that it does not occur: PASS.
        """
        cut = observation.cut or (observation.timed_out and self.hang is None)
        if not cut and all(self._held(observation)):
            return Verdict(Outcome.FAIL, observation.how)
        plain_exit = observation.death is None and not observation.timed_out and not observation.cut
        if not observation.failed or (self.exit_code == 0 and plain_exit):
            return Verdict(Outcome.PASS, observation.how)
        return Verdict(Outcome.UNRESOLVED, _other(learn(observation, self.hide)))

    def _held(self, seen: Observation) -> Iterator[bool]:
        yield seen.failed or self != StatedCriterion(hide=self.hide)
        if self.exit_code is not None:
            yield seen.exit_code == self.exit_code
        if self.signal is not None:
            yield seen.death == self.signal
        if self.hang is not None:
            yield seen.timed_out or seen.seconds >= self.hang
        for pattern, text in ((self.stdout, seen.stdout), (self.stderr, seen.stderr)):
            yield pattern is None or pattern.search(_decoded(text)) is not None
        for pattern, text in ((self.not_stdout, seen.stdout), (self.not_stderr, seen.stderr)):
            yield pattern is None or pattern.search(_decoded(text)) is None
        yield seen.backtrace[: len(self.same_backtrace)] == self.same_backtrace

    def other_failure(self, observation: Observation) -> NonTargetFailure | None:
        return _other_failure(self.judge(observation), observation, self.hide)

    def describe(self) -> list[str]:
        """The conditions in plain words."""
        patterns = [
            (self.stdout, "standard output matches"),
            (self.stderr, "standard error matches"),
            (self.not_stdout, "standard output does not match"),
            (self.not_stderr, "standard error does not match"),
        ]
        conditions = [
            *([f"the program ends with exit code {self.exit_code}"] if self.exit_code is not None else []),
            *([f"the program is ended by {signal_name(self.signal)}"] if self.signal is not None else []),
            *(f"its {words} {pattern.pattern}" for pattern, words in patterns if pattern),
            *([f"at the crash: {' < '.join(self.same_backtrace)}"] if self.same_backtrace else []),
            *([f"the program runs for {self.hang:g} seconds or longer"] if self.hang is not None else []),
        ]
        return conditions or ["the program fails"]


@dataclass(frozen=True, slots=True)
class ExitZeroCriterion:
    """The convention of creduce: a script that exits with 0 found the candidate interesting."""

    def judge(self, observation: Observation) -> Verdict:
        """FAIL if and only if the exit code is 0; 125 means that the script cannot tell."""
        if observation.cut or observation.timed_out:
            return Verdict(Outcome.UNRESOLVED, observation.how)
        if observation.exit_code == CANNOT_TELL:
            return Verdict(Outcome.UNRESOLVED, "cannot tell")
        return Verdict(Outcome.PASS if observation.failed else Outcome.FAIL, observation.how)

    def other_failure(self, observation: Observation) -> NonTargetFailure | None:
        """None: the script recognizes its own failure only."""
        return None

    def describe(self) -> list[str]:
        return ["the test script exits with 0"]


def parse_pattern(text: str) -> re.Pattern[str]:
    """A regular expression for the output of a program; ^ and $ match at every line."""
    try:
        return re.compile(text, re.MULTILINE)
    except re.error as error:
        advice = "put a backslash before characters that are meant literally"
        raise UsageError(f"{text!r} is not a regular expression: {error}; {advice}") from error


def _decoded(output: bytes) -> str:
    """Output as text; bytes that are not UTF-8 are kept, one character each."""
    return output.decode("utf-8", "surrogateescape")


def _other(seen: Signature) -> str:
    """Why a run is UNRESOLVED: a limit ended it, it shows another bug, or the program rejected the input."""
    if seen.kind in (HANG, LIMIT):
        return seen.short
    return f"{'other failure' if is_bug(seen) else 'rejected'}: {seen.short}"


def _other_failure(verdict: Verdict, observation: Observation, hide: tuple[str, ...]) -> NonTargetFailure | None:
    """None where a limit ended the run: what it would have shown is not known."""
    cut = observation.cut or observation.timed_out
    return non_target_failure(observation, hide) if verdict.outcome is Outcome.UNRESOLVED and not cut else None
