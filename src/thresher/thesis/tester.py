"""The thesis' tester: runs a command on each text, and looks for a string in its output."""

from __future__ import annotations

import shlex
from os import PathLike
from pathlib import Path
from typing import Self

from thresher.engine.questions import digest
from thresher.kernel.outcome import Outcome
from thresher.oracle.command import Program, located, observe
from thresher.oracle.failures.observation import Observation
from thresher.oracle.running.limits import Limits
from thresher.oracle.running.run_directory import RunDirectories
from thresher.session.files.candidates import CandidateFolder
from thresher.thesis.outcomes import FAIL, PASS, UNRESOLVED


class HDDTest:
    """A tester that runs `command` on each text, with the path of a file that holds it for `%s`.

    The outcome is FAIL if the output contains `string`; without a string, if the command does not exit with 0. It is
    UNRESOLVED if the command runs longer than `seconds`. With a `directory`, each text is kept there as a file with
    its number and outcome; the thesis' own tester does that in `./test`. Works as a context manager, which removes the
    temporary directories at the end.

    >>> with HDDTest(".txt", "grep -q needle %s") as tester:
    ...     tester.test("hay"), tester.test("a needle")
    (<Outcome.FAIL: 'fail'>, <Outcome.PASS: 'pass'>)
    """

    def __init__(
        self,
        suffix: str,
        command: str,
        string: str | None = None,
        *,
        seconds: float = 60.0,
        directory: str | PathLike[str] | None = None,
    ) -> None:
        self._program = Program(located(shlex.split(command), Path(f"test{suffix}")), f"test{suffix}")
        self._string = None if string is None else string.encode()
        self._limits = Limits(seconds=seconds)
        self._directories = RunDirectories()
        self._kept = None if directory is None else CandidateFolder(Path(directory), suffix)

    def test(self, text: str | bytes) -> Outcome:
        """One run on this text."""
        data = text.encode("utf-8", "surrogateescape") if isinstance(text, str) else text
        outcome, reason = self._judged(observe(self._program, self._directories, lambda: data, limits=self._limits))
        if self._kept is not None:
            self._kept.add(data, outcome, reason, digest(data))
        return outcome

    def _judged(self, observed: Observation) -> tuple[Outcome, str]:
        if observed.timed_out:
            return UNRESOLVED, "timed out"
        if self._string is None:
            return (FAIL, "the command fails") if observed.failed else (PASS, "the command exits with 0")
        found = self._string in observed.stdout + observed.stderr
        return (FAIL, "the output has the string") if found else (PASS, "the output does not have the string")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Removes the temporary directories."""
        self._directories.close()
