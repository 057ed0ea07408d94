"""Runs a Python program up to a line, and describes, compares or changes its variables there.

This text follows `agent_values.py` in every candidate, and `main(SPECIFICATION)` follows it: see there. A run is in one
of four modes: `run` changes the variables at the line and continues; `describe` prints what they are; `compare` prints
how they differ from such a description, with the values as pickles. These two end at the line. `visits` prints a
checksum of the variables for each time that the line is reached.
"""

from __future__ import annotations  # not in candidates

import base64
import json
import os
import pickle
import runpy
import sys
import types
import zlib
from typing import TYPE_CHECKING, Any

from thresher.states.agent_values import NOT_STATE, Comparer, Describer, spelled  # not in candidates

if TYPE_CHECKING:  # what Python 3.8 cannot evaluate
    from collections.abc import Callable
    from typing import NoReturn

    from thresher.states.agent_values import Description

CANNOT_APPLY = 70  # the exit code if a change does not fit
NOT_APPLIED = "thresher: "  # before the last line that is printed then
EVERY, MOST_VISITS = 0, 1000  # EVERY instead of the number of a time


def state_of(frame: types.FrameType) -> dict[str, dict[str, Any]]:
    """The variables of a frame: its locals, and the globals of its module if it is a function."""
    scopes = {"local": dict(frame.f_locals)}
    if frame.f_globals is not frame.f_locals:
        scopes["global"] = frame.f_globals
    return {
        scope: {
            name: value
            for name, value in values.items()
            if isinstance(name, str) and not (name.startswith("__") or isinstance(value, NOT_STATE))
        }
        for scope, values in scopes.items()
    }


def described(state: dict[str, dict[str, Any]], describer: Describer) -> dict[str, dict[str, Description]]:
    return {
        scope: {name: describer.describe([[scope, name]], value) for name, value in values.items()}
        for scope, values in state.items()
    }


def compared(frame: types.FrameType, before: dict[str, dict[str, Description]]) -> dict[str, Any]:
    comparer, describer, state = Comparer(), Describer(), state_of(frame)
    after = described(state, describer)
    for scope, values in after.items():
        known = before.get(scope, {})
        for name in [*values, *(name for name in known if name not in values)]:
            comparer.compare([[scope, name]], known.get(name), values.get(name), state[scope].get(name))
    return {"changes": comparer.changes, "left": sorted({*comparer.left, *describer.left})}


def apply(frame: types.FrameType, changes: list[dict[str, Any]]) -> None:
    """Makes the changes; ends the run if one does not fit, since nothing follows from it then."""
    local_variables = frame.f_locals  # asked for once: Python writes this mapping back when tracing continues
    for change in changes:
        (scope, name), *inside = change["path"]
        target: Any = local_variables if scope == "local" else frame.f_globals
        try:
            steps: list[tuple[str, Any]] = [("key", name), *((kind, _key(kind, step)) for kind, step in inside)]
            for kind, step in steps[:-1]:
                target = getattr(target, step) if kind == "attribute" else target[step]
            _change(target, *steps[-1], change)
        except Exception as error:  # noqa: BLE001 - whatever the program's objects do
            sys.stderr.write(f"\n{NOT_APPLIED}{spelled(change['path'])} cannot be changed: {type(error).__name__}\n")
            sys.stderr.flush()
            os._exit(CANNOT_APPLY)


def _key(kind: str, step: Any) -> Any:
    return eval(step, {"inf": float("inf"), "nan": float("nan")}) if kind == "key" else step


def _change(target: Any, kind: str, step: Any, change: dict[str, Any]) -> None:
    if "value" not in change:
        delattr(target, step) if kind == "attribute" else target.__delitem__(step)
        return
    value = pickle.loads(base64.b64decode(change["value"]))
    if kind == "rest":
        target[step:] = value
    elif kind == "attribute":
        setattr(target, step, value)
    else:
        target[step] = value


class LineWatch:
    """Calls a function when a line is reached for the n-th time, or EVERY time; nothing is watched afterwards."""

    def __init__(self, file: str, line: int, hit: int, reached: Callable[[types.FrameType], None]) -> None:
        self._file, self._line, self._left, self._reached = file, line, hit, reached
        self.hits = 0

    def called(self, frame: types.FrameType, event: str, _: Any) -> Any:
        name = frame.f_code.co_filename
        if name != self._file and os.path.realpath(name) != self._file and not name.endswith("/" + self._file):
            return None
        return self.line

    def line(self, frame: types.FrameType, event: str, _: Any) -> Any:
        if event == "line" and frame.f_lineno == self._line:
            self.hits += 1
            if self.hits == (self._left or MOST_VISITS):
                sys.settrace(None)
            if self._left in (self.hits, EVERY) and self.hits <= MOST_VISITS:
                self._reached(frame)
        return self.line


def checksum(state: dict[str, dict[str, Any]]) -> int:
    """The same for equal states, and hardly ever for others."""
    return zlib.crc32(json.dumps(described(state, Describer()), sort_keys=True).encode())


def answer(file: int, value: Any) -> NoReturn:
    """Prints a value for thresher, and ends the run."""
    text = base64.b64encode(zlib.compress(json.dumps(value).encode()))
    while text:
        text = text[os.write(file, text) :]
    os._exit(0)


def write_input(name: str, data: bytes) -> None:
    """Writes the input into the current directory; a file that is there already is not overwritten."""
    try:
        with open(name, "xb") as opened:
            opened.write(data)
    except FileExistsError:
        with open(name, "rb") as known:
            if known.read() != data:
                sys.exit(f"{name} is there already, with another content; run this in an empty directory")


def run_program(words: list[str]) -> None:
    """Runs `program.py ...` or `-m module ...` as the interpreter would."""
    if words[0] == "-m":
        sys.argv = words[1:]
        sys.path[0] = os.getcwd()
        runpy.run_module(words[1], run_name="__main__", alter_sys=True)
        return
    sys.argv = words
    sys.path[0] = os.path.dirname(os.path.abspath(words[0]))
    with open(words[0], "rb") as file:
        code = compile(file.read(), words[0], "exec")
    module = types.ModuleType("__main__")
    module.__file__ = words[0]
    sys.modules["__main__"] = module
    exec(code, module.__dict__)


def main(specification: str) -> None:
    """One run, as the specification says; the words after the candidate are the program and its arguments."""
    asked = json.loads(specification)
    write_input(asked["name"], base64.b64decode(asked["data"]))
    if asked["stdin"]:
        os.dup2(os.open(asked["name"], os.O_RDONLY), 0)
    output = -1
    if asked["mode"] != "run":
        output = os.dup(1)
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
    visits: list[int] = []
    actions: dict[str, Callable[[types.FrameType], None]] = {
        "run": lambda frame: apply(frame, asked["changes"]),
        "describe": lambda frame: answer(output, described(state_of(frame), Describer())),
        "compare": lambda frame: answer(output, compared(frame, asked["before"])),
        "visits": lambda frame: visits.append(checksum(state_of(frame))),
    }
    watch = None
    if asked["at"]:
        file, line, hit = asked["at"]
        watch = LineWatch(file, line, hit, actions[asked["mode"]])
    try:
        if watch is not None:
            sys.settrace(watch.called)
        run_program(sys.argv[1:])
    except Exception:  # noqa: BLE001 - whatever the program raises is shown as Python shows it
        sys.settrace(None)
        kind, error, trace = sys.exc_info()
        assert kind is not None
        assert error is not None
        inner = trace.tb_next.tb_next if trace and trace.tb_next else trace  # without the frames of this file
        sys.excepthook(kind, error.with_traceback(inner), inner)
        raise SystemExit(1) from None
    finally:
        if asked["mode"] != "run":
            answer(output, {"hits": watch.hits if watch else 0, "visits": visits})
