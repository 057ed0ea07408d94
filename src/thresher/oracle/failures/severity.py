"""Which failures are bugs of the program, and which are its response to an invalid input."""

from __future__ import annotations

import re

from thresher.oracle.failures.messages import KIND as MESSAGE
from thresher.oracle.failures.signals import signal_of_exit_code
from thresher.oracle.failures.signature import HANG, LIMIT, STATUS, Signature

_SEVERE = re.compile(
    r"(?i)\b(?:internal (?:\w+ )?error|panic(?:ked)?|unhandled|uncaught|assert(?:ion)?s?|unreachable|segfault\w*"
    r"|segmentation fault|core dumped|stack overflow|out of memory|corrupted|aborted|\w*exception)\b"
)


def is_bug(signature: Signature) -> bool:
    """A crash, internal error, signal, sanitizer report, assertion or uncaught exception.

    An exit code alone or an ordinary error message, such as a compiler's diagnostic, is not; nor is a run that a limit
    ended.

    >>> is_bug(Signature(None, 11, "signal"))
    True
    >>> is_bug(Signature(1, None, "error message", ("error: unknown type name <name>",)))
    False
    """
    if signature.kind in (HANG, LIMIT):
        return False
    if signature.signal is not None or signal_of_exit_code(signature.exit_code) is not None:
        return True
    if signature.kind == MESSAGE:
        return any(_SEVERE.search(line) for line in signature.lines)
    return signature.kind != STATUS
