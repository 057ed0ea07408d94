"""What counts as the failure of a page, stated or learned from a first replay.

Errors count as soon as they happen, while the steps go on. What the page shows counts when the last step is done.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from thresher.kernel.outcome import Outcome, Verdict
from thresher.web.replaying.page_errors import PageError, PageErrorKind

if TYPE_CHECKING:
    from thresher.web.replaying.replay_result import ReplayResult

NONE = "no failure"


@dataclass(frozen=True, slots=True)
class PageConditions:
    """What the page must show, or must not show, after the last step; `fails_when` is a JavaScript expression."""

    fails_when: str | None = None
    text: str | None = None
    no_text: str | None = None
    selector: str | None = None
    no_selector: str | None = None

    def __bool__(self) -> bool:
        return self != PageConditions()

    def describe(self) -> list[str]:
        told = [
            (self.fails_when, "in the end this holds: {}"),
            (self.text, "the page shows in the end: {}"),
            (self.no_text, "the page does not show in the end: {}"),
            (self.selector, "in the end something matches {}"),
            (self.no_selector, "in the end nothing matches {}"),
        ]
        return [words.format(value) for value, words in told if value is not None]


class PageCriterion(Protocol):
    """Judges a replay.

    `sufficient` tells while the steps go on that what was seen decides it; `enough`, after the last one, that no
    further error need be waited for.
    """

    @property
    def conditions(self) -> PageConditions: ...

    def sufficient(self, seen: Sequence[PageError]) -> bool: ...

    def enough(self, seen: Sequence[PageError]) -> bool: ...

    def judge(self, replayed: ReplayResult) -> Verdict: ...

    def describe(self) -> list[str]: ...


@dataclass(frozen=True, slots=True)
class StatedPageFailure:
    """What the user said; all of it must hold. A pattern is looked for in the message of an error.

    A failed request reads `500 POST /cart`, or `net::ERR_... GET /cart` if there was no response.
    """

    page_error: re.Pattern[str] | None = None
    console_error: re.Pattern[str] | None = None
    failed_request: re.Pattern[str] | None = None
    crash: bool = False
    conditions: PageConditions = field(default_factory=PageConditions)

    def patterns(self) -> list[tuple[PageErrorKind, re.Pattern[str]]]:
        """The errors that must be seen."""
        any_crash = re.compile("") if self.crash else None
        wanted = {
            PageErrorKind.PAGE_ERROR: self.page_error,
            PageErrorKind.CONSOLE: self.console_error,
            PageErrorKind.REQUEST: self.failed_request,
            PageErrorKind.CRASH: any_crash,
        }
        return [(kind, pattern) for kind, pattern in wanted.items() if pattern is not None]

    def _errors_shown(self, seen: Sequence[PageError]) -> bool:
        return all(
            any(each.kind is kind and pattern.search(each.message) for each in seen)
            for kind, pattern in self.patterns()
        )

    def sufficient(self, seen: Sequence[PageError]) -> bool:
        return not self.conditions and bool(self.patterns()) and self._errors_shown(seen)

    def enough(self, seen: Sequence[PageError]) -> bool:
        return self._errors_shown(seen)

    def judge(self, replayed: ReplayResult) -> Verdict:
        """FAIL iff all that was stated holds."""
        if self._errors_shown(replayed.sightings) and (not self.conditions or replayed.holds):
            return Verdict(Outcome.FAIL, "the stated failure", used=None if self.conditions else replayed.used)
        return _other(replayed, severe=bool(self.patterns()))

    def describe(self) -> list[str]:
        words = {
            PageErrorKind.PAGE_ERROR: "an uncaught exception matches {}",
            PageErrorKind.CONSOLE: "a console error matches {}",
            PageErrorKind.REQUEST: "a failed request matches {}",
            PageErrorKind.CRASH: "the page crashes{}",
        }
        told = [words[kind].format(pattern.pattern) for kind, pattern in self.patterns()]
        return [*told, *self.conditions.describe()]


@dataclass(frozen=True, slots=True)
class LearnedPageFailure:
    """The failure that a first replay showed, and no other."""

    sighting: PageError

    @property
    def conditions(self) -> PageConditions:
        return PageConditions()

    def sufficient(self, seen: Sequence[PageError]) -> bool:
        return any(each.same_as(self.sighting) for each in seen)

    def enough(self, seen: Sequence[PageError]) -> bool:
        return self.sufficient(seen)

    def judge(self, replayed: ReplayResult) -> Verdict:
        """FAIL iff the learned failure was seen."""
        if self.sufficient(replayed.sightings):
            return Verdict(Outcome.FAIL, self.sighting.short, used=replayed.used)
        return _other(replayed, severe=True)

    def describe(self) -> list[str]:
        return [self.sighting.told]


@dataclass(frozen=True, slots=True)
class AnyPageFailure:
    """Nothing is known of the failure yet: any that shows will do, and the replay goes on to its end."""

    @property
    def conditions(self) -> PageConditions:
        return PageConditions()

    def sufficient(self, seen: Sequence[PageError]) -> bool:
        return False

    def enough(self, seen: Sequence[PageError]) -> bool:
        return any(each.kind in (PageErrorKind.CRASH, PageErrorKind.PAGE_ERROR) for each in seen)

    def judge(self, replayed: ReplayResult) -> Verdict:
        """FAIL iff something failed."""
        found = worst(replayed.sightings)
        if found is None or (
            replayed.stuck is not None and found.kind in (PageErrorKind.REQUEST, PageErrorKind.CONSOLE)
        ):
            return _other(replayed, severe=False)
        return Verdict(Outcome.FAIL, found.short, used=replayed.used)

    def describe(self) -> list[str]:
        return ["anything fails"]


def worst(seen: Sequence[PageError]) -> PageError | None:
    """The gravest sighting, and of equal ones the first that is not there from the first step on.

    That is what a user would call the failure; what shows whenever the page is opened is rarely why it was recorded.
    """
    return min(seen, key=lambda each: (each.rank, each.step == 0), default=None)


def _other(replayed: ReplayResult, *, severe: bool) -> Verdict:
    """What to say of a replay that does not show the failure."""
    if replayed.stuck is not None:
        return Verdict(Outcome.UNRESOLVED, str(replayed.stuck), used=replayed.stuck.step + 1)
    found = worst([each for each in replayed.sightings if each.kind in (PageErrorKind.CRASH, PageErrorKind.PAGE_ERROR)])
    if severe and found is not None:
        return Verdict(Outcome.UNRESOLVED, f"other failure: {found.short}")
    return Verdict(Outcome.PASS, NONE)
