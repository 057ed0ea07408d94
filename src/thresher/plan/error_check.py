"""The check of candidates for errors before they are asked, and what a session has learned of errors."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from thresher.algorithms.fatal_errors import ErrorEvidence, ErrorFilter, ErrorKinds
from thresher.kernel.probe import Search

C = TypeVar("C")
T = TypeVar("T")

Errors = Callable[[bytes], ErrorKinds]


class ErrorCheck:
    """The check of the candidates of one visit of a stage. Without `errors` there is none.

    `memory` has what is known of the errors of each language; this visit adds to it. The errors of the content that the
    stage starts with are harmless: it fails with them.
    """

    def __init__(
        self, errors: Errors | None, memory: dict[str, ErrorEvidence], language: str = "", current: bytes = b""
    ) -> None:
        self._errors, self._memory, self._language = errors, memory, language
        known = memory.get(language, ErrorEvidence())
        self._known = known if errors is None else known.with_hit(errors(current))
        self._last: Callable[[], ErrorEvidence] = lambda: self._known

    def applied(self, search: Search[C, T], render: Callable[[C], bytes]) -> Search[C, T]:
        """The same search, without candidates whose errors have turned out to be fatal."""
        errors = self._errors
        if errors is None:
            return search
        chosen = ErrorFilter[C](self._known, lambda candidate: errors(render(candidate)))
        self._last = lambda: chosen.learned
        return chosen.applied(search)

    def learn(self) -> None:
        """Keeps what the answers show, after the search that was begun last has ended."""
        if self._errors is not None:
            self._memory[self._language] = self._last()
