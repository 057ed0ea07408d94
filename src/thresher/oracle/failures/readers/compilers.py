"""Internal errors of compilers: GCC's and rustc's reports, LLVM's crash dumps."""

from __future__ import annotations

import re

from thresher.oracle.failures.frames import Finding, StackFrame, top
from thresher.oracle.failures.messages import sentence
from thresher.oracle.failures.readers.rust_go_panics import find_rust
from thresher.oracle.failures.readers.sanitizers import parse_frames

KIND = "internal compiler error"

_INTERNAL = re.compile(r"(?i:internal compiler error)(?:[:,] *| +)(?!unexpected panic)(\S.*)$", re.MULTILINE)
_PLACE = re.compile(r",? at (?:\S*/)?([^\s/:]+):\d+.*$")
_RUST_PLACE = re.compile(r"^(?:\S*/)?([^\s/:]+\.rs)(?::\d+)+: ")
_GCC_FRAME = re.compile(r"^0x[0-9a-f]+ (.+)\n\t(\S+?):\d+$", re.MULTILINE)
_GCC_PASS = re.compile(r"^during (\w+ pass: \S+)$", re.MULTILINE)

_LLVM = re.compile(r"PLEASE submit a bug report|^Stack dump(?: without symbol names)?\b", re.MULTILINE)
_LLVM_ERROR = re.compile(r"(?:fatal error: error in backend|LLVM ERROR): *(.*)")
_UNREACHABLE = re.compile(r"^(?:(.+)\n)?UNREACHABLE executed at \S*?([^\s/:]+):\d+", re.MULTILINE)
_LLVM_NOTE = re.compile(r"^\d+\.\s+(?!Program arguments)(.+)$", re.MULTILINE)
_PASS = re.compile(r"[Rr]unning pass ['\"]([\w ./&-]+)")
_RAW_FRAME = re.compile(r"^\S+\((\w+)\+0x[0-9a-f]+\) ?\[0x[0-9a-f]+\]$", re.MULTILINE)


def find_internal_error(text: str, hide: tuple[str, ...] = ()) -> Finding | None:
    """The first "internal compiler error": function and file of the compiler, or its frames if it crashed."""
    match = _INTERNAL.search(text)
    if not match:
        panic = find_rust(text, hide) if "internal compiler error" in text else None
        return Finding(KIND, panic.lines) if panic else None
    if place := _RUST_PLACE.match(match[1]):
        return Finding(KIND, (f"{KIND}: {sentence(match[1][place.end() :], hide)}", f"in {place[1]}"))
    if place := _PLACE.search(match[1]):
        return Finding(KIND, (f"{KIND}: {sentence(match[1][: place.start()], hide)}, at {place[1]}",))
    frames = [StackFrame(frame[1], frame[2]) for frame in _GCC_FRAME.finditer(text, match.end())]
    during = [f"during {found[1]}" for found in _GCC_PASS.finditer(text)][:1]
    return Finding(KIND, (f"{KIND}: {sentence(match[1], hide)}", *(top(frames, hide) or during)))


def find_llvm_crash(text: str, hide: tuple[str, ...] = ()) -> Finding | None:
    """A crash of clang or another program of LLVM: its last message and the frames that have names.

    Where no frame has a name, what it was doing, according to its last note.
    """
    if not _LLVM.search(text):
        return None
    raw = (StackFrame(frame[1]) for frame in _RAW_FRAME.finditer(text))
    frames = top(parse_frames(text.splitlines()), hide) or top(raw, hide)
    doing = [_doing(note[1], hide) for note in _LLVM_NOTE.finditer(text)][-1:]
    return Finding(KIND, (_words(text, hide), *(frames or doing)))


def _words(text: str, hide: tuple[str, ...]) -> str:
    if match := _UNREACHABLE.search(text):
        return f"unreachable code in {match[2]}: {sentence(match[1] or '', hide)}".rstrip(": ")
    if match := _LLVM_ERROR.search(text):
        return f"error in backend: {sentence(match[1], hide)}"
    return "crash with a stack dump"


def _doing(note: str, hide: tuple[str, ...]) -> str:
    """A note of the stack dump; the name of a pass is LLVM's own and stays."""
    running = _PASS.search(note)
    return f"while running pass {running[1]}" if running else f"while {sentence(note, hide)}"
