"""What the user asked for, as one frozen value that travels from the command line to where it is needed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from thresher.engine.reduction import FlakinessSettings
from thresher.engine.stop_conditions import StopConditions
from thresher.executors.cluster import Cluster
from thresher.oracle.failures.criterion import StatedCriterion
from thresher.oracle.python import PythonFunction
from thresher.plan import PlanOptions


@dataclass(frozen=True, slots=True)
class OracleSettings:
    """The program under test and what counts as its failure.

    `script` follows creduce: exit 0 says that the failure shows. Otherwise the failure is learned from the first run,
    or `stated`. With `function` there is no program: the command only names the interpreter and the function.
    `progress` finds in the output how many units of the input the program has got through. Runs have the `environment`,
    which is thresher's own if none is given. In a `sandbox` they can do no harm; what they may read there, besides the
    system and what the command names, is `readable`. With `backtrace` all runs are made under gdb; with
    `locate_crashes` only those are that a signal alone would identify.
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


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """How to look for the small part, in this process or on a cluster; `pool` is where a batch shares its places."""

    plan_options: PlanOptions = field(default_factory=PlanOptions)
    jobs: int = 1
    stops: StopConditions = field(default_factory=StopConditions)
    trust: FlakinessSettings = field(default_factory=FlakinessSettings)
    cluster: Cluster | None = None
    pool: str | None = None
