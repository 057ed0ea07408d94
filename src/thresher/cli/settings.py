"""From parsed options to settings: the oracle, the search, the task."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from thresher.engine.record.stop_conditions import Stall, StopConditions
from thresher.engine.reduction import FlakinessSettings
from thresher.errors import UsageError
from thresher.executors import DASK, LOCAL, executors
from thresher.executors.cluster import Cluster
from thresher.executors.slot_server import POOL
from thresher.oracle.command import located
from thresher.oracle.failures.criterion import StatedCriterion, parse_pattern
from thresher.oracle.failures.signals import parse_signal
from thresher.oracle.requirements import parse_kept, parse_requirement
from thresher.plan import PlanOptions
from thresher.plan.choosing import RENAMING
from thresher.plan.effort import Effort
from thresher.session.files.streams import STDOUT
from thresher.session.settings import OracleSettings, SearchSettings
from thresher.session.task import Task

if TYPE_CHECKING:
    from thresher.grammars.language import Language
    from thresher.oracle.python.function import PythonFunction


def oracle_settings(options: argparse.Namespace, command: tuple[str, ...] = ()) -> OracleSettings:
    """The oracle as the options say; its command is the one after --, unless another is given."""
    function = _function(options)
    command = command or _command(options, function)
    stated = stated_failure(options)
    if options.test and stated is not None:
        raise UsageError("--test cannot be combined with options that describe the failure")
    require: list[str] = getattr(options, "require", [])
    keep: list[str] = getattr(options, "keep", [])
    if function is not None and require + keep:
        raise UsageError("--require and --keep are for programs; check in the function instead")
    if options.no_backtrace and (options.backtrace or options.same_backtrace):
        raise UsageError("--no-backtrace contradicts --backtrace and --same-backtrace; leave one of them out")
    beside = tuple(Path(name) for name in options.beside)
    for path in beside:
        if not path.exists():
            raise UsageError(f"there is no file {path} (--with)")
    return OracleSettings(
        command=command,
        script=bool(options.test),
        from_stdin=options.stdin,
        backtrace=options.backtrace is not None or options.same_backtrace,
        stated=stated,
        locate_crashes=not options.no_backtrace,
        same_backtrace=options.same_backtrace,
        timeout=options.timeout,
        memory=options.memory,
        file_size=options.file_size,
        beside=beside,
        function=function,
        require=tuple(map(parse_requirement, require)),
        keep=tuple(map(parse_kept, keep)),
        sandbox=options.sandbox,
        readable=readable(options),
    )


def readable(options: argparse.Namespace) -> tuple[Path, ...]:
    """What --sandbox-read names, if it is there and there is a sandbox."""
    if options.sandbox_read and not options.sandbox:
        raise UsageError("--sandbox-read needs --sandbox")
    for path in options.sandbox_read:
        if not path.exists():
            raise UsageError(f"there is no file {path} (--sandbox-read)")
    return tuple(path.absolute() for path in options.sandbox_read)


def _command(options: argparse.Namespace, function: PythonFunction | None) -> tuple[str, ...]:
    if sum(map(bool, (options.test, options.python, options.program))) > 1:
        raise UsageError("give only one of: a command after --, a script with --test, a function with --python")
    command: tuple[str, ...] = tuple(shlex.split(options.test)) if options.test else options.program
    if function is not None:
        command = (sys.executable, options.python)
    if not command:
        raise UsageError("no command to run; put it after --, for instance: -- ./program {}, or use --test SCRIPT")
    return command


def _function(options: argparse.Namespace) -> PythonFunction | None:
    if not options.python:
        return None
    if options.stdin or options.backtrace or options.same_backtrace or options.sandbox:
        raise UsageError(
            "--stdin, --sandbox, --backtrace and --same-backtrace are for programs; they cannot be combined with "
            "--python"
        )
    from thresher.oracle.python.function import PythonFunction  # noqa: PLC0415 - only --python needs it

    return PythonFunction.parse(options.python)


def require_one_on_stdout(options: argparse.Namespace) -> None:
    """Standard output takes the result or the statistics, not both."""
    if options.json and options.output == STDOUT:
        raise UsageError("-o - and --json both write to standard output; leave one of them out")


def task_for(options: argparse.Namespace, failing: Path, output: Path) -> Task:
    """What the options ask for, on a failing file and with results beside `output`."""
    require_one_on_stdout(options)
    return Task(
        input=failing,
        output=output,
        oracle=oracle_settings(options),
        search=search_settings(options),
        arguments=options.given,
        fresh=options.fresh,
        candidates=_candidates(options),
        readable=_readable(options),
        notify=partial(_say, quiet=options.quiet),
    )


def reduction_task(options: argparse.Namespace, failing: Path, output: Path) -> Task:
    """As `task_for`, for a reduction, which stops where the empty input fails as well, unless that is allowed."""
    task = task_for(options, failing, output)
    trust = replace(task.search.trust, allow_trivial=options.allow_trivial)
    return replace(task, search=replace(task.search, trust=trust))


def _candidates(options: argparse.Namespace) -> Path | None:
    """Where --keep-candidates keeps them, for the commands that have it."""
    found: Path | None = getattr(options, "keep_candidates", None)
    if found is not None and found.is_file():
        raise UsageError(f"--keep-candidates takes a folder, and {found} is a file; write --keep-candidates=FOLDER")
    return found


def _say(message: str, *, quiet: bool) -> None:
    if not quiet:
        print(message, file=sys.stderr, flush=True)


def stated_failure(options: argparse.Namespace) -> StatedCriterion | None:
    """What the options say of the failure, if they do."""
    values: dict[str, Any] = {
        name: parse_pattern(getattr(options, name))
        for name in ("stdout", "stderr", "not_stdout", "not_stderr")
        if getattr(options, name) is not None
    }
    if options.signal is not None:
        values["signal"] = parse_signal(options.signal)
    for name in ("exit_code", "hang"):
        if getattr(options, name) is not None:
            values[name] = getattr(options, name)
    if options.any_failure and values:
        raise UsageError("--any-failure accepts every failure; leave out the options that describe it")
    return StatedCriterion(**values) if values or options.any_failure else None


def search_settings(options: argparse.Namespace) -> SearchSettings:
    """The search as the options say."""
    return effort_settings(options, plan_options(options))


def plan_options(options: argparse.Namespace) -> PlanOptions:
    """What the options ask of the plan."""
    return PlanOptions(
        options.format,
        options.language,
        options.algorithm,
        options.minimizer,
        options.min_granularity,
        options.minimality,
        _grammar(options),
        _left_out(options),
        reduce_with=tuple(located(shlex.split(each), None) for each in options.reduce_with),
        valid=options.valid or _readable(options),
        only=options.only,
        several=getattr(options, "all_minimal", None),
        effort=Effort(getattr(options, "effort", Effort.NORMAL.value)),
    )


def effort_settings(options: argparse.Namespace, plan_options: PlanOptions) -> SearchSettings:
    """The search for what is wished, with as much effort as the options say."""
    return SearchSettings(
        plan_options=plan_options,
        jobs=options.jobs or len(os.sched_getaffinity(0)),
        stops=stop_conditions(options),
        trust=FlakinessSettings(options.checks, options.confidence),
        cluster=_cluster(options),
        executor=_foreign_executor(options.executor),
        pool=os.environ.pop(POOL, None),  # not for the tests, which would wait for the place they are in
    )


def stop_conditions(options: argparse.Namespace) -> StopConditions:
    """When to stop before the end."""
    stall = Stall.parse(options.stall) if options.stall else None
    return StopConditions(options.max_seconds, options.max_tests, stall)


def _foreign_executor(name: str) -> str | None:
    """The name of an executor of another package; None for ours."""
    if name not in executors():
        raise UsageError(f"unknown executor {name!r}; choose from {', '.join(executors())}")
    return None if name in (LOCAL, DASK) else name


def _cluster(options: argparse.Namespace) -> Cluster | None:
    if options.executor == DASK:
        return Cluster(options.scheduler, tuple(options.needs), options.jobs)
    if options.scheduler or options.needs:
        raise UsageError("--scheduler and --needs need --executor dask")
    return None


def _left_out(options: argparse.Namespace) -> tuple[str, ...]:
    named = [name for names in options.without for name in names.split(",")]
    return (*named, *(RENAMING if options.keep_names or _readable(options) else ()))


def _readable(options: argparse.Namespace) -> bool:
    return getattr(options, "prefer", None) is not None


def _grammar(options: argparse.Namespace) -> Language | None:
    if options.grammar is None:
        if options.start is not None:
            raise UsageError("--start names a rule of a grammar; give the grammar with --grammar FILE")
        if options.nested_lists:
            raise UsageError("--nested-lists is about the lists of a grammar; give the grammar with --grammar FILE")
        return None
    from thresher.session.grammars import load_language  # noqa: PLC0415 - only --grammar needs it

    return load_language(options.grammar, options.start, flat=not options.nested_lists)
