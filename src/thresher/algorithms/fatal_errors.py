"""Candidates with errors that cannot show the failure are not asked.

A checker says which kinds of errors a candidate has, without a test: a compiler's messages, names that nothing defines.
Whether an error matters is not known beforehand: some programs crash on what is wrong in one way, and reject what is
wrong in another. Two things show it: the answer for a text to which an error was added, and, for each kind of error by
itself, the answers for candidates that have it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Generic, NamedTuple, TypeVar, cast

from thresher.kernel.outcome import Outcome
from thresher.kernel.place import Action, Move
from thresher.kernel.probe import Probe, Search

C = TypeVar("C")
T = TypeVar("T")

ENOUGH = 4  # different candidates with an error of a kind that missed; then no other is asked


class ErrorKinds(NamedTuple):
    """The kinds of errors of a candidate, and what tells it from all others."""

    identity: str
    kinds: frozenset[str]


NO_ERRORS = ErrorKinds("", frozenset())


@dataclass(frozen=True, slots=True)
class ErrorEvidence:
    """What is known of errors: some of the candidates that had errors of each kind and missed, and the kinds that
    something failed with, which are harmless.

    `must_compile` says whether every other kind is fatal, as far as is known; None if that was not asked yet.
    `must_link` says whether the failure needs a program that can be linked.
    """

    missed: dict[str, frozenset[str]] = field(default_factory=dict)
    harmless: frozenset[str] = frozenset()
    must_compile: bool | None = None
    must_link: bool = False

    def is_fatal(self, kinds: frozenset[str]) -> bool:
        """Whether nothing ever failed with one of the kinds, and any error is fatal or this one has missed often."""
        new = kinds - self.harmless
        return any(self.must_compile or len(self.missed.get(kind, ())) >= ENOUGH for kind in new)

    def with_miss(self, errors: ErrorKinds) -> ErrorEvidence:
        """What is known when a candidate with these errors has missed as well."""
        if not errors.kinds - self.harmless:
            return self
        missed = {kind: self.missed.get(kind, frozenset()) | {errors.identity} for kind in errors.kinds - self.harmless}
        return replace(self, missed={**self.missed, **missed})

    def with_hit(self, errors: ErrorKinds) -> ErrorEvidence:
        """What is known when one has failed; if it has a new error, not every error is fatal."""
        must_compile = self.must_compile and errors.kinds <= self.harmless
        return replace(self, harmless=self.harmless | errors.kinds, must_compile=must_compile)

    def starting_with(self, errors: ErrorKinds) -> ErrorEvidence:
        """What is known of candidates that are made from a content with these errors, which fails."""
        return replace(self, harmless=self.harmless | errors.kinds)

    def demands(self, with_error: bytes, with_undefined: bytes) -> Search[bytes, ErrorEvidence]:
        """What is known when a text to which an error was added has been asked: if it fails, others may as well.

        Before it, if it is not empty, a program that uses something undefined: if that does not fail, nothing does that
        cannot be linked, or does not compile.
        """
        if with_undefined:
            hit = yield [Probe(with_undefined, move=Move(Action.ADD_ERROR))]
            if hit is None:
                return replace(self, must_compile=True, must_link=True)
        hit = yield [Probe(with_error, move=Move(Action.ADD_ERROR))]
        return replace(self, must_compile=hit is None)


class _Asked(NamedTuple):
    """A probe, what was known before it was asked, and its errors."""

    probe: object
    before: ErrorEvidence
    errors: ErrorKinds


class ErrorFilter(Generic[C]):
    """Leaves out the probes of one search whose candidates have fatal errors, and learns from the answers.

    `evidence` is what is known before; `learned` afterwards what is known then. Unless it `learns`, misses teach
    nothing. Pure: what is left out depends on the answers alone.
    """

    def __init__(self, evidence: ErrorEvidence, errors: Callable[[C], ErrorKinds], *, learns: bool = True) -> None:
        self._errors, self._learns = errors, learns
        self._known = evidence
        self._pulled: list[ErrorEvidence] = []

    @property
    def learned(self) -> ErrorEvidence:
        """After the search has ended. The last question may not have been asked, and does not count."""
        return self._pulled[-1] if self._pulled else self._known

    def applied(self, search: Search[C, T]) -> Search[C, T]:
        """The same search, for which a candidate with fatal errors has missed without being asked."""
        try:
            stream = next(search)
            while True:
                hit = yield self._asked(stream)
                self._known, self._pulled = self._after(hit), []
                stream = search.send(None if hit is None else _inner(hit))
        except StopIteration as stop:
            return cast("T", stop.value)

    def _after(self, hit: Probe[C] | None) -> ErrorEvidence:
        if hit is None:
            return self.learned
        asked = cast("_Asked", hit.origin)
        return asked.before.with_hit(asked.errors)

    def _asked(self, stream: Iterable[Probe[C]]) -> Iterator[Probe[C]]:
        known, self._pulled = self._known, []
        for probe in stream:
            errors = self._errors(probe.candidate) if probe.wants is Outcome.FAIL else NO_ERRORS
            if not known.is_fatal(errors.kinds):
                self._pulled.append(known)
                scope = None if probe.scope is None else probe.scope.into(partial(self._if_possible, known))
                yield replace(probe, origin=_Asked(probe, known, errors), scope=scope)
                known = known.with_miss(errors) if self._learns else known
        self._pulled.append(known)

    def _if_possible(self, known: ErrorEvidence, candidate: C) -> C | None:
        return None if known.is_fatal(self._errors(candidate).kinds) else candidate


def _inner(hit: Probe[C]) -> Probe[C]:
    """The hit as the search inside knows it."""
    return replace(cast("Probe[C]", cast("_Asked", hit.origin).probe), candidate=hit.candidate)
