"""What a generated test asserts, independent of its language: the failure of a criterion."""

from __future__ import annotations

import re
from dataclasses import dataclass

from thresher.web.reducing.failure import LearnedPageFailure, PageConditions, PageCriterion, StatedPageFailure
from thresher.web.replaying.page_errors import PageErrorKind


@dataclass(frozen=True, slots=True)
class Expectation:
    """`errors` are patterns of messages that must not occur, by kind; `conditions` must not hold at the end.

    `reset` has the options by which the server was reset before each replay: the test needs the same state.
    """

    reason: str
    errors: tuple[tuple[PageErrorKind, str], ...]
    conditions: PageConditions
    reset: str = ""

    @property
    def needs(self) -> list[str]:
        """A line about the state that the server must be in, if it was reset."""
        words = "Before each replay the server was reset by"
        return [f"{words} {self.reset}; do the same before this test."] if self.reset else []


def expectation_of(criterion: PageCriterion) -> Expectation:
    """The expectation that fails exactly when the criterion's failure occurs."""
    reason = "; ".join(criterion.describe())
    if isinstance(criterion, LearnedPageFailure):
        seen = criterion.error
        return Expectation(reason, ((seen.kind, pattern_of(seen.message)),), PageConditions())
    if isinstance(criterion, StatedPageFailure):
        patterns = tuple((kind, pattern.pattern) for kind, pattern in criterion.patterns())
        return Expectation(reason, patterns, criterion.conditions)
    return Expectation(reason, tuple((kind, "") for kind in PageErrorKind), PageConditions())


def pattern_of(message: str) -> str:
    """A pattern for a message, with any numbers, in the syntax that Python and JavaScript share.

    >>> pattern_of("reading 'name' of item 12 (of 3)")
    "reading 'name' of item \\\\d+ \\\\(of \\\\d+\\\\)"
    """
    first = message.splitlines()[0] if message else ""
    literal = re.sub(r"([\\^$.|?*+()\[\]{}/])", r"\\\1", first)
    return re.sub(r"\d+", lambda _: r"\d+", literal)
