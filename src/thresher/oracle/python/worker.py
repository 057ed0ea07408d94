"""The process of a worker of the Python oracle: it imports the module once, then forks one child for every call.

The child inherits the module as it was after the import, so no call sees what another one left, and whatever a child
does to itself, the worker survives. The worker ends when the other end of its socket is closed, for whatever reason,
and ends the running call with it.
"""

from __future__ import annotations

import ctypes
import gc
import importlib
import importlib.util
import inspect
import json
import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import astuple, dataclass
from functools import partial
from operator import attrgetter
from pathlib import Path
from types import ModuleType
from typing import NoReturn, cast

from thresher.kernel.outcome import Outcome, Verdict
from thresher.oracle.failures.observation import Observation
from thresher.oracle.python.channel import NOT_CALLED, CallPlace, Channel
from thresher.oracle.running import orphans
from thresher.oracle.running.capture import Capture
from thresher.oracle.running.limits import Limits
from thresher.oracle.running.memory import held, written
from thresher.oracle.running.orphans import MARKER
from thresher.oracle.running.waiting import wait

MOST_REASON = 1000  # characters of a reason, so that a pipe takes it before anyone reads
_SET_PARENT_DEATH_SIGNAL = 1  # from the system's prctl.h
_SYSTEM = ctypes.CDLL(None)

Prepare = Callable[[str], Callable[[], object]]
"""From the path of a candidate to a call of the function."""


def main() -> None:
    """Serves calls of a function. Arguments: the socket's descriptor, the module or its file, the function's name."""
    descriptor, source, name = sys.argv[1:]
    os.set_inheritable(int(descriptor), False)  # noqa: FBT003 - as the system has it
    sys.argv = [source]
    orphans.adopt()
    control = Channel(int(descriptor))
    try:
        prepare = load(source, name)
    except BaseException as error:  # noqa: BLE001 - a module may raise whatever it likes, SystemExit included
        control.send(str(error) if isinstance(error, Unusable) else f"cannot import {source}: {_one_line(error)}")
        return
    for stream in (sys.stdout, sys.stderr):  # otherwise every child would print it again
        stream.flush()
    gc.collect()
    gc.freeze()  # a collection in a child would copy all of the module's memory
    control.send("")
    with suppress(EOFError, ConnectionError):
        CallServer(control, prepare).serve()


@dataclass(frozen=True, slots=True)
class NotCalled:
    """Why the function could not be called."""

    why: str


class Unusable(Exception):
    """The module has no function that can be called with a candidate."""


def load(source: str, name: str) -> Prepare:
    """The function, to be called with the content of a candidate or with its path, as it is declared."""
    from_file = source.endswith(".py")
    sys.path.insert(0, str(Path(source).parent) if from_file else os.getcwd())
    module = _run_file(Path(source)) if from_file else importlib.import_module(source)
    try:
        function = attrgetter(name)(module)
    except AttributeError:
        raise Unusable(f"there is no function {name} in {source}") from None
    if not callable(function):
        raise Unusable(f"{name} in {source} is not a function")
    kind = _argument(function, f"{name} in {source}")
    return lambda candidate: partial(function, kind(candidate))


def _run_file(file: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[file.stem] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _argument(function: Callable[..., object], described: str) -> Callable[[str], object]:
    """Makes the argument from a path: the content, unless the parameter's type or name asks for a path."""
    try:
        signature = inspect.signature(function)
    except ValueError:  # some built-in functions have no signature
        return _content
    try:
        signature.bind(b"")
    except TypeError:
        raise Unusable(f"{described} must be callable with one argument, but takes {signature}") from None
    parameter = next(iter(signature.parameters.values()))
    annotation = parameter.annotation
    if annotation is Path or annotation in ("Path", "pathlib.Path"):
        return Path
    if parameter.name in ("path", "file") and annotation in (parameter.empty, str, "str"):
        return str if annotation in (str, "str") else Path
    return _content


def _content(candidate: str) -> bytes:
    with open(candidate, "rb") as file:  # a Path would take longer, in every child
        return file.read()


def _one_line(error: BaseException) -> str:
    """An exception in one line, with the position in the user's code that raised it."""
    words = " ".join(traceback.format_exception_only(error)[-1].split())
    if isinstance(error, SyntaxError):
        return f"{words} ({error.filename}, line {error.lineno})"
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if not frame.filename.startswith("<frozen")]
    if frames and frames[-1].filename not in (__file__, importlib.__file__):
        words += f" ({frames[-1].filename}, line {frames[-1].lineno})"
    return words


class CallServer:
    """Serves one call at a time; a request is a run's directory and limits, a reply an observation and a value."""

    def __init__(self, control: Channel, prepare: Prepare) -> None:
        self._control = control
        self._prepare = prepare
        self._marker = f"{MARKER}={os.environ[MARKER]}"
        self._imported = _children()  # processes that the module started while it was imported

    def serve(self) -> None:
        """Serves until the socket is closed.

        A child's process ID stays in use until the next request, so that a late kill of its group cannot hit another
        process.
        """
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)  # Python ignores it, and the limit would look like a full disk
        while True:
            place, limits = cast(
                "tuple[tuple[str, str, str], tuple[float | None, int | None, int | None]]", self._control.receive()
            )
            pid = self._run(CallPlace(*place), Limits(*limits))
            self._control.poll(None)
            os.waitpid(pid, 0)

    def _run(self, place: CallPlace, limits: Limits) -> int:
        begun = time.monotonic()
        ends = [os.pipe() for _ in range(3)]
        _set_temporary(place)
        pid = os.fork()
        if pid == 0:
            self._control.close()
            _be_child(self._prepare, place, limits, [write for _, write in ends])
        with suppress(PermissionError):  # it already runs another program, in the group that it made itself
            os.setpgid(pid, pid)
        for _, write in ends:
            os.close(write)
        streams = [Capture(read) for read, _ in ends]
        exceeds = partial(self._exceeds, pid, place.work)
        try:
            self._control.send(pid)
            stopped = wait(pid, streams, limits, begun, exceeds, asking=self._control.descriptor)
        finally:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(pid, signal.SIGKILL)
            status = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
            orphans.sweep(self._marker, self._imported | {pid})
            for read, _ in ends:
                os.close(read)
        assert status is not None
        seen = _observed(status, streams, stopped, time.monotonic() - begun)
        self._control.send((astuple(seen), streams[2].text()))
        return pid

    def _exceeds(self, pid: int, directory: str, size: int) -> bool:
        left_behind = orphans.marked(self._marker, self._imported | {pid, os.getpid()})
        return held([pid, *left_behind]) + written(directory) > size


def _children() -> set[int]:
    pid = os.getpid()
    return {int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()}


def _observed(status: os.waitid_result, streams: list[Capture], stopped: str | None, seconds: float) -> Observation:
    killed = None if status.si_code == os.CLD_EXITED else status.si_status
    return Observation(
        exit_code=status.si_status if killed is None else None,
        signal=killed,
        stdout=streams[0].text(),
        stderr=streams[1].text(),
        timed_out=stopped == "time",
        limit=stopped if stopped == "memory" else "file size" if killed == signal.SIGXFSZ else None,
        seconds=seconds,
    )


def _be_child(prepare: Prepare, place: CallPlace, limits: Limits, outputs: list[int]) -> NoReturn:
    """Calls the function and exits, like a program that does nothing else.

    An error before the call is not one of the function: it is the result.
    """
    code = 1
    try:
        try:
            _set_up(place, limits, outputs)
            call = prepare(place.candidate)
        except Exception as error:  # noqa: BLE001 - whatever it is, the function was not called
            call = partial(NotCalled, str(error))
        code = _called(call, outputs[2])
        for stream in (sys.stdout, sys.stderr):
            with suppress(AttributeError, OSError, ValueError):  # the function may have closed or replaced it
                stream.flush()
    finally:
        os._exit(code)


def _set_temporary(place: CallPlace) -> None:
    """Sets what the next child inherits. Done here, since memory that a child changes has to be copied for it first."""
    os.environ |= {"TMPDIR": place.temporary, "PWD": place.work}
    if tempfile := sys.modules.get("tempfile"):  # the module may have asked it for a directory already
        tempfile.__dict__["tempdir"] = None


def _set_up(place: CallPlace, limits: Limits, outputs: list[int]) -> None:
    """Sets up a process group, directory, output and limits of its own; the child does not outlive the worker."""
    os.setpgid(0, 0)
    _SYSTEM.prctl(_SET_PARENT_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
    for descriptor, output in enumerate(outputs[:2], start=1):
        os.dup2(output, descriptor)
        os.close(output)
    os.chdir(place.work)
    if limits.file_size is not None:
        _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        most = limits.file_size if hard == resource.RLIM_INFINITY else min(limits.file_size, hard)
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))


def _called(call: Callable[[], object], result: int) -> int:
    """Returns the exit code; writes what the function returned to `result`, what it raised to standard error."""
    try:
        reply = json.dumps(_plain(call())).encode()
    except SystemExit as end:
        return _exit_code(end.code)
    except BaseException as error:  # noqa: BLE001 - code under test may raise whatever it likes
        _print(error)
        return 1
    os.write(result, reply)
    return 0


def _exit_code(code: object) -> int:
    """As the interpreter does it: None is success, a number is itself, anything else is an error message."""
    if code is None or isinstance(code, int):
        return (code or 0) & 0xFF
    print(code, file=sys.stderr)
    return 1


def _print(error: BaseException) -> None:
    """Prints the traceback from the function on, without the frames that called it."""
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename == __file__:
        trace = trace.tb_next
    traceback.print_exception(type(error), error, trace)


def _plain(value: object) -> dict[str, object]:
    """A test's answer as data; any other value is described by its type only."""
    if isinstance(value, NotCalled):
        return {NOT_CALLED: value.why}
    if isinstance(value, Verdict):
        return {"outcome": value.outcome.value, "reason": str(value.reason)[:MOST_REASON], "used": value.used}
    if isinstance(value, Outcome | bool):
        return {"outcome": Outcome.of(value).value}
    return {"returned": "None" if value is None else type(value).__name__}
