"""The findings about a failing test, as lines for the terminal."""

from __future__ import annotations

import shlex
from dataclasses import dataclass

from thresher.pytest_plugin.probe import as_text
from thresher.pytest_plugin.spec import BYTES, LIST, Described
from thresher.session.run import Result

MOST_SHOWN = 300  # characters of a value


@dataclass(frozen=True, slots=True)
class Dependence:
    """The earlier tests that make a test fail, out of how many, and the cost; `why` if the search was stopped early.

    If tests are `shuffled`, the command that reproduces it must turn that off.
    """

    test: str
    after: tuple[str, ...]
    earlier: int
    runs: int
    why: str
    shuffled: bool = False

    def lines(self) -> list[str]:
        again = shlex.join([*(("-p", "no:randomly") if self.shuffled else ()), *self.after, self.test])
        return [
            f"{self.test} passes alone; it fails after:",
            *(f"    {test}" for test in self.after),
            f"  {len(self.after)} of {self.earlier} earlier tests, found in {self.runs} pytest runs{_early(self.why)}; "
            "to see it:",
            f"    pytest {again}",
        ]


@dataclass(frozen=True, slots=True)
class Shrunk:
    """A parameter or a file of a test, and the result of its reduction."""

    parameter: Described
    result: Result

    def lines(self) -> list[str]:
        result = self.result
        runs = f"{result.statistics.runs} pytest runs"
        why = "" if result.complete else result.why
        return [
            f"  {self.parameter.name}: {self._sizes()} in {runs}{_early(why)}",
            *self._shown(),
            f"    saved in {result.output}",
        ]

    def _sizes(self) -> str:
        before, after = self.result.before, self.result.after
        if self.parameter.kind == LIST:
            return f"{len(before.split())} -> {len(after.split())} items"
        return f"{len(before):,} -> {len(after):,} bytes"

    def _shown(self) -> list[str]:
        after = self.result.after
        if self.parameter.kind == LIST:
            items = self.parameter.items
            value = f"[{', '.join(items[int(number)] for number in after.split())}]"
        else:
            value = repr(after if self.parameter.kind == BYTES else as_text(after))
        return [f"    {value if len(value) <= MOST_SHOWN else value[:MOST_SHOWN] + '...'}"]


def _early(why: str) -> str:
    return f" (stopped early: {why})" if why else ""
