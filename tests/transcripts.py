"""Console blocks of a page: what a user types after `$ `, and what it prints.

`...` stands for anything, on a line of its own for any lines. What differs from run to run is not compared: the numbers
of the line that counts tests and what it lists beyond the page (a busy machine or one with more cores asks more),
names of sessions, and the line of progress.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_COUNTS = re.compile(r"\d+ tests\b")
_PROGRESS = re.compile(r"^.* \| stage .*\n", re.MULTILINE)
_MORE = r"(?:, [^\n]*)?"
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
        >>> Step("", "3 tests (1 cached) in 1.5 s: 2 pass, 1 fail\n").matches(
        ...     "9 tests (4 cached, 2 speculative) in 2.5 s: 6 pass, 1 unresolved: timed out, 2 fail\n"
        ... )
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
        pattern = re.sub(r"(?=\\\))|,\\ ", lambda found: _MORE + found[0], pattern) + _MORE
    return pattern + "\n"
