"""A Python function as the oracle, called in warm processes: its module is imported once and not for every test.

The function is a test, which returns a verdict, or the code under test, which raises; the first run shows which. A call
is observed like a run of a program: an uncaught exception is its traceback and exit code 1.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import weakref
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib.machinery import PathFinder
from itertools import count
from multiprocessing.connection import Pipe
from pathlib import Path
from signal import SIGKILL
from types import SimpleNamespace
from typing import Protocol, cast

from thresher.errors import OracleBroken, UsageError
from thresher.kernel.outcome import Outcome, Verdict
from thresher.oracle.answer import Answer, NonTargetFailure
from thresher.oracle.failures.criterion import Criterion
from thresher.oracle.failures.observation import Observation
from thresher.oracle.failures.signature import Signature, learn
from thresher.oracle.running.control_groups import MemoryGroup
from thresher.oracle.running.handle import RunHandle
from thresher.oracle.running.limits import Limits
from thresher.oracle.running.orphans import MARKER, sweep
from thresher.oracle.running.process import STARTED
from thresher.oracle.running.run_directory import RunDirectories, RunDirectory

BY_VERDICT = "says so"  # the kind of a failure that the function itself recognises
IMPORT_SECONDS = 300.0
EXIT_SECONDS = 5.0
_START = "from thresher.oracle.python_worker import main; main()"


@dataclass(frozen=True, slots=True)
class PythonFunction:
    """A function in a module, or in a file with the module's code.

    `file` is where the code comes from; None if only an import can find out.
    """

    source: str
    name: str
    file: Path | None

    @classmethod
    def parse(cls, text: str) -> PythonFunction:
        """Parses `MODULE:FUNCTION` or `FILE.py:FUNCTION`. Imports nothing.

        >>> PythonFunction.parse("json:loads").source
        'json'
        """
        source, _, name = text.rpartition(":")
        if not source or not all(part.isidentifier() for part in name.split(".")):
            raise UsageError(f"--python needs MODULE:FUNCTION or FILE.py:FUNCTION, not {text!r}")
        if source.endswith(".py"):
            file = Path(source).absolute()
            if not file.is_file():
                raise UsageError(f"there is no file {source} (--python)")
            return cls(str(file), name, file)
        return cls(source, name, _file_of(source))

    def __str__(self) -> str:
        return f"{Path(self.source).name}:{self.name}"


def _file_of(module: str) -> Path | None:
    """The file of a module, found as an import would find it, but without running any code."""
    places: list[str] | None = [os.getcwd(), *sys.path]
    spec, name = None, ""
    for part in module.split("."):
        name = f"{name}.{part}" if name else part
        spec = PathFinder.find_spec(name, places)
        if spec is None:
            return None
        places = list(spec.submodule_search_locations or ())
    return Path(spec.origin) if spec is not None and spec.origin is not None and spec.has_location else None


@dataclass(frozen=True, slots=True)
class Called:
    """The result of one call. `verdict` is the verdict that the function returned, `returned` the type of any other
    value.
    """

    observation: Observation
    verdict: Verdict | None = None
    returned: str = ""

    @classmethod
    def from_reply(cls, observation: Observation, value: bytes) -> Called:
        """Reads a worker's reply. A call that did not end by returning has no value, whatever it wrote."""
        if observation.failed or not value:
            return cls(observation)
        reply = json.loads(value)
        if "outcome" not in reply:
            return cls(observation, None, reply["returned"])
        return cls(observation, Verdict(Outcome(reply["outcome"]), reply.get("reason", ""), reply.get("used")))

    def signature(self, hide: tuple[str, ...]) -> Signature:
        """The signature of the failure that the call shows; one that the function recognizes has no details."""
        by_verdict = self.verdict is not None and self.verdict.outcome is Outcome.FAIL
        return Signature(0, None, BY_VERDICT) if by_verdict else learn(self.observation, hide)


class CallCriterion(Protocol):
    """Judges one call, as a Criterion judges a run."""

    def judge(self, called: Called) -> Verdict: ...

    def other_failure(self, called: Called) -> NonTargetFailure | None: ...

    def describe(self) -> list[str]: ...


@dataclass(frozen=True, slots=True)
class VerdictCriterion:
    """The function is a test and recognizes its failure."""

    function: PythonFunction
    hide: tuple[str, ...] = ()

    def judge(self, called: Called) -> Verdict:
        """The verdict that the function returned; UNRESOLVED if there is none."""
        if called.verdict is not None:
            return called.verdict
        if called.returned:
            return Verdict(Outcome.UNRESOLVED, f"returned {called.returned}")
        return Verdict(Outcome.UNRESOLVED, learn(called.observation, self.hide).short)

    def other_failure(self, called: Called) -> NonTargetFailure | None:
        """None: the function recognizes its own failure only."""
        return None

    def describe(self) -> list[str]:
        return [f"{self.function} reports the failure"]


@dataclass(frozen=True, slots=True)
class ExceptionCriterion:
    """The function is the code under test; its calls are judged like runs of a program."""

    criterion: Criterion

    def judge(self, called: Called) -> Verdict:
        """Judges whether it raised; of its return values only UNRESOLVED counts."""
        if called.verdict is not None and called.verdict.outcome is Outcome.UNRESOLVED:
            return called.verdict
        return self.criterion.judge(called.observation)

    def other_failure(self, called: Called) -> NonTargetFailure | None:
        return None if called.verdict is not None else self.criterion.other_failure(called.observation)

    def describe(self) -> list[str]:
        return self.criterion.describe()


class PythonOracle:
    """Callable from several threads at once: every call has its own worker."""

    def __init__(self, workers: Workers, *, criterion: CallCriterion, limits: Limits) -> None:
        self.workers = workers
        self.criterion = criterion
        self.limits = limits

    def __call__(self, content: Callable[[], bytes], running: RunHandle) -> Answer:
        """Calls the function once on this content and judges the call."""
        called = self.workers.call(content, self.limits, running)
        other = self.criterion.other_failure(called)
        seen, verdict = called.observation, self.criterion.judge(called)
        message = seen.stderr or seen.stdout if other or verdict.outcome is Outcome.FAIL else b""
        return Answer(verdict, seen.seconds, other_failure=other, message=message)


class Workers:
    """The processes that have imported the module: one per concurrent call, each started when it is first needed.

    They end with `close`, or when this object is no longer referenced.
    """

    def __init__(self, function: PythonFunction, directories: RunDirectories, name: str) -> None:
        self.function = function
        self.name = name
        self.directories = directories
        self._idle: list[WorkerProcess] = []
        self._numbers = count()
        self.close = weakref.finalize(self, _close_all, self._idle)

    def call(self, content: Callable[[], bytes], limits: Limits, running: RunHandle) -> Called:
        """Calls the function once. Another worker tries again if its worker dies; raises OracleBroken if both die."""
        with suppress(WorkerDied):
            return self._call(content, limits, running)
        try:
            return self._call(content, limits, running)
        except WorkerDied as error:
            raise OracleBroken(
                f"the process that calls {self.function} died twice ({error}); the function must not end its parent"
            ) from error

    def _call(self, content: Callable[[], bytes], limits: Limits, running: RunHandle) -> Called:
        try:
            worker = self._idle.pop()
        except IndexError:
            worker = WorkerProcess(self.function, f"{self.directories.root}/worker-{next(self._numbers)}")
        try:
            with self.directories.fresh(self.name, content) as place, self.directories.groups.fresh(limits) as group:
                running.prepared.set()
                called = worker.call(place, limits, running, group)
        except BaseException:
            worker.close()
            raise
        self._idle.append(worker)
        return called


def _close_all(workers: list[WorkerProcess]) -> None:
    while workers:
        workers.pop().close()


class WorkerDied(Exception):
    """The process no longer answers; the message says how it ended."""


class WorkerProcess:
    """A process that has imported the module. `mark` identifies its processes."""

    def __init__(self, function: PythonFunction, mark: str) -> None:
        self._mark = mark
        self._control, theirs = Pipe()
        environment = {**os.environ, MARKER: mark}
        environment.setdefault("PYTHONHASHSEED", "0")  # otherwise sets would differ between workers
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", _START, str(theirs.fileno()), function.source, function.name],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            pass_fds=(theirs.fileno(),),
        )
        STARTED.add(self._process.pid)
        theirs.close()
        try:
            self._await_import(function)
        except BaseException:
            self.close(timeout=0)
            raise

    def _await_import(self, function: PythonFunction) -> None:
        if not self._control.poll(IMPORT_SECONDS):
            raise UsageError(f"importing {function.source} took longer than {IMPORT_SECONDS:g} s")
        try:
            problem: str = self._control.recv()
        except EOFError:
            raise UsageError(f"importing {function.source} ended the process ({self._how()})") from None
        if problem:
            raise UsageError(f"{problem} (--python)")

    def call(self, place: RunDirectory, limits: Limits, running: RunHandle, group: MemoryGroup | None) -> Called:
        """Calls the function in a child of the worker, which is put into the control group if there is one."""
        try:
            self._control.send((place, limits))
            child = SimpleNamespace(pid=self._control.recv())
            if group is not None:
                group.add(child.pid)
            running.started(cast("subprocess.Popen[bytes]", child))  # cancelling only uses the process ID
            try:
                observation, value = self._control.recv()
            finally:
                running.ended()
        except (EOFError, ConnectionError) as error:
            raise WorkerDied(self._how()) from error
        if group is not None and group.exceeded():
            observation = replace(observation, limit="memory")
        return Called.from_reply(observation, value)

    def close(self, *, timeout: float = EXIT_SECONDS) -> None:
        """Ends the worker, which ends the running call; leaves no process that either of them started."""
        self._control.close()
        try:
            self._process.wait(timeout)
        except subprocess.TimeoutExpired:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, SIGKILL)
            self._process.wait()
        STARTED.discard(self._process.pid)
        sweep(f"{MARKER}={self._mark}", STARTED)

    def _how(self) -> str:
        try:
            status = self._process.wait(EXIT_SECONDS)
        except subprocess.TimeoutExpired:
            return "no answer"
        return Observation(status if status >= 0 else None, -status if status < 0 else None, b"", b"").how
