"""Signals by name and number, also when a shell reports one as an exit code."""

from __future__ import annotations

from signal import Signals

from thresher.errors import UsageError

SHELL_OFFSET = 128  # a shell exits with 128 + N when signal N ended its command
FATAL = frozenset(
    {
        Signals.SIGINT,
        Signals.SIGQUIT,
        Signals.SIGILL,
        Signals.SIGTRAP,
        Signals.SIGABRT,
        Signals.SIGBUS,
        Signals.SIGFPE,
        Signals.SIGKILL,
        Signals.SIGSEGV,
        Signals.SIGPIPE,
        Signals.SIGALRM,
        Signals.SIGTERM,
        Signals.SIGXCPU,
        Signals.SIGXFSZ,
        Signals.SIGSYS,
    }
)
DELIBERATE = frozenset({Signals.SIGABRT, Signals.SIGILL, Signals.SIGTRAP})  # how programs end themselves


def signal_name(number: int) -> str:
    """The name of a signal, or "signal N" for one that has none.

    >>> signal_name(11), signal_name(99)
    ('SIGSEGV', 'signal 99')
    """
    try:
        return Signals(number).name
    except ValueError:
        return f"signal {number}"


def signal_of_exit_code(exit_code: int | None) -> int | None:
    """The signal that a shell reports by an exit code; None for codes that programs use themselves.

    >>> signal_of_exit_code(139), signal_of_exit_code(129), signal_of_exit_code(1)
    (11, None, None)
    """
    number = (exit_code or 0) - SHELL_OFFSET
    return number if number in FATAL else None


def parse_signal(text: str) -> int:
    """The number of a signal given as "SEGV", "SIGSEGV", "sigsegv" or "11".

    >>> parse_signal("segv"), parse_signal("6")
    (11, 6)
    """
    word = text.strip().upper()
    if word.isdecimal() and 0 < int(word) <= max(Signals):
        return int(word)
    name = word if word.startswith("SIG") else f"SIG{word}"
    if name in Signals.__members__:
        return int(Signals[name])
    raise UsageError(f"{text!r} is not a signal; give its name or number, such as SEGV, SIGABRT or 11")
