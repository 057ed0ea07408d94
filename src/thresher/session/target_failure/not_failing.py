"""The errors for an input that does not show the failure: what happened, and what to do."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from itertools import islice
from pathlib import Path, PurePath

from thresher.errors import NotFailing
from thresher.kernel.outcome import Outcome
from thresher.oracle.command import Program, Subject
from thresher.oracle.failures.criterion import Criterion
from thresher.oracle.failures.observation import Observation
from thresher.oracle.python.called import CallCriterion, Called, ExceptionCriterion
from thresher.oracle.python.workers import Workers
from thresher.session.settings import OracleSettings
from thresher.session.setup.identity import words_of

LIFTED = {"memory": "--memory SIZE", "file size": "--file-size SIZE"}
FLAKY_HINT = "; if it fails in some runs only, allow more of them: --checks 20"
MOST_LISTED, MOST_NAMED = 1000, 5  # files of the current directory that are compared, and that are named


def require_failure(settings: OracleSettings, program: Subject, runs: list[Observation], criterion: Criterion) -> None:
    """Raises NotFailing, with what to do, if no run shows the failure."""
    seen = runs[-1]
    often = _often(runs)
    require_right_time(settings, seen)
    verdict = criterion.judge(seen)
    if verdict.outcome is Outcome.FAIL:
        return
    hint = _in_sandbox(settings) or _files_from_here(program)
    printed = seen.stdout + seen.stderr
    if settings.script:
        raise NotFailing(
            f"the test script says{often} that the input is not interesting ({seen.how})"
            f"{hint}; "
            f"it must exit with 0 in a fresh directory that holds only {program.name}{_said(seen)}"
            if isinstance(program, Program)
            else f"the test script says{often} that it does not fail {program.where} ({seen.how}){_said(seen)}",
            printed=printed,
        )
    if not seen.failed and settings.stated is None:
        raise NotFailing(
            f"the command succeeds {program.where}{often} (exit 0){hint}; "
            "say what the failure is: "
            f"--stdout REGEX, --stderr REGEX, --exit-code N, or a script with --test{_flaky(runs)}",
            printed=printed,
        )
    raise NotFailing(
        f"the command {program.where} does not show the stated failure{often}: {seen.how}{_said(seen)}{_flaky(runs)}",
        printed=printed,
    )


def require_failing_call(
    settings: OracleSettings, workers: Workers, calls: list[Called], criterion: CallCriterion
) -> None:
    """Raises NotFailing, with what to do, if no call shows the failure."""
    called = calls[-1]
    seen, often = called.observation, _often(calls)
    require_right_time(settings, seen)
    if shows_failure(settings, called) and criterion.judge(called).outcome is Outcome.FAIL:
        return
    if settings.stated is not None:
        raise NotFailing(f"{workers.name} does not show the stated failure{often}: {seen.how}{_said(seen)}")
    if called.verdict is not None:
        reason = f" ({called.verdict.reason})" if called.verdict.reason else ""
        raise NotFailing(f"{workers.function} says {called.verdict.outcome.value}{reason} of {workers.name}{often}")
    did = f"returns {called.returned}" if called.returned else f"ends the process ({seen.how})"
    raise NotFailing(
        f"{workers.function} {did} for {workers.name}{often}; "
        "a test returns True where the failure occurs, and code under test raises"
    )


def _flaky(runs: Sequence[object]) -> str:
    """The hint for a failure that several runs did not show."""
    return FLAKY_HINT if len(runs) > 1 else ""


def _often(runs: Sequence[object]) -> str:
    return f" in {len(runs)} runs" if len(runs) > 1 else ""


def require_right_time(settings: OracleSettings, seen: Observation) -> None:
    """Raises NotFailing if the run timed out, or if it ended although a hang is the stated failure."""
    hang = settings.stated.hang if settings.stated is not None else None
    if hang is not None and not seen.timed_out:
        raise NotFailing(f"the program ends after {seen.seconds:.2f} s; it does not hang for --hang seconds")
    if seen.timed_out and hang is None:
        raise NotFailing(
            f"the first run did not end within {seen.seconds:.0f} s; allow more with --timeout SECONDS, "
            "or use --hang SECONDS if the hang is the failure"
        )


def _said(seen: Observation) -> str:
    """For error messages: the last line of output, and how to raise the limit that ended the run."""
    lines = (seen.stderr or seen.stdout).decode(errors="replace").strip().splitlines()
    lifted = f"; allow more with {LIFTED[seen.limit]}, 0 removes the limit" if seen.limit in LIFTED else ""
    return (f"; it printed: {lines[-1][:200]}" if lines else "") + lifted


def _in_sandbox(settings: OracleSettings) -> str:
    """The hint for a sandbox; such a command is never run outside of it, not even to diagnose this."""
    if not settings.sandbox:
        return ""
    return " in its sandbox: no network, and no files but the system's and those named; name more with --sandbox-read"


def _files_from_here(program: Subject) -> str:
    """The hint that the command names files of the current directory, which the fresh directory does not have.

    They are found by reading: the command is not run here, where it might overwrite something.
    """
    if not isinstance(program, Program):
        return ""
    words = words_of(program.argv)
    here = sorted(path.name for path in islice(Path().iterdir(), MOST_LISTED))
    named = [name for name in here if name != program.name and {name, PurePath(name).stem} & words]
    named = [name for name in named if str(Path(name).absolute()) not in program.argv and not name.startswith(".")]
    if not named:
        return ""
    files = " ".join(f"--with {shlex.quote(name)}" for name in named[:MOST_NAMED])
    return f" - but the command or its script names files of this directory; name them with --with FILE: {files}"


def shows_failure(settings: OracleSettings, called: Called) -> bool:
    """Whether the stated failure occurs or, if none is stated, any: the function reports one, or does not return."""
    if settings.stated is not None:
        return ExceptionCriterion(settings.stated).judge(called).outcome is Outcome.FAIL
    says = called.verdict is not None and called.verdict.outcome is Outcome.FAIL
    return says or called.observation.failed
