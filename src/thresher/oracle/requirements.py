"""What every candidate must meet beside the failure: commands that succeed on it, and text that stays in it."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from dataclasses import dataclass, replace

from thresher.errors import UsageError
from thresher.oracle.command import Subject, observe
from thresher.oracle.running.handle import RunHandle
from thresher.oracle.running.limits import Limits
from thresher.oracle.running.run_directory import RunDirectories

LEAST_SECONDS = 60.0  # that a command may take, however fast the program under test is


@dataclass(frozen=True, slots=True)
class Requirements:
    """Checked before a candidate is tested, in the same containment; a candidate that fails them is not tested.

    Each command comes with its words as they were typed.
    """

    commands: tuple[tuple[tuple[str, ...], Subject], ...] = ()
    keep: tuple[re.Pattern[bytes], ...] = ()

    def unmet(
        self, content: Callable[[], bytes], directories: RunDirectories, limits: Limits, running: RunHandle
    ) -> str:
        """Why a candidate does not count; empty if it does. Text is looked up first, since that costs no run."""
        if self.keep:
            data = content()
            for pattern in self.keep:
                if pattern.search(data) is None:
                    return f"does not have the text {pattern.pattern.decode(errors='replace')!r} (--keep)"
        limits = replace(limits, seconds=max(LEAST_SECONDS, limits.seconds or 0.0))
        for typed, subject in self.commands:
            seen = observe(subject, directories, content, limits=limits, running=running)
            if running.cancelled:
                break
            if seen.failed:
                line = typed[2] if typed[:2] == ("sh", "-c") else shlex.join(typed).replace("'{}'", "{}")
                return f"does not meet --require {shlex.quote(line)} ({seen.how})"
        return ""

    def check(self, data: bytes, directories: RunDirectories, limits: Limits) -> None:
        """Raises UsageError if the input itself does not meet them: then nothing smaller could count."""
        why = self.unmet(lambda: data, directories, limits, RunHandle())
        if why:
            raise UsageError(f"the input itself {why}; change --require or --keep, or name files with --with FILE")


def parse_requirement(text: str) -> tuple[str, ...]:
    """The words of a command; a line that needs a shell gets one.

    >>> parse_requirement("gcc -fsyntax-only {}"), parse_requirement("grep -q x {} && true")
    (('gcc', '-fsyntax-only', '{}'), ('sh', '-c', 'grep -q x {} && true'))
    """
    words = tuple(shlex.split(text))
    if not words:
        raise UsageError("--require needs a command, for instance: --require 'gcc -fsyntax-only {}'")
    return ("sh", "-c", text) if re.search(r"[|&;<>$`]", text) else words


def parse_kept(text: str) -> re.Pattern[bytes]:
    """A regular expression for --keep."""
    try:
        return re.compile(text.encode("utf-8", "surrogateescape"), re.MULTILINE)
    except re.error as error:
        raise UsageError(f"--keep {text!r} is not a regular expression: {error}") from None
