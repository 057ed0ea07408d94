"""A Python program under test, run by way of the agent; a candidate is the agent with what it is to do."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from pathlib import PurePath

from thresher.errors import UsageError
from thresher.oracle.command import PLACEHOLDERS, Program, Start, filled
from thresher.oracle.failures.observation import Observation
from thresher.oracle.running.run_directory import RunDirectory
from thresher.states.agent import CANNOT_APPLY, EVERY, NOT_APPLIED
from thresher.states.differences import StateChange
from thresher.states.location import Location

NAME = "thresher_state.py"
AGENT = ("agent_values.py", "agent.py")
FUTURE = b"from __future__ import annotations\n"
LEFT_OUT = b"# not in candidates"
STABLE = {b"PYTHONHASHSEED": b"0"}  # the same order of sets in all runs
_PYTHON = re.compile(r"(python|pypy)[\d.]*(\.exe)?")
_WITH_VALUE = ("-W", "-X")


@dataclass(frozen=True, slots=True)
class PythonRun:
    """An input, and what to do with the variables at a location.

    Rendered it is a Python program that runs the program under test.
    """

    name: str
    data: bytes
    from_stdin: bool = False
    at: Location | None = None
    changes: tuple[StateChange, ...] = ()

    def render(self) -> bytes:
        """The candidate that makes the changes and continues."""
        return self._rendered("run", changes=[change.record for change in self.changes])

    def describing(self) -> bytes:
        """The candidate that describes the variables."""
        return self._rendered("describe")

    def comparing(self, before: object) -> bytes:
        """The candidate that compares the variables with a description."""
        return self._rendered("compare", before=before)

    def visiting(self) -> bytes:
        """The candidate that prints a checksum of the variables for each time that the line is reached."""
        assert self.at is not None
        return replace(self, at=replace(self.at, hit=EVERY))._rendered("visits")

    def changed(self, changes: Sequence[StateChange]) -> PythonRun:
        """The same run with these changes."""
        return replace(self, changes=tuple(changes))

    def _rendered(self, mode: str, **more: object) -> bytes:
        asked = {
            "name": self.name,
            "data": b64encode(self.data).decode(),
            "stdin": self.from_stdin,
            "at": None if self.at is None or (mode == "run" and not self.changes) else self.at.key,
            "mode": mode,
            **more,
        }
        return b"%s\n\nmain(%r)\n" % (_agent(), json.dumps(asked))


@cache
def _agent() -> bytes:
    """Both parts as one text, which imports nothing of thresher."""
    folder = files("thresher.states")
    lines = b"\n\n".join(folder.joinpath(name).read_bytes() for name in AGENT).splitlines(keepends=True)
    first = lines.index(FUTURE)  # only the first of them may stay
    return b"".join(line for at, line in enumerate(lines) if at == first or not line.rstrip().endswith(LEFT_OUT))


@dataclass(frozen=True, slots=True)
class PythonSubject:
    """The program under test, whose candidates are runs by the agent; the first of them is on the file `input`."""

    program: Program
    input: str

    @property
    def name(self) -> str:
        return self.program.name

    @property
    def aside(self) -> bool:
        return False

    @property
    def backtrace(self) -> bool:
        return False

    @property
    def where(self) -> str:
        return f"on {self.input}"

    def start(self, place: RunDirectory) -> Start:
        return self.program.start(place)

    def hide_secrets(self, observation: Observation) -> Observation:
        """Also says of a run in which a change did not fit that it is invalid, whatever its failure may look like."""
        seen = self.program.hide_secrets(observation)
        last = seen.stderr.rstrip().rpartition(b"\n")[2].decode(errors="replace")
        if seen.exit_code != CANNOT_APPLY or not last.startswith(NOT_APPLIED):
            return seen
        what, why, _ = last.removeprefix(NOT_APPLIED).partition(" cannot be changed")
        return replace(seen, invalid=what + why)


def python_subject(
    command: Sequence[str], name: str, *, from_stdin: bool, environment: Mapping[bytes, bytes]
) -> PythonSubject:
    """The program that runs candidates, from the located command of the program under test.

    `name` is the file that a candidate's input is written to. A UsageError if the command is not a Python program.
    """
    if not _PYTHON.fullmatch(PurePath(command[0]).name):
        raise UsageError(f"{command[0]} is not Python; write: -- python3 program.py {{}}")
    at = 1
    while at < len(command) and command[at].startswith("-") and command[at] not in ("-m", "-c", "-"):
        at += 2 if command[at] in _WITH_VALUE else 1
    words = [filled(word, name) for word in command[at:]]
    if not words or words[0] in ("-c", "-") or words == ["-m"]:
        raise UsageError("the program has no file, so it has no lines; write it to one: -- python3 program.py {}")
    placed = any(place in word for word in command[at:] for place in PLACEHOLDERS)
    if from_stdin and placed:
        raise UsageError("--stdin goes with a command that has no {}; leave out one of the two")
    argv = (*command[:at], PLACEHOLDERS[0], *words)
    return PythonSubject(Program(argv, NAME, environment={**environment, **STABLE}), name)
