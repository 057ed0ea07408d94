"""Panics of Rust and Go."""

from __future__ import annotations

import re

from thresher.oracle.failures.frames import Finding, StackFrame, base_name, cycle, top
from thresher.oracle.failures.messages import sentence

_RUST = re.compile(
    r"^thread '[^'\n]*'(?: \(\d+\))? panicked at (?:'(?P<old>.*)', (?P<old_file>\S+?)(?::\d+)*$"
    r"|(?P<file>\S+?)(?::\d+)*:\n(?P<message>.*))",
    re.MULTILINE,
)
_RUST_LONG = re.compile(r"^thread '[^'\n]*'(?: \(\d+\))? panicked at '?(?P<old>.*)$", re.MULTILINE)
_RUST_OVERFLOW = re.compile(r"^thread '[^'\n]*'(?: \(\d+\))? has overflowed its stack", re.MULTILINE)
_RUST_FRAME = re.compile(
    r"^ +\d+: +(?:0x[0-9a-f]+ - )?(?P<function>.+)(?:\n +at (?P<file>.+?)(?::\d+)+$)?", re.MULTILINE
)
_GO = re.compile(r"^(?P<word>panic|fatal error): (?P<message>.*)$", re.MULTILINE)
_GO_ROUTINE = re.compile(r"^goroutine \d+(?: [^\[\n]*)?\[.*\]:\n", re.MULTILINE)
_GO_FRAME = re.compile(r"^(?P<function>\S.*)\(.*\)\n\t(?P<file>.+?):\d+(?: \+0x[0-9a-f]+)?$", re.MULTILINE)


def find_rust(text: str, hide: tuple[str, ...] = ()) -> Finding | None:
    """The first panic: its message, and the nearest frames if they were printed, else the file."""
    if match := _RUST_OVERFLOW.search(text):
        return Finding("rust panic", ("stack overflow",))
    match = _RUST.search(text) or _RUST_LONG.search(text)
    if not match:
        return None
    groups = match.groupdict()
    message = sentence(groups["old"] or groups.get("message") or "", hide)
    file = groups.get("file") or groups.get("old_file") or ""
    place = [f"in {base_name(file, hide)}"] if file else []
    frames = [StackFrame(frame["function"], frame["file"] or "") for frame in _RUST_FRAME.finditer(text, match.end())]
    return Finding("rust panic", (f"panicked: {message}", *(top(frames, hide) or place)))


def find_go(text: str, hide: tuple[str, ...] = ()) -> Finding | None:
    """The first panic or fatal runtime error that is followed by a goroutine's stack."""
    match = _GO.search(text)
    routine = _GO_ROUTINE.search(text, match.end()) if match else None
    if not match or not routine:
        return None
    stack = text[routine.end() :].partition("\n\n")[0]
    frames = [StackFrame(frame["function"], frame["file"]) for frame in _GO_FRAME.finditer(stack)]
    message = sentence(f"{match['word']}: {match['message']}".removesuffix(" [recovered]"), hide)
    nearest = cycle(frames, hide) if "stack overflow" in message else top(frames, hide)
    return Finding("go panic", (message, *nearest))
