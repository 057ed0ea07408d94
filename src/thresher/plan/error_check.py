"""The check of candidates for errors before they are asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from thresher.algorithms.fatal_errors import NO_ERRORS, ErrorEvidence, ErrorFilter, ErrorKinds
from thresher.kernel.probe import Search

C = TypeVar("C")
T = TypeVar("T")

Errors = Callable[[bytes], ErrorKinds]


@dataclass(frozen=True, slots=True)
class Strictness:
    """Which candidates with errors are left out.

    Candidates that need not be `in_format` are tried whatever an error that was added has shown: they are few, and may
    show that errors do not matter. A stage that `asks_all` leaves out nothing. Misses teach which errors are fatal if
    it `learns`.
    """

    in_format: bool = True
    asks_all: bool = False
    learns: bool = True


class ErrorCheck:
    """The check of the candidates of one visit of a stage.

    `evidence` is what is known of errors when the visit begins, those of the content included; `remember` is given what
    is known afterwards.
    """

    def __init__(
        self,
        errors: Errors,
        evidence: ErrorEvidence,
        remember: Callable[[ErrorEvidence], None],
        strictness: Strictness,
    ) -> None:
        self._errors, self._evidence, self._remember, self._strictness = errors, evidence, remember, strictness
        self._learned: Callable[[], ErrorEvidence] = lambda: evidence

    def applied(self, search: Search[C, T], render: Callable[[C], bytes]) -> Search[C, T]:
        """The same search, without candidates whose errors are fatal."""
        errors, strictness = self._errors, self._strictness
        if strictness.asks_all:
            return search
        known = self._evidence if strictness.in_format else replace(self._evidence, must_compile=False)
        chosen = ErrorFilter[C](known, lambda candidate: errors(render(candidate)), learns=strictness.learns)
        self._learned = lambda: chosen.learned
        return chosen.applied(search)

    def accepts(self, text: bytes) -> bool:
        """Whether a text is not left out."""
        return self._strictness.asks_all or not self._evidence.is_fatal(self._errors(text).kinds)

    def learn(self, left: bytes) -> None:
        """Keeps what the answers show, after the search that was begun last has ended with this content.

        If anything has failed with a new error, not every error is fatal.
        """
        before, learned = self._evidence, self._learned()
        must_compile = before.must_compile and learned.harmless <= before.harmless
        self._remember(replace(learned, must_compile=must_compile).with_hit(self._errors(left)))


UNCHECKED = ErrorCheck(lambda _: NO_ERRORS, ErrorEvidence(), lambda _: None, Strictness(asks_all=True))
