"""The oracle for versions, which judges by the failure learned from a run of the bad version."""

from __future__ import annotations

from typing import Any

from thresher.changes.repository.versions import Commit
from thresher.changes.testing.configurations import BisectCriterion, ConfigurationOracle, VersionRun, VersionRuns
from thresher.engine.record.record import Record
from thresher.errors import NotFailing
from thresher.kernel.outcome import Outcome
from thresher.oracle.answer import Answer
from thresher.oracle.failures.signature import learn
from thresher.oracle.running.handle import RunHandle
from thresher.session.settings import OracleSettings
from thresher.session.target_failure.criteria import criterion_for, restored
from thresher.session.target_failure.first_run import limits_for, record_first_runs
from thresher.session.target_failure.not_failing import require_right_time

SHORTEST_TEST = 1.0  # seconds; the time limit assumes that the first run took at least this long


def oracle_of_bad_version(
    settings: OracleSettings,
    runs: VersionRuns[Any],
    bad: tuple[bytes, Commit],
    record: Record,
    *,
    jobs: int,
    hide: tuple[str, ...],
) -> ConfigurationOracle:
    """An oracle for the failure of the `bad` version, given as content and commit. Any other failure is UNRESOLVED.

    Costs one run unless journaled.
    """
    if record.verdicts.learned is None:
        _learn_failure(settings, runs, bad, record, jobs=jobs, hide=hide)
    assert record.verdicts.learned is not None
    criterion = criterion_for(settings, restored(record.verdicts.learned.signature), hide)
    first_run = max(SHORTEST_TEST, record.verdicts.learned.seconds)
    limits = limits_for(settings, first_run=first_run, size=0, jobs=jobs)
    return ConfigurationOracle(runs, BisectCriterion(criterion), limits)


def _learn_failure(
    settings: OracleSettings,
    runs: VersionRuns[Any],
    bad: tuple[bytes, Commit],
    record: Record,
    *,
    jobs: int,
    hide: tuple[str, ...],
) -> None:
    """Journals the failure of the bad version; NotFailing if it does not fail."""
    content, commit = bad
    version_run = _first_run(settings, runs, content, jobs)
    problem = f"the bad version does not fail: {commit}"
    if version_run.seen is None or version_run.not_run:
        raise NotFailing(f"{problem}; {version_run.not_run}{last_line(version_run.printed)}")
    require_right_time(settings, version_run.seen)
    signature = learn(version_run.seen, hide)
    verdict = version_run.judged(BisectCriterion(criterion_for(settings, signature, hide)))
    if verdict.outcome is not Outcome.FAIL:
        raise NotFailing(f"{problem}; {verdict.reason}{last_line(version_run.printed)}")
    record_first_runs(record, content, signature, [Answer(verdict, version_run.seconds)])


def _first_run(settings: OracleSettings, runs: VersionRuns[Any], content: bytes, jobs: int) -> VersionRun:
    """One run, which is cancelled if this call is interrupted."""
    running = RunHandle()
    try:
        return runs.try_version(lambda: content, limits_for(settings, first_run=None, size=0, jobs=jobs), running)
    except BaseException:
        running.cancel()
        raise


def last_line(printed: bytes) -> str:
    """The last line of output, for an error message."""
    lines = printed.decode(errors="replace").strip().splitlines()
    return f"; it printed: {lines[-1][:200]}" if lines else ""
