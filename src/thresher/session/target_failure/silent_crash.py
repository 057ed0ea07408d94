"""Locates a first run that crashed without output, by a backtrace; a note for the user if there is none."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass, replace

from thresher.errors import OracleBroken
from thresher.oracle.failures.crash_site import CRASHES, CrashSite, is_silent, with_backtrace
from thresher.oracle.failures.observation import Observation
from thresher.oracle.failures.signals import signal_name
from thresher.oracle.failures.signature import SIGNAL, Signature, learn
from thresher.oracle.running.limits import Limits
from thresher.session.settings import OracleSettings

LONGEST = 10.0  # seconds for gdb in the first run; if it takes longer, so would every test


@dataclass(frozen=True, slots=True)
class CrashLocation:
    """The first run, with a backtrace if gdb found one; gdb's time; a note for the user."""

    observation: Observation
    seconds: float = 0.0
    note: str = ""


def locate(
    settings: OracleSettings, observation: Observation, hide: tuple[str, ...], debug: Callable[[], Observation]
) -> CrashLocation:
    """Where the first run crashed, if its signal is all that identifies the failure. `debug` repeats it under gdb."""
    signature = learn(observation, hide)
    if not (_matters(settings) and _is_weak(observation, signature)):
        return CrashLocation(observation)
    if not is_silent(signature):
        return CrashLocation(
            observation, note=_weak(observation, "run the program itself instead of a shell or wrapper")
        )
    if shutil.which("gdb") is None:
        return CrashLocation(observation, note=_weak(observation, "install gdb"))
    try:
        debugged = debug()
    except OracleBroken:
        return CrashLocation(
            observation, note=_weak(observation, "gdb cannot run this command: name a binary, not a script")
        )
    located = with_backtrace(observation, debugged)
    if not located.backtrace:
        return CrashLocation(observation, note=_weak(observation, _remedy(debugged)))
    return CrashLocation(
        replace(located, seconds=observation.seconds),
        debugged.seconds,
        f"backtrace: +{debugged.seconds:.2f} s for each test that ends with {observation.how} (gdb); "
        "--no-backtrace turns it off",
    )


def site_of(
    signature: Signature, hide: tuple[str, ...], seconds: float, limits_after: Callable[..., Limits]
) -> CrashSite | None:
    """Locates crashes of candidates; None if the first run needed no backtrace, which took `seconds`."""
    if not seconds:
        return None
    return CrashSite(replace(signature, backtrace=()), hide, limits_after(first_run=seconds))


def _matters(settings: OracleSettings) -> bool:
    """Whether the failure is learned from a plain run, and the user has not turned backtraces off."""
    return settings.locate_crashes and not settings.backtrace and not settings.script and settings.stated is None


def _is_weak(observation: Observation, signature: Signature) -> bool:
    """Whether only a crash signal identifies the failure, including one that a shell reports as its exit code."""
    return observation.death in CRASHES and signature.kind == SIGNAL


def _remedy(debugged: Observation) -> str:
    if debugged.timed_out:
        return f"gdb takes more than {LONGEST:g} s: --backtrace gdb waits longer"
    if debugged.signal is None:
        return "it does not crash under gdb: state the failure (--stdout, --stderr)"
    return "gdb finds no function names: compile with -g"


def _weak(observation: Observation, advice: str) -> str:
    return (
        f"only {signal_name(observation.death or 0)} identifies the failure, so the result may show another crash; "
        f"{advice}, or build with -fsanitize=address"
    )
