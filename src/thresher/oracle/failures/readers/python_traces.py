"""Python tracebacks: the exception and the functions it passed through."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from thresher.oracle.failures.frames import Finding, StackFrame, cycle, top
from thresher.oracle.failures.messages import sentence

_HEADER = re.compile(r"^(?P<indent>[ |+]*)(?:Exception Group )?Traceback \(most recent call last\):$")
_FRAME = re.compile(r'^\s*File "(.+)", line \d+, in (.+)$')
_REPEATED = re.compile(r"^\s*\[Previous line repeated (\d+) more times?\]$")
_MOST = 1000  # repetitions counted
CAUSE = "The above exception was the direct cause of the following exception:"


@dataclass(frozen=True, slots=True)
class PythonTrace:
    """One traceback, innermost frame first; `caused` if it was raised from the one printed before it."""

    exception: str
    frames: tuple[StackFrame, ...]
    caused: bool

    @property
    def recursive(self) -> bool:
        return self.exception.startswith("RecursionError")


def find_traceback(text: str, hide: tuple[str, ...] = ()) -> Finding | None:
    """The last traceback. If it was raised from another exception, that one gives the position."""
    chain = list(_raised(text))
    if not chain:
        return None
    last = root = chain.pop()
    while root.caused and chain:
        root = chain.pop()
    if root.recursive:
        return Finding("python exception", ("RecursionError", *cycle(root.frames, hide)))
    messages = dict.fromkeys(sentence(raised.exception, hide) for raised in (root, last))
    return Finding("python exception", (*messages, *top(root.frames, hide)))


def _raised(text: str) -> Iterator[PythonTrace]:
    lines = text.splitlines()
    caused = False
    for index, line in enumerate(lines):
        caused = caused or line.strip(" |") == CAUSE
        if header := _HEADER.match(line):
            raised = _one(lines[index + 1 :], header["indent"], caused=caused)
            caused = False
            if raised:
                yield raised


def _one(lines: list[str], indent: str, *, caused: bool) -> PythonTrace | None:
    """The traceback whose header precedes these lines; None if its end is missing."""
    frames: list[StackFrame] = []
    for line in lines:
        body = line[len(indent) :]
        if match := _FRAME.match(body):
            frames.append(StackFrame(match[2], match[1]))
        elif (match := _REPEATED.match(body)) and frames:
            frames += [frames[-1]] * min(int(match[1]), _MOST)
        elif body.strip(" |") and not body.startswith(" "):
            known = tuple(frame for frame in reversed(frames) if not frame.path.startswith("<frozen"))
            return PythonTrace(body.strip(" :"), known, caused)
    return None
