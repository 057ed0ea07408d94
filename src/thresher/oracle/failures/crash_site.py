"""Where a silent crash happened: a second run under gdb, only for runs that a signal alone would identify.

A program that crashes without output leaves nothing but the number of a signal, and a crash in another function has the
same number. The innermost frames of the backtrace distinguish the two. gdb costs time, so it is only used for runs that
end exactly as the first run did.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from signal import Signals

from thresher.oracle.failures import gdb
from thresher.oracle.failures.frames import TOP
from thresher.oracle.failures.observation import Observation
from thresher.oracle.failures.signature import Signature, learn
from thresher.oracle.running.limits import Limits

CRASHES = frozenset(Signals[name] for name in gdb.CRASHES.split())


@dataclass(frozen=True, slots=True)
class CrashSite:
    """Locates the crashes that look like `silent`, the first run's signature without its backtrace.

    `limits` are those of a run under gdb, and `hide` is as in `learn`.
    """

    silent: Signature
    hide: tuple[str, ...]
    limits: Limits

    def located(self, observation: Observation, debug: Callable[[], Observation]) -> Observation:
        """The run with its backtrace if it looks like the first one; other runs cost nothing."""
        if learn(observation, self.hide) != self.silent:
            return observation
        return with_backtrace(observation, debug())


def is_silent(signature: Signature) -> bool:
    """Whether a crash signal is all that identifies the failure."""
    return signature.signal in CRASHES and not signature.lines and not signature.backtrace


def with_backtrace(plain: Observation, debugged: Observation) -> Observation:
    """A run with the innermost frames that gdb saw, and the time of both runs; without frames if the two ended
    differently.
    """
    frames = debugged.backtrace[:TOP] if debugged.signal == plain.signal else ()
    return replace(plain, backtrace=frames, seconds=plain.seconds + debugged.seconds)
