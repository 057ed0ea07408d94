"""Reports of sanitizers in their several forms."""

from __future__ import annotations

import pytest

from thresher.oracle.failures.frames import StackFrame
from thresher.oracle.failures.observation import Observation
from thresher.oracle.failures.readers.sanitizers import find_abort, find_report, find_undefined, parse_frames
from thresher.oracle.failures.signature import learn

STACK = "    #0 0x55f2 in f(int) /src/a.c:7:3\n    #1 0x55f3 in main /src/a.c:9\n\n    #0 0x1 in later /src/b.c:1\n"

REPORTS = {
    "==1==ERROR: AddressSanitizer: attempting double-free on 0x602000000010 in thread T0:\n": "attempting double-free",
    "==1==ERROR: AddressSanitizer: attempting free on address which was not malloc()-ed: 0x6\n": "attempting free",
    "==1==ERROR: AddressSanitizer: requested allocation size 0xffff (0x1 after) exceeds\n": "requested allocation size",
    "==1==ERROR: AddressSanitizer: negative-size-param: (size=-1)\n": "negative-size-param",
    "==1==ERROR: AddressSanitizer: alloc-dealloc-mismatch (malloc vs delete) on 0x6\n": "alloc-dealloc-mismatch",
    "==1==ERROR: LeakSanitizer: detected memory leaks\n\nDirect leak of 10 byte(s) in 1 object(s) from:\n": (
        "detected memory leaks"
    ),
    "==1==WARNING: MemorySanitizer: use-of-uninitialized-value\n": "use-of-uninitialized-value",
    "==1==ERROR: AddressSanitizer: ABRT on unknown address 0x03e8 (pc 0x7f bp 0x0 sp 0x7f T0)\n": "ABRT",
    "==1== ERROR: libFuzzer: deadly signal\n": "deadly signal",
    "==1== ERROR: libFuzzer: timeout after 25 seconds\n": "timeout after <duration>",
}


@pytest.mark.parametrize(("header", "what"), REPORTS.items(), ids=REPORTS.values())
def test_reports(header: str, what: str) -> None:
    text = f"noise\n{header}{STACK}"
    found = [finding for finding in (find_report(text), find_abort(text)) if finding is not None]
    assert len(found) == 1
    finding = found[0]
    assert finding.lines[0].partition(": ")[2] == what
    assert finding.lines[1:] == ("in f (a.c)", "in main (a.c)")


def test_an_assertion_is_preferred_to_an_abort() -> None:
    said = b"a.c:7: f: Assertion `n < 10' failed.\n==1== ERROR: libFuzzer: deadly signal\n" + STACK.encode()
    assert learn(Observation(77, None, b"", said)).lines == ("assertion n < 10", "in f (a.c)")


def test_a_report_without_symbols() -> None:
    finding = find_report("==1==ERROR: AddressSanitizer: SEGV on unknown address 0x0\n    #0 0x42  (/bin/a+0x42)\n")
    assert finding is not None
    assert finding.lines == ("AddressSanitizer: SEGV",)


def test_frames() -> None:
    lines = [
        "    #0 0x55 in f(int, char) /src/a.c:7:3",
        "    #1 0x55 in g (/bin/a+0x12) (BuildId: 12ab)",
        "    #2 h /src/h.c:9 (tool+0x1234)",
        "    #3 i <null> (tool+0x1)",
        "    #4 0x55 (/bin/a+0x12)",
        "no frame",
    ]
    assert parse_frames(lines) == [
        StackFrame("f(int, char)", "/src/a.c"),
        StackFrame("g"),
        StackFrame("h", "/src/h.c"),
        StackFrame("i"),
    ]


def test_undefined_behaviour_with_and_without_frames() -> None:
    complaint = "/src/a.c:3:1: runtime error: load of null pointer of type 'int'\n"
    plain, framed = find_undefined(complaint), find_undefined(complaint + STACK)
    assert plain is not None
    assert framed is not None
    assert plain.lines == ("UndefinedBehaviorSanitizer: load of null pointer of type <name>", "in a.c")
    assert framed.lines[1:] == ("in f (a.c)", "in main (a.c)")
    assert find_undefined("x.c:3: runtime error\n") is None
