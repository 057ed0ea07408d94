"""The processes that have imported the module of a Python function: one per concurrent call."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import weakref
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from itertools import count
from signal import SIGKILL
from types import SimpleNamespace
from typing import Any, cast

from thresher.errors import OracleBroken, UsageError
from thresher.oracle.failures.observation import Observation
from thresher.oracle.python.called import Called
from thresher.oracle.python.channel import Channel
from thresher.oracle.python.function import PythonFunction
from thresher.oracle.running.control_groups import MemoryGroup
from thresher.oracle.running.handle import RunHandle
from thresher.oracle.running.limits import Limits
from thresher.oracle.running.orphans import MARKER, sweep
from thresher.oracle.running.process import STARTED
from thresher.oracle.running.run_directory import RunDirectories, RunDirectory

IMPORT_SECONDS = 300.0
EXIT_SECONDS = 5.0
_START = "from thresher.oracle.python.worker import main; main()"


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

    def call(
        self,
        content: Callable[[], bytes],
        limits: Limits,
        running: RunHandle,
        *,
        limited: Callable[[Limits], Limits] | None = None,
    ) -> Called:
        """Calls the function once. Another worker tries again if its worker dies; raises OracleBroken if both die.

        `limited` changes the limits once the content has been rendered.
        """
        with suppress(WorkerDied):
            return self._call(content, limits, running, limited)
        try:
            return self._call(content, limits, running, limited)
        except WorkerDied as error:
            raise OracleBroken(
                f"the process that calls {self.function} died twice ({error}); the function must not end its parent"
            ) from error

    def _call(
        self,
        content: Callable[[], bytes],
        limits: Limits,
        running: RunHandle,
        limited: Callable[[Limits], Limits] | None,
    ) -> Called:
        try:
            worker = self._idle.pop()
        except IndexError:
            worker = WorkerProcess(self.function, f"{self.directories.root}/worker-{next(self._numbers)}")
        try:
            with self.directories.fresh(self.name, content) as place, self.directories.groups.fresh(limits) as group:
                running.prepared.set()
                called = worker.call(place, limits if limited is None else limited(limits), running, group)
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
        ours, theirs = socket.socketpair()
        self._control = Channel(ours.detach())
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
            problem = self._control.receive()
        except EOFError:
            raise UsageError(f"importing {function.source} ended the process ({self._how()})") from None
        if problem:
            raise UsageError(f"{problem} (--python)")

    def call(self, place: RunDirectory, limits: Limits, running: RunHandle, group: MemoryGroup | None) -> Called:
        """Calls the function in a child of the worker, which is put into the control group if there is one."""
        try:
            self._control.send(
                ((place.candidate, place.work, place.temporary), (limits.seconds, limits.memory, limits.file_size))
            )
            child = SimpleNamespace(pid=self._control.receive())
            if group is not None:
                group.add(child.pid)
            running.started(cast("subprocess.Popen[bytes]", child))  # cancelling only uses the process ID
            try:
                observed, value = cast("tuple[tuple[Any, ...], bytes]", self._control.receive())
            finally:
                running.ended()
        except (EOFError, ConnectionError) as error:
            raise WorkerDied(self._how()) from error
        observation = Observation(*observed)
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
