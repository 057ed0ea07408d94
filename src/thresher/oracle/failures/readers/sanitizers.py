"""Reports of AddressSanitizer and its relatives, libFuzzer and Valgrind: the kind of error and its position."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from thresher.oracle.failures.frames import Finding, StackFrame, base_name, cycle, top
from thresher.oracle.failures.messages import sentence
from thresher.oracle.failures.normalize import blank

KIND = "sanitizer"

_REPORT = re.compile(r"(?:ERROR|WARNING): (\w+Sanitizer|libFuzzer): (.+)")
_ABORT = re.compile(r"^(?:\w+Sanitizer: ABRT|libFuzzer: deadly signal)")
_ACCESS = re.compile(r"\b(READ|WRITE) (?:of size|memory access)")
_FRAME = re.compile(r"^\s*#\d+ +(?:0x[0-9a-fA-F]+ +)?(?:in )?(.*)$")
_MODULE = re.compile(r"\s*\((?:BuildId: \w+|[^()\s]*\+0x[0-9a-fA-F]+)\)|\s*<null>")
_PLACED = re.compile(r"^(.+) (\S+?)(?::\d+){1,2}$")
_UNDEFINED = re.compile(r"^(.*?):\d+:\d+: runtime error: (.*)$", re.MULTILINE)
_VALGRIND = re.compile(
    r"^==\d+== +(Invalid (?:read|write|free)|Conditional jump or move depends|Use of uninitialised value"
    r"|Jump to the invalid address|Mismatched free|Source and destination overlap|Process terminating)",
    re.MULTILINE,
)
_VALGRIND_FRAME = re.compile(r"^==\d+== +(?:at|by) 0x[0-9A-F]+: (.+?)(?: \((?:in )?([^()]+?)(?::\d+)?\))?$")


def find_report(text: str, hide: tuple[str, ...] = ()) -> Finding | None:
    """The first report of a sanitizer: its name for the error, read or write, and the nearest frames.

    A program that ended itself is not an error of this kind: its earlier output may say more (see `find_abort`).
    """
    report = _report(text, hide)
    return None if report and _ABORT.search(report.lines[0]) else report


def find_abort(text: str, hide: tuple[str, ...] = ()) -> Finding | None:
    """The report of a program that ended itself: where it did."""
    report = _report(text, hide)
    return report if report and _ABORT.search(report.lines[0]) else None


def _report(text: str, hide: tuple[str, ...]) -> Finding | None:
    report = _REPORT.search(text)
    if not report:
        return _valgrind(text, hide)
    block = list(_stack(text[report.end() :].splitlines()))
    what = blank(re.split(r" on | \(|: | 0x", report[2])[0], hide)
    access = _ACCESS.search(text, report.end(), report.end() + 1000)
    frames = parse_frames(block)
    nearest = cycle(frames, hide) if what == "stack-overflow" else top(frames, hide)
    return Finding(KIND, (f"{report[1]}: {what}" + (f" ({access[1]})" if access else ""), *nearest))


def find_undefined(text: str, hide: tuple[str, ...] = ()) -> Finding | None:
    """A report of UndefinedBehaviorSanitizer, after which a program usually continues."""
    complaint = _UNDEFINED.search(text)
    if not complaint:
        return None
    what = f"UndefinedBehaviorSanitizer: {sentence(complaint[2], hide)}"
    frames = top(parse_frames(_stack(text[complaint.end() :].splitlines()[:8])), hide)
    return Finding(KIND, (what, *(frames or (f"in {base_name(complaint[1], hide)}",))))


def parse_frames(lines: Iterable[str]) -> list[StackFrame]:
    """Frames as printed by sanitizers and LLVM; those without a symbol are left out.

    >>> parse_frames(["    #0 0x55f2 in f(int) /src/a.c:7:3", "    #1 0x55f3 (/bin/a+0x12)"])
    [StackFrame(function='f(int)', path='/src/a.c')]
    """
    frames = []
    for line in lines:
        match = _FRAME.match(line)
        body = _MODULE.sub("", match[1]).strip() if match else ""
        if body:
            placed = _PLACED.match(body)
            frames.append(StackFrame(placed[1], placed[2]) if placed else StackFrame(body))
    return frames


def _stack(lines: Iterable[str]) -> Iterator[str]:
    """The lines of the first stack."""
    inside = False
    for line in lines:
        if _FRAME.match(line):
            inside = True
            yield line
        elif inside:
            return


def _valgrind(text: str, hide: tuple[str, ...]) -> Finding | None:
    report = _VALGRIND.search(text)
    if not report:
        return None
    frames = []
    for line in text[report.end() :].splitlines()[1:]:
        match = _VALGRIND_FRAME.match(line)
        if match:
            frames.append(StackFrame(match[1], match[2] or ""))
        elif frames:
            break
    return Finding(KIND, (f"Valgrind: {report[1]}", *top(frames, hide)))
