"""Asks libclang in a process of its own: it crashes on some of the texts that compilers crash on."""

from __future__ import annotations

import pickle
import subprocess
import sys
from dataclasses import dataclass, field
from importlib.util import find_spec
from select import select
from threading import Lock
from typing import IO, NamedTuple

from thresher.engine.clang.known_dependencies import KnownDependencies
from thresher.structures.references import UnitSpan

SECONDS = 60  # of processor time for one request, which does not depend on the load of the machine
WAIT = 900.0  # seconds for a reply, in any case
WORKER = "from thresher.engine.clang.worker import main; main()"


class ClangError(NamedTuple):
    """An error message and the byte that it is about; -1 for one outside the text."""

    offset: int
    message: str


class CursorReferences(NamedTuple):
    """What libclang knows of units: pairs (unit, unit that it needs), and the units that declare each name.

    Pairs of `specializations` are a template and one of it; pairs of `related` units a unit and one that it may need.
    `open_names` are names in units that libclang does not resolve, `members` the units in declarations of each name.
    """

    edges: list[tuple[int, int]]
    names: dict[str, set[int]]
    specializations: list[tuple[int, int]]
    related: list[tuple[int, int]]
    open_names: list[tuple[int, str]]
    members: dict[str, set[int]]


class Request(NamedTuple):
    """A text to parse; with units, what they refer to is answered as well.

    One that is made `ahead` has no reply: the text is parsed for the next request.
    """

    text: bytes
    flags: tuple[str, ...]
    spans: tuple[UnitSpan, ...] = ()
    around: tuple[int, ...] = ()
    ahead: bool = False


class Reply(NamedTuple):
    """`parsed` is false where the library gave up."""

    parsed: bool
    errors: tuple[ClangError, ...] = ()
    references: CursorReferences | None = None

    def without_related(self) -> Reply:
        """For C, which has no overloads: a definition is not kept because its prototype is."""
        return self if self.references is None else self._replace(references=self.references._replace(related=[]))


NOTHING = Reply(parsed=False)


@dataclass(eq=False)
class ClangWorker:
    """Asks a worker process, which is started when it is needed, and again after a crash or a timeout; from any thread.

    `known` has what was found by its replies ahead of time.
    """

    known: KnownDependencies = field(default_factory=KnownDependencies, init=False)
    _process: subprocess.Popen[bytes] | None = field(default=None, init=False)
    _closed: bool = field(default=False, init=False)
    _lock: Lock = field(default_factory=Lock, init=False)

    def ask(self, request: Request) -> Reply:
        """The reply; `NOTHING` if the process ended or took too long, or after `close`."""
        with self._lock:
            if self._closed:
                return NOTHING
            process = self._started()
            assert process.stdin is not None
            assert process.stdout is not None
            try:
                send(process.stdin, request)
                in_time = select([process.stdout], [], [], WAIT)[0]
                reply = pickle.load(process.stdout) if in_time else NOTHING
            except (EOFError, OSError, pickle.UnpicklingError):
                in_time, reply = [], NOTHING
            if not in_time:
                self._end()
        assert isinstance(reply, Reply)
        return reply

    def parse_ahead(self, text: bytes, flags: tuple[str, ...]) -> None:
        """Has a text parsed by these flags, for the next request."""
        with self._lock:
            if self._closed:
                return
            process = self._started()
            assert process.stdin is not None
            try:
                send(process.stdin, Request(text, flags, ahead=True))
            except OSError:
                self._end()

    def close(self) -> None:
        """Ends the process, also while it is asked; no other is started."""
        self._closed = True
        if self._process is not None:
            self._process.kill()
        with self._lock:
            self._end()

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, "-c", WORKER],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C is for the session, which ends the worker
            )
        return self._process


def installed() -> bool:
    """Whether the package is there."""
    return find_spec("clang") is not None and find_spec("clang.cindex") is not None


def send(stream: IO[bytes], message: Request | Reply) -> None:
    """Writes a message to the other side."""
    pickle.dump(message, stream, pickle.HIGHEST_PROTOCOL)
    stream.flush()
