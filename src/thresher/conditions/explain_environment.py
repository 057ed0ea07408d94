"""Explains the environment of a command: which variables the failure needs.

Costs one test if it needs none. Otherwise a list algorithm finds a smallest set, and one test for each of its
variables tells what happens without it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from functools import partial

from thresher.algorithms.registry import DEFAULT, list_algorithm
from thresher.conditions.environment import OF_THE_MACHINE, OURS
from thresher.engine.driver import Driver
from thresher.engine.record.record import Record
from thresher.explain.explanation import NeededOption, Variables
from thresher.kernel.outcome import Outcome
from thresher.kernel.selection import Selection
from thresher.oracle.secrets import Environment
from thresher.verify.verification import ask_unknown

PROGRAM = "env"
_CAREFUL = re.compile(
    r"dry|sandbox|offline|read_?only|simulate|no_?act|test|staging|env$|profile|config|host|ur[li]|dsn|endpoint|database"
    r"|(?:^|_)db|kube|aws|azure|gc[lp]|docker|proxy",
    re.IGNORECASE,
)
"""Names of variables that may keep a program from something dangerous, or tell it which server to use."""


class EnvironmentExplainer:
    """Runs a command without some of its variables, which `env -u` removes. Values are neither read nor written.

    `content` turns the words of a command into a question.
    """

    def __init__(
        self,
        environment: Environment,
        command: Sequence[str],
        *,
        content: Callable[[list[str]], bytes],
        driver: Driver[bytes],
        record: Record,
    ) -> None:
        kept = {*OURS, *OF_THE_MACHINE}
        names = [os.fsdecode(name) for name in sorted(environment) if name not in kept]
        self._careful = tuple(name for name in names if _CAREFUL.search(name))
        self._names = [name for name in names if name not in self._careful]
        self._command, self._content, self._driver, self._record = command, content, driver, record
        self._needed: list[str] | None = None

    def run(self) -> None:
        """Asks what is not known yet."""
        if not self._names:
            return
        everything = Selection.all(len(self._names))
        self._ask([self._with(())])
        if self._fails(self._with(())):
            self._needed = []
            return
        search = partial(list_algorithm(DEFAULT).search, everything)
        found = self._driver.drive(search, lambda kept: self._with([self._names[at] for at in kept]))
        self._needed = [self._names[at] for at in found]
        self._ask([self._without(name) for name in self._needed])

    def found(self) -> Variables:
        """What is known."""
        if self._needed is None:
            return Variables(careful=self._careful)
        rows = tuple(self._row(name) for name in self._needed)
        return Variables(len(self._names) - len(rows), rows, self._careful)

    def _row(self, name: str) -> NeededOption:
        verdict = self._record.known(self._without(name))
        return NeededOption(name, verdict.outcome, verdict.reason) if verdict else NeededOption(name, None, "")

    def _without(self, name: str) -> bytes:
        return self._with([each for each in self._names if each != name])

    def _with(self, kept: Sequence[str]) -> bytes:
        """The command without all other variables that may be removed."""
        gone = (word for name in self._names if name not in kept for word in ("-u", name))
        return self._content([PROGRAM, *gone, *self._command])

    def _fails(self, content: bytes) -> bool:
        known = self._record.known(content)
        return known is not None and known.outcome is Outcome.FAIL

    def _ask(self, contents: Sequence[bytes]) -> None:
        ask_unknown(self._driver, contents, self._record.known)
