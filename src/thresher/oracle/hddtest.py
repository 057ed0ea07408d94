"""The test interface of the HDD thesis (chapter 7): HDDTest(suffix, command, string) with a method test(text)."""

from __future__ import annotations

import shlex
from pathlib import Path

from thresher.kernel.outcome import Outcome
from thresher.oracle.command import Program, located, observe
from thresher.oracle.running.limits import Limits
from thresher.oracle.running.run_directory import RunDirectories

PASS, FAIL = Outcome.PASS, Outcome.FAIL


class HDDTest:
    """Runs `command` with the path of the candidate for `%s` and says FAIL or PASS.

    With a string: FAIL iff the output holds it. Without: FAIL iff the command does not exit with 0. Any object with
    such a `test` method is an oracle.
    """

    def __init__(self, suffix: str, command: str, string: str | None = None, *, seconds: float = 60.0) -> None:
        self._program = Program(located(shlex.split(command), Path(f"test{suffix}")), f"test{suffix}")
        self._string = None if string is None else string.encode()
        self._limits = Limits(seconds=seconds)
        self._directories = RunDirectories()

    def test(self, text: str | bytes) -> Outcome:
        """One run on this text."""
        data = text.encode() if isinstance(text, str) else text
        seen = observe(self._program, self._directories, lambda: data, limits=self._limits)
        if seen.timed_out:
            return Outcome.UNRESOLVED
        if self._string is not None:
            return FAIL if self._string in seen.stdout + seen.stderr else PASS
        return FAIL if seen.failed else PASS

    def close(self) -> None:
        """Removes the temporary directories."""
        self._directories.close()
