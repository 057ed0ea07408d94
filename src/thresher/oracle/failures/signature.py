"""The signature of a failure, learned from one run of the program.

Two runs show the same failure if their signatures are equal. So a signature contains what stays the same when the input
gets smaller (how the program ended, an assertion's expression, the functions nearest to a crash) and nothing of the
input itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

from thresher.oracle.failures.frames import Finding
from thresher.oracle.failures.messages import find_message, last_words
from thresher.oracle.failures.normalize import decode
from thresher.oracle.failures.observation import Observation
from thresher.oracle.failures.readers import (
    compilers,
    crashes,
    jvm_node_traces,
    python_traces,
    rust_go_panics,
    sanitizers,
)
from thresher.oracle.failures.signals import DELIBERATE, signal_name
from thresher.plugins import plugins

FRAMES = 5  # of a debugger's backtrace
SHORT = 60  # characters of a short name
HANG, LIMIT, SIGNAL, STATUS = "hang", "limit", "signal", "exit status"

Detector = Callable[[str, tuple[str, ...]], Finding | None]

_NATIVE: tuple[Detector, ...] = (  # the most specific first
    sanitizers.find_report,
    crashes.find_assertion,
    sanitizers.find_abort,
    compilers.find_internal_error,
    compilers.find_llvm_crash,
    crashes.find_jvm_crash,
)
_LANGUAGES: tuple[Detector, ...] = (
    python_traces.find_traceback,
    rust_go_panics.find_rust,
    rust_go_panics.find_go,
    jvm_node_traces.find_java,
    jvm_node_traces.find_node,
    jvm_node_traces.find_dotnet,
)
_LAST: tuple[Detector, ...] = (crashes.find_termination, sanitizers.find_undefined)


@dataclass(frozen=True, slots=True)
class Signature:
    """How the program ended, what kind of failure that was, and the text that must occur again."""

    exit_code: int | None
    signal: int | None
    kind: str
    lines: tuple[str, ...] = ()
    backtrace: tuple[str, ...] = ()

    @property
    def failing(self) -> bool:
        """Whether there is a failure: the run did not simply succeed."""
        return self.exit_code != 0 or bool(self.lines)

    @property
    def how(self) -> str:
        """How the run ended, in a few words."""
        if self.kind in (HANG, LIMIT):
            return self.lines[0]
        return Observation(self.exit_code, self.signal, b"", b"").how

    @property
    def short(self) -> str:
        """A stable name of at most 60 characters: "SIGABRT", "SIGSEGV in parse", "exit 1: error: expected name"."""
        if self.kind in (HANG, LIMIT, SIGNAL) or not self.lines:
            return f"{self.how} in {self.backtrace[0]}"[:SHORT].rstrip() if self.backtrace else self.how
        return f"{self.how}: {self.lines[0]}"[:SHORT].rstrip()

    @property
    def digest(self) -> str:
        """A name for files, different for different failures."""
        parts = (str(self.exit_code), str(self.signal), self.kind, *self.lines, "", *self.backtrace)
        return blake2b("\n".join(parts).encode(), digest_size=8).hexdigest()

    @property
    def file_name(self) -> str:
        """Readable and different for different failures: "sigabrt-be14c8c6451bc6c1"."""
        words = re.sub(r"[^a-z0-9]+", "-", re.sub(r"<\w+>", "", self.short.lower())).strip("-")
        return f"{words[:40].rstrip('-')}-{self.digest}"

    def describe(self) -> list[str]:
        """What must occur again, in plain words."""
        if self.kind in (HANG, LIMIT):
            return [f"the program runs into the {'time limit' if self.kind == HANG else self.lines[0]}"]
        if self.signal is not None:
            ending = f"the program is ended by {signal_name(self.signal)}"
        else:
            ending = f"the program ends with {self.how.replace('exit', 'exit code', 1)}"
        text = [f"and prints ({self.kind}): {self.lines[0]}"] if self.lines else []
        frames = [f"at the crash: {' < '.join(self.backtrace)}"] if self.backtrace else []
        return [ending, *text, *(f"    {line}" for line in self.lines[1:]), *frames]


def learn(observation: Observation, hide: Iterable[str] = ()) -> Signature:
    """The signature of a run. `hide` are strings that belong to the candidate: its path, its directory."""
    return _learned(observation, tuple(hide))


@lru_cache(maxsize=8)  # one run is used several times: judged, named, described
def _learned(observation: Observation, hide: tuple[str, ...]) -> Signature:
    if observation.cut or observation.timed_out:
        return Signature(None, None, LIMIT if observation.cut else HANG, (observation.how,))
    finding = _find(observation, hide)
    return Signature(
        observation.exit_code, observation.signal, finding.kind, finding.lines, observation.backtrace[:FRAMES]
    )


def _find(observation: Observation, hide: tuple[str, ...]) -> Finding:
    """What the detectors recognize. An exception that was printed some time before a crash does not explain it."""
    outputs = (observation.stderr, observation.stdout) if observation.failed else (observation.stderr,)
    texts = [text for text in map(decode, outputs) if text.strip()]
    crashed = observation.death is not None and observation.death not in DELIBERATE
    for detect in (*_foreign(), *_NATIVE, *(() if crashed else _LANGUAGES), *_LAST):
        for text in texts:
            if finding := detect(text, hide):
                return finding
    return _message(observation, texts, hide)


@lru_cache(maxsize=1)
def _foreign() -> tuple[Detector, ...]:
    """The readers of other packages, which know their program best."""
    return tuple(each for each in plugins("failures").values() if callable(each))


def _message(observation: Observation, texts: list[str], hide: tuple[str, ...]) -> Finding:
    """The finding for an unknown program.

    After a crash the earlier output is chance, unless the program ended itself. With exit code 0 only a message that
    calls itself an error counts.
    """
    death = observation.death
    for text in texts:
        if death is None:
            finding = find_message(text, hide, outright=not observation.failed)
        elif death in DELIBERATE:
            finding = last_words(crashes.without_shell_words(text), hide) or crashes.find_shell_word(text)
        else:
            finding = crashes.find_shell_word(text)
        if finding:
            return finding
    return Finding(STATUS if death is None else SIGNAL, ())
