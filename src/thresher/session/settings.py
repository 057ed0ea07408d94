"""Settings of a session, as frozen values."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from thresher.engine.record.stop_conditions import StopConditions
from thresher.engine.reduction import FlakinessSettings
from thresher.executors.cluster import Cluster
from thresher.oracle.failures.criterion import StatedCriterion
from thresher.oracle.python.function import PythonFunction
from thresher.plan import PlanOptions


@dataclass(frozen=True, slots=True)
class OracleSettings:
    """The program under test and what counts as its failure.

    With `script`, exit code 0 means that the failure occurs, as in creduce. Otherwise the failure is learned from the
    first run, or `stated`. With `function` there is no program: the command only names the interpreter and the
    function. `progress` matches the number of input units that the program has processed in its output. Runs have the
    `environment`, by default thresher's own. In a `sandbox` they can read only the system, the files that the command
    names, and `readable`. With `backtrace` all runs are under gdb; with `locate_crashes` only those that nothing but a
    signal would identify. Every candidate must pass the commands of `require`, and contain a match of each pattern of
    `keep`.
    """

    command: tuple[str, ...]
    script: bool = False
    from_stdin: bool = False
    backtrace: bool = False
    locate_crashes: bool = True
    stated: StatedCriterion | None = None
    same_backtrace: bool = False
    timeout: float | None = None
    memory: int | None = None
    file_size: int | None = None
    beside: tuple[Path, ...] = ()
    function: PythonFunction | None = None
    progress: re.Pattern[str] | None = None
    environment: Mapping[bytes, bytes] | None = None
    sandbox: bool = False
    readable: tuple[Path, ...] = ()
    require: tuple[tuple[str, ...], ...] = ()
    keep: tuple[re.Pattern[bytes], ...] = ()


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """How to search, in this process or on a cluster; `pool` is the socket of a batch's shared slots.

    `executor` is the name of one that another package provides.
    """

    plan_options: PlanOptions = field(default_factory=PlanOptions)
    jobs: int = 1
    stops: StopConditions = field(default_factory=StopConditions)
    trust: FlakinessSettings = field(default_factory=FlakinessSettings)
    cluster: Cluster | None = None
    pool: str | None = None
    executor: str | None = None
