"""Which failures are bugs of the program and which are ordinary errors, by the words of real programs."""

from __future__ import annotations

import pytest

from thresher.oracle.failures.observation import Observation
from thresher.oracle.failures.severity import is_bug
from thresher.oracle.failures.signature import learn

PYTHON = 'Traceback (most recent call last):\n  File "/p.py", line 1, in f\n    g()\nKeyError: 3\n'
BUGS = [
    Observation(None, 11, b"", b""),
    Observation(139, None, b"", b""),
    Observation(1, None, b"", PYTHON.encode()),
    Observation(1, None, b"", b"x.c:1:1: internal compiler error: in fold, at fold.c:12\n"),
    Observation(101, None, b"", b"thread 'main' panicked at src/main.rs:3:5:\nindex out of bounds\n"),
    Observation(1, None, b"", b"==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x1\n"),
    Observation(0, None, b"", b"a.c:3:1: runtime error: shift exponent 64 is too large\n"),
    Observation(3, None, b"", b"prog: a.c:3: f: Assertion `x > 0' failed.\n"),
    Observation(2, None, b"", b"tool: internal error: table is empty\n"),
    Observation(1, None, b"Unhandled exception: Stack underflow\n", b""),
]
REJECTIONS = [
    Observation(1, None, b"", b"case.c:9:1: error: unknown type name 'y'\n"),
    Observation(1, None, b"", b"case.c:1:10: fatal error: no.h: No such file or directory\ncompilation terminated.\n"),
    Observation(1, None, b"", b"  File \"case.py\", line 1\n    (\n    ^\nSyntaxError: '(' was never closed\n"),
    Observation(128, None, b"", b"fatal: not a git repository\n"),
    Observation(2, None, b"", b"usage: tool FILE\n"),
    Observation(3, None, b"", b""),
    Observation(None, 9, b"", b"", timed_out=True),
    Observation(None, 9, b"", b"", limit="memory"),
]


@pytest.mark.parametrize("run", BUGS)
def test_bugs(run: Observation) -> None:
    assert is_bug(learn(run))


@pytest.mark.parametrize("run", REJECTIONS)
def test_ordinary_errors_and_limits_are_not_bugs(run: Observation) -> None:
    assert not is_bug(learn(run))
