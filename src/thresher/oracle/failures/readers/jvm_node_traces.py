"""Exceptions of Java, Node and .NET, which all print a header and then one line "at ..." per frame."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile

from thresher.oracle.failures.frames import Finding, StackFrame, cycle, top
from thresher.oracle.failures.messages import sentence

_FAR = 30  # lines that a message may have between its header and the first frame


@dataclass(frozen=True, slots=True)
class TraceFamily:
    """How one platform prints a stack: groups `function` and `file` of a frame; how a header begins."""

    kind: str
    frame: re.Pattern[str]
    header: re.Pattern[str]
    overflow: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Stack:
    """A header with its frames, innermost first."""

    header: str
    frames: tuple[StackFrame, ...]


JAVA = TraceFamily(
    "java exception",
    re.compile(
        r"^\s+at (?:[^\s/()]*/{1,2})*(?P<function>[\w.$<>-]+)"
        r"\((?:(?P<file>\w+\.(?:java|kt|scala|groovy|clj))(?::\d+)?|Native Method|Unknown Source|<\w+>)\)"
    ),
    re.compile(r"^(?:Exception in thread \".*?\" |Caused by: )?(?:[\w$]+\.)*[\w$]*(?:Exception|Error|Throwable)\b"),
    re.compile(r"StackOverflowError"),
)
NODE = TraceFamily(
    "node exception",
    re.compile(
        r"^\s+at (?:async )?(?:new )?(?:(?P<function>.+?)(?: \[as [^\]]+\])? \((?=.*:\d+:\d+\)$))?"
        r"(?:file://)?(?P<file>[^()\n]+?):\d+:\d+\)?$"
    ),
    re.compile(r"^(?:Uncaught |Unhandled\w* )?(?:[A-Za-z_$][\w$.]*)?(?:Error|Exception)\b"),
    re.compile(r"Maximum call stack size exceeded|too much recursion"),
)
DOTNET = TraceFamily(
    "dotnet exception",
    re.compile(r"^\s+at (?P<function>[\w.`<>\[\]|+,]+)\([^()]*\)(?: in (?P<file>.+?):line \d+)?$"),
    re.compile(r"^(?:Unhandled [Ee]xception[.:] )?[\w.]+(?:Exception|Error)\b"),
    re.compile(r"StackOverflowException"),
)
_CHAINED = re.compile(r"^(?:Caused by: | ---> )")
_UNCAUGHT = re.compile(r"^(?:Exception in thread \".*?\" |Uncaught |Unhandled [Ee]xception[.:] )")


def find_java(text: str, hide: tuple[str, ...] = ()) -> Finding | None:
    """The uncaught exception, or the last one printed; its innermost cause gives the position."""
    return _find(text, hide, JAVA)


def find_node(text: str, hide: tuple[str, ...] = ()) -> Finding | None:
    """The last error with a stack; frames of Node itself do not count."""
    return _find(text, hide, NODE)


def find_dotnet(text: str, hide: tuple[str, ...] = ()) -> Finding | None:
    """The last unhandled exception."""
    return _find(text, hide, DOTNET)


def _find(text: str, hide: tuple[str, ...], family: TraceFamily) -> Finding | None:
    stacks = list(_stacks(text.splitlines(), family))
    if not stacks:
        return None
    uncaught = [index for index, stack in enumerate(stacks) if _UNCAUGHT.match(stack.header)]
    whole = [index for index, stack in enumerate(stacks) if not _CHAINED.match(stack.header)]
    chosen = (uncaught or whole or [0])[-1]
    root = chosen
    while root + 1 < len(stacks) and _CHAINED.match(stacks[root + 1].header):
        root += 1
    messages = [_message(stacks[index].header, hide) for index in (root, chosen)]
    if family.overflow.search(stacks[root].header):
        return Finding(family.kind, (messages[0], *cycle(stacks[root].frames, hide)))
    outer = [messages[1].split(":")[0]] if root != chosen else []
    return Finding(family.kind, (messages[0], *outer, *top(stacks[root].frames, hide)))


def _message(header: str, hide: tuple[str, ...]) -> str:
    return sentence(_UNCAUGHT.sub("", _CHAINED.sub("", header)), hide)


def _stacks(lines: list[str], family: TraceFamily) -> Iterator[Stack]:
    """Every sequence of frames with the header above it."""
    index = 0
    while index < len(lines):
        if not family.frame.match(lines[index]):
            index += 1
            continue
        start, frames = index, []
        while index < len(lines) and lines[index].lstrip().startswith(("at ", "... ")):
            if match := family.frame.match(lines[index]):
                frames.append(StackFrame(match["function"] or "<anonymous>", match["file"] or ""))
            index += 1
        yield Stack(_header(lines[max(0, start - _FAR) : start], family), tuple(_own(frames)))


def _own(frames: list[StackFrame]) -> list[StackFrame]:
    """The frames without the platform's own, unless there are no others."""
    own = [frame for frame in frames if not frame.path.startswith("node:")]
    return own or frames


def _header(near: list[str], family: TraceFamily) -> str:
    """The nearest line above that looks like a header; else the first line of the paragraph just above."""
    for line in reversed(near):
        if family.header.match(line):
            return line
    paragraph = list(takewhile(str.strip, reversed(near)))
    return paragraph[-1] if paragraph else ""
