"""Console blocks of a page: what a user types behind `$ `, and what it prints.

`...` stands for anything, on a line of its own for any lines. What differs from run to run is not compared: the numbers
of the line that counts tests, names of sessions, and the line of progress.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_COUNTS = re.compile(r"\d+ tests\b")
_PROGRESS = re.compile(r"^.* \| stage .*\n", re.MULTILINE)
_ANY_LINES = r"(?:.*\n)*?"


@dataclass(frozen=True)
class Step:
    """A command and its output as the page has it."""

    command: str
    expected: str

    def matches(self, printed: str) -> bool:
        r"""Whether a run printed what the page says.

        >>> Step("", "a ... c\n...\n3 tests in 1.5 s\n").matches("a b c\nx\ny\n4 tests in 2.25 s\n")
        True
        >>> Step("", "a\nb\n").matches("a\nc\n")
        False
        """
        pattern = "".join(map(_line_pattern, self.expected.splitlines()))
        printed = _PROGRESS.sub("", printed)
        return re.fullmatch(pattern, printed if printed.endswith("\n") or not printed else printed + "\n") is not None


def steps(page: str) -> Iterator[Step]:
    r"""The commands of a page in order.

    >>> list(steps("```console\n$ echo a\na\n$ true\n```\n"))
    [Step(command='echo a', expected='a\n'), Step(command='true', expected='')]
    """
    for block in _BLOCK.finditer(page):
        for part in re.split(r"^\$ ", block[1], flags=re.MULTILINE)[1:]:
            command, _, expected = part.partition("\n")
            yield Step(command, expected)


def _line_pattern(line: str) -> str:
    if line == "...":
        return _ANY_LINES
    pattern = re.escape(line).replace(r"\.\.\.", ".*")
    pattern = re.sub(r"\\-[0-9a-f]{12}\b", "-[0-9a-f]{12}", pattern)
    if _COUNTS.match(line):
        pattern = re.sub(r"\d[\d,]*(?:\\\.\d+)?", lambda _: r"\d[\d,.]*", pattern)
    return pattern + "\n"
