"""Checks both versions before a search: the bad one fails, always or often enough, and the good one passes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from thresher.changes.repository.versions import Versions
from thresher.changes.testing.bad_version import last_line
from thresher.changes.testing.configurations import ConfigurationOracle
from thresher.engine.driver import Driver
from thresher.engine.questions import digest
from thresher.engine.reduction import MOST_CHECKS
from thresher.errors import NotFailing, TooFlaky
from thresher.kernel.events import Flaky
from thresher.kernel.outcome import Outcome
from thresher.oracle.flaky import RepeatedOracle, Repetition, usable_rate
from thresher.session.setup.opening import Session


@dataclass(frozen=True, slots=True)
class VersionEnds:
    """Both versions as contents, and to be named in messages."""

    bad: bytes
    good: bytes
    versions: Versions


def check_ends(
    session: Session[Any, ConfigurationOracle], ends: VersionEnds, *, checks: int, confidence: float
) -> Driver[bytes]:
    """The driver to search with. If the bad version fails in some runs only, it repeats tests until they are certain.

    NotFailing if the bad version does not fail or the good one does not pass, TooFlaky if that cannot be decided.
    """
    driver, record = session.driver, session.record
    if record.verdicts.flaky is None:
        failures, runs = _repeat(session, ends.bad, checks)
        if failures == 0:
            raise NotFailing(f"the bad version does not fail: {ends.versions.bad}; {_last(session, ends.bad)}")
        if failures < runs:
            failures, runs = _repeat(session, ends.bad, MOST_CHECKS)
            rate = usable_rate(failures, runs)
            if rate == 0.0:
                raise TooFlaky(
                    f"the bad version fails in {failures} of {runs} runs only; make the failure more frequent"
                )
            record.emit(Flaky(record.elapsed, rate, confidence))
            record.note(
                f"flaky: the bad version fails in {failures} of {runs} runs; each test is repeated until it is "
                f"{confidence:.0%} sure"
            )
    flaky = record.verdicts.flaky
    if flaky is not None:
        driver = driver.asking(RepeatedOracle(driver.oracle, Repetition(flaky.rate, flaky.confidence)))
    _check_good(driver, session, ends, checks=1 if flaky else checks)
    return driver


def _check_good(
    driver: Driver[bytes], session: Session[Any, ConfigurationOracle], ends: VersionEnds, *, checks: int
) -> None:
    name, problem = digest(ends.good), f"the good version does not pass: {ends.versions.good}"
    counted = session.record.verdicts.checks
    while sum(counted[name, outcome] for outcome in Outcome) < checks:
        answer = driver.ask(ends.good)
        if answer.verdict.outcome is not Outcome.PASS:
            if counted[name, Outcome.PASS]:
                raise TooFlaky(f"{problem} each time; make the test deterministic")
            raise NotFailing(f"{problem}; {answer.verdict.reason}{last_line(answer.message)}")


def _repeat(session: Session[Any, ConfigurationOracle], content: bytes, wanted: int) -> tuple[int, int]:
    """Runs a version until it has been run so often; the numbers of failures and runs."""
    name, counted = digest(content), session.record.verdicts.checks
    while sum(counted[name, outcome] for outcome in Outcome) < wanted:
        session.driver.ask(content)
    return counted[name, Outcome.FAIL], sum(counted[name, outcome] for outcome in Outcome)


def _last(session: Session[Any, ConfigurationOracle], content: bytes) -> str:
    known = session.record.known(content)
    return known.reason if known is not None and known.reason else "the test passes"
