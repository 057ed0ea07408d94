"""What programs and their libraries print when they end themselves: assertions, exceptions, heap corruption."""

from __future__ import annotations

import re

from thresher.oracle.failures.frames import Finding, StackFrame, base_name, named, plain
from thresher.oracle.failures.messages import LONGEST, sentence

_ASSERTIONS = [
    re.compile(pattern, re.MULTILINE)
    for pattern in (
        # glibc and libstdc++
        r"^(?:[^\s:]+: )?(?P<file>[^\s:][^:\n]*):\d+: (?P<function>.+?): "
        r"Assertion [`'‘\"](?P<what>.+)['’\"] failed",
        # musl
        r"^Assertion failed: (?P<what>.+) \((?P<file>[^():\n]+): (?P<function>[^:\n]+): \d+\)",
        # BSD and macOS, then Microsoft
        r"Assertion failed: \(?(?P<what>.+?)\)?, function (?P<function>\S+), file (?P<file>[^,\n]+), line",
        r"Assertion failed: (?P<what>.+), file (?P<file>[^,\n]+), line \d+",
        # GLib, which adds the values
        r"ERROR:(?P<file>[^:\n]+):\d+:(?P<function>\w+): assertion failed:? (?P<what>\(.+?\)|.+?)(?:: .*)?$",
        # Mozilla, Qt
        r"Assertion failure: (?P<what>.+?)(?: \([^\n]*\))?, at (?P<file>\S+?):\d+",
        r"^ASSERT(?: failure in (?P<function>\w+))?: \"(?P<what>.+)\"(?: in|,) file (?P<file>[^,\n]+), line",
        # Chromium, glog, V8 and similar
        r"(?:(?<![\w./+-])(?P<file>[\w./+-]+\.\w+)[:(]\d+[)\]]+ )?"
        r"(?:Debug check|[Cc]heck|D?CHECK|ASSERT|Assert(?:ion)?|Invariant)(?:\(.*\))? (?:failed|failure|violated)"
        r"[:!.]? *(?P<what>.*?)(?: \([^()\n]* vs\.? [^()\n]*\))?\.? *$",
    )
]
_INSTANCE = re.compile(r"\[with .*\]$")
_TERMINATE = re.compile(
    r"^(?:(?P<cause>terminate called after throwing an instance of '[^'\n]+')(?:\n +what\(\): *(?P<what>.*))?"
    r"|(?P<plain>terminate called (?:without an active exception|recursively)|pure virtual method called)"
    r"|libc\+\+abi(?:\.dylib)?: (?P<other>terminating.*))",
    re.MULTILINE,
)
_HEAP = re.compile(
    r"^(?:\*\*\* (?:Error in `[^'\n]*': |glibc detected \*\*\* \S+ )?)?"
    r"((?:stack smashing|buffer overflow) detected"
    r"|(?:free|malloc|realloc|munmap_chunk|malloc_consolidate)\(\): [^\n(]+"
    r"|double free or corruption|corrupted (?:size vs\. prev_size|double-linked list))",
    re.MULTILINE,
)
_JVM = "A fatal error has been detected by the Java Runtime Environment"
_JVM_CAUSE = re.compile(r"^# +(SIG\w+|EXCEPTION_\w+|Internal Error)(?: \((\S+?\.\w+):\d+\))?", re.MULTILINE)
_JVM_CHECK = re.compile(r"^# +((?:assert|guarantee|fatal error|Error|Out of Memory Error).*)$", re.MULTILINE)
_JVM_FRAME = re.compile(r"^# Problematic frame:\n# (?:\w +)?(?:\[([\w.-]+)\+0x\w+\])? *(.*)$", re.MULTILINE)
_SHELL = re.compile(
    r"^(?:[^\n]*\bline \d+: +\d+ |[^\n:]+: +\d+ |\[\d+\] +\d+ )?(Segmentation fault|Aborted|Abort trap"
    r"|Bus error|Illegal instruction|Floating point exception|Trace/breakpoint trap|Killed)(?:[ :(].*)?$",
    re.MULTILINE,
)


def find_assertion(text: str, hide: tuple[str, ...] = ()) -> Finding | None:
    """The first failed assertion: its expression, which is the program's own, and its position."""
    matches = [match for match in (pattern.search(text) for pattern in _ASSERTIONS) if match]
    if not matches:
        return None
    groups = matches[0].groupdict()
    what = " ".join((groups["what"] or "").split())[:LONGEST]
    function, file = plain(_INSTANCE.sub("", groups.get("function") or "").strip()), groups.get("file") or ""
    where = named(StackFrame(function, file), hide) if function or file else ""
    return Finding("assertion", (f"assertion {what}".rstrip(), *([f"in {where}"] if where else [])))


def find_termination(text: str, hide: tuple[str, ...] = ()) -> Finding | None:
    """An uncaught C++ exception, or the C library's message about a corrupted heap or stack."""
    if match := _TERMINATE.search(text):
        if match["cause"]:
            what = (f"what(): {sentence(match['what'], hide)}",) if match["what"] else ()
            return Finding("uncaught exception", (match["cause"], *what))
        return Finding("uncaught exception", (sentence(match["plain"] or match["other"], hide),))
    if match := _HEAP.search(text):
        return Finding("memory corruption", (" ".join(match[1].split()),))
    return None


def find_jvm_crash(text: str, hide: tuple[str, ...] = ()) -> Finding | None:
    """A crash of the Java virtual machine itself, as it introduces its hs_err file."""
    start = text.find(_JVM)
    if start == -1:
        return None
    report = text[start : start + 4000]
    cause, check, frame = _JVM_CAUSE.search(report), _JVM_CHECK.search(report), _JVM_FRAME.search(report)
    lines = [f"Java virtual machine: {cause[1] if cause else 'fatal error'}"]
    if cause and cause[2]:
        lines.append(f"in {base_name(cause[2])}")
    if check:
        lines.append(sentence(check[1], hide))
    if frame and (frame[1] or frame[2]):
        lines.append(f"in {sentence(plain(frame[2]), hide) or frame[1]}")
    return Finding("virtual machine crash", tuple(lines))


def find_shell_word(text: str) -> Finding | None:
    """A shell's message about a command that was ended by a signal."""
    match = _SHELL.search(text)
    return Finding("signal", (match[1],)) if match else None


def without_shell_words(text: str) -> str:
    """The text without such lines."""
    return _SHELL.sub("", text)
