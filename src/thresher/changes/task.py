"""What searches between two versions have in common: the versions, the test, and the limits."""

from __future__ import annotations

from dataclasses import dataclass, field

from thresher.engine.record.stop_conditions import StopConditions
from thresher.session.settings import OracleSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionsTask:
    """A good and a bad version, how to `build` and test a version, and how long to search.

    `clean` removes build products before each test. Each end is tested `checks` times; a test that may be flaky is
    repeated until the verdict has this `confidence`.
    """

    good: str
    bad: str
    oracle: OracleSettings
    build: str | None = None
    clean: bool = False
    jobs: int = 1
    checks: int = 2
    confidence: float = 0.99
    stops: StopConditions = field(default_factory=StopConditions)
    arguments: tuple[str, ...] = ()
    fresh: bool = False
