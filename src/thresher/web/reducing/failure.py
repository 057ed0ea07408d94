"""Criteria for the failure of a page, stated by the user or learned from the first replay.

Errors count as soon as they occur, in any step. Conditions on what the page shows count after the last step.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from thresher.kernel.outcome import Outcome, Verdict
from thresher.oracle.failures.normalize import blank
from thresher.web.replaying.page_errors import PageError, PageErrorKind

if TYPE_CHECKING:
    from thresher.web.replaying.replay_result import ReplayResult

NONE = "no failure"


@dataclass(frozen=True, slots=True)
class PageConditions:
    """What the page must or must not show after the last step; `fails_when` is a JavaScript expression."""

    fails_when: str | None = None
    text: str | None = None
    no_text: str | None = None
    selector: str | None = None
    no_selector: str | None = None

    def __bool__(self) -> bool:
        return self != PageConditions()

    def describe(self) -> list[str]:
        stated = [
            (self.fails_when, "after the last step this is true: {}"),
            (self.text, "after the last step the page shows: {}"),
            (self.no_text, "after the last step the page does not show: {}"),
            (self.selector, "after the last step something matches {}"),
            (self.no_selector, "after the last step nothing matches {}"),
        ]
        return [words.format(value) for value, words in stated if value is not None]


class PageCriterion(Protocol):
    """Judges a replay.

    `sufficient` says during the steps whether the errors so far decide the verdict; `enough` says after the last step
    whether waiting for further errors is unnecessary.
    """

    @property
    def conditions(self) -> PageConditions: ...

    def sufficient(self, seen: Sequence[PageError]) -> bool: ...

    def enough(self, seen: Sequence[PageError]) -> bool: ...

    def judge(self, replayed: ReplayResult) -> Verdict: ...

    def describe(self) -> list[str]: ...


@dataclass(frozen=True, slots=True)
class StatedPageFailure:
    """The failure that the user stated; all of it must hold. Patterns are searched in the messages of errors.

    The message of a failed request is `500 POST /cart`, or `net::ERR_... GET /cart` if there was no response.
    """

    page_error: re.Pattern[str] | None = None
    console_error: re.Pattern[str] | None = None
    failed_request: re.Pattern[str] | None = None
    crash: bool = False
    conditions: PageConditions = field(default_factory=PageConditions)

    def patterns(self) -> list[tuple[PageErrorKind, re.Pattern[str]]]:
        """The errors that must occur."""
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
        """FAIL if and only if everything stated holds."""
        if self._errors_shown(replayed.errors) and (not self.conditions or replayed.holds):
            return Verdict(Outcome.FAIL, "the stated failure", used=None if self.conditions else replayed.used)
        return _other(replayed, severe=bool(self.patterns()))

    def describe(self) -> list[str]:
        words = {
            PageErrorKind.PAGE_ERROR: "an uncaught exception matches {}",
            PageErrorKind.CONSOLE: "a console error matches {}",
            PageErrorKind.REQUEST: "a failed request matches {}",
            PageErrorKind.CRASH: "the page crashes{}",
        }
        errors = [words[kind].format(pattern.pattern) for kind, pattern in self.patterns()]
        return [*errors, *self.conditions.describe()]


@dataclass(frozen=True, slots=True)
class LearnedPageFailure:
    """The failure of the first replay, and no other."""

    error: PageError

    @property
    def conditions(self) -> PageConditions:
        return PageConditions()

    def sufficient(self, seen: Sequence[PageError]) -> bool:
        return any(each.same_as(self.error) for each in seen)

    def enough(self, seen: Sequence[PageError]) -> bool:
        return self.sufficient(seen)

    def judge(self, replayed: ReplayResult) -> Verdict:
        """FAIL if and only if the learned failure occurred."""
        if self.sufficient(replayed.errors):
            return Verdict(Outcome.FAIL, self.error.short, used=replayed.used)
        return _other(replayed, severe=True)

    def describe(self) -> list[str]:
        return [self.error.description]


@dataclass(frozen=True, slots=True)
class AnyPageFailure:
    """Any failure. Used before the failure is known; the replay continues to its end.

    The wait after the last step ends sooner if all errors in `observed`, by kind and message, have occurred.
    """

    observed: tuple[tuple[str, str], ...] = ()

    @property
    def conditions(self) -> PageConditions:
        return PageConditions()

    def sufficient(self, seen: Sequence[PageError]) -> bool:
        return False

    def enough(self, seen: Sequence[PageError]) -> bool:
        if any(each.kind in (PageErrorKind.CRASH, PageErrorKind.PAGE_ERROR) for each in seen):
            return True
        again = {(each.kind.value, blank(each.message)) for each in seen}
        return bool(self.observed) and all((kind, blank(message)) in again for kind, message in self.observed)

    def judge(self, replayed: ReplayResult) -> Verdict:
        """FAIL if and only if something failed."""
        error = worst(replayed.errors)
        if error is None or (
            replayed.stuck is not None and error.kind in (PageErrorKind.REQUEST, PageErrorKind.CONSOLE)
        ):
            return _other(replayed, severe=False)
        return Verdict(Outcome.FAIL, error.short, used=replayed.used)

    def describe(self) -> list[str]:
        return ["anything fails"]


def worst(seen: Sequence[PageError]) -> PageError | None:
    """The most severe error; of equal ones the first that does not occur in the first step already.

    An error that occurs whenever the page is opened is rarely the one that the recording was made for.
    """
    return min(seen, key=lambda each: (each.rank, each.step == 0), default=None)


def _other(replayed: ReplayResult, *, severe: bool) -> Verdict:
    """The verdict on a replay without the target failure."""
    if replayed.stuck is not None:
        return Verdict(Outcome.UNRESOLVED, str(replayed.stuck), used=replayed.stuck.step + 1)
    found = worst([each for each in replayed.errors if each.kind in (PageErrorKind.CRASH, PageErrorKind.PAGE_ERROR)])
    if severe and found is not None:
        return Verdict(Outcome.UNRESOLVED, f"other failure: {found.short}")
    return Verdict(Outcome.PASS, NONE)
