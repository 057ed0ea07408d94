"""The observation of one run of the program: how it ended, what it printed, what stopped it."""

from __future__ import annotations

from dataclasses import dataclass

from thresher.oracle.failures.signals import signal_name, signal_of_exit_code


@dataclass(frozen=True, slots=True)
class Observation:
    """One run. `exit_code` is None when a signal ended it; the output may be cut to its beginning and end.

    `limit` names the limit that ended it ("memory", "file size"). `backtrace` is what a debugger saw at the crash,
    innermost frame first. `invalid` says why the run says nothing about its candidate, if so.
    """

    exit_code: int | None
    signal: int | None
    stdout: bytes
    stderr: bytes
    timed_out: bool = False
    limit: str | None = None
    seconds: float = 0.0
    backtrace: tuple[str, ...] = ()
    invalid: str = ""

    @property
    def cut(self) -> bool:
        """Whether it was ended before it could show anything, other than by the time limit."""
        return self.limit is not None or bool(self.invalid)

    @property
    def failed(self) -> bool:
        """Whether it did not end with exit code 0 by itself."""
        return self.exit_code != 0

    @property
    def death(self) -> int | None:
        """The signal that ended the program, also when a shell in between turned it into an exit code."""
        return self.signal if self.signal is not None else signal_of_exit_code(self.exit_code)

    @property
    def how(self) -> str:
        """How it ended, in a few stable words.

        >>> Observation(139, None, b"", b"").how
        'exit 139 (SIGSEGV)'
        """
        if self.invalid:
            return self.invalid
        if self.limit is not None:
            return f"{self.limit} limit"
        if self.timed_out:
            return "timed out"
        if self.signal is not None:
            return signal_name(self.signal)
        shell = signal_of_exit_code(self.exit_code)
        return f"exit {self.exit_code}" + (f" ({signal_name(shell)})" if shell else "")
