"""What counts as the failure, without a browser."""

from __future__ import annotations

import re
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from thresher.kernel.outcome import Outcome
from thresher.session.recordings import StuckStep
from thresher.web.reducing.failure import (
    AnyPageFailure,
    LearnedPageFailure,
    PageConditions,
    PageCriterion,
    StatedPageFailure,
    worst,
)
from thresher.web.replaying.page_errors import PageError, PageErrorKind
from thresher.web.replaying.replay_result import ReplayResult

ERROR = PageError(PageErrorKind.PAGE_ERROR, "TypeError: item 3 is undefined", "total /shop.js:4:2", 5)
STUCK = StuckStep(7, "click #a", "nothing matches")

errors = st.builds(
    PageError, st.sampled_from(PageErrorKind), st.sampled_from(["a", "b 1", "b 2"]), st.sampled_from(["", "f"])
)
replays = st.builds(
    ReplayResult,
    st.integers(0, 9),
    st.just(0.1),
    st.lists(errors, max_size=4).map(tuple),
    st.none() | st.just(STUCK),
    st.booleans(),
)
criteria: st.SearchStrategy[PageCriterion] = st.one_of(
    st.just(AnyPageFailure()),
    st.builds(LearnedPageFailure, errors),
    st.just(StatedPageFailure(page_error=re.compile("b"))),
    st.just(StatedPageFailure(crash=True)),
    st.just(StatedPageFailure(conditions=PageConditions(text="x"))),
    st.just(StatedPageFailure(failed_request=re.compile("a"), conditions=PageConditions(no_selector="x"))),
)


@given(criteria, replays)
def test_a_verdict_says_how_far_the_replay_got(criterion: PageCriterion, seen: ReplayResult) -> None:
    verdict = criterion.judge(seen)
    assert verdict.reason
    if criterion.sufficient(seen.errors):
        assert verdict.outcome is Outcome.FAIL
        assert verdict.used == seen.used
    if verdict.outcome is Outcome.PASS:
        assert seen.stuck is None
    if verdict.outcome is Outcome.UNRESOLVED and seen.stuck is not None:
        assert verdict.used == seen.stuck.step + 1


@given(criteria)
def test_an_empty_replay_does_not_fail_of_itself(criterion: PageCriterion) -> None:
    assert criterion.judge(ReplayResult(0, 0.0)).outcome is Outcome.PASS
    assert criterion.describe()


def test_the_learned_failure_is_known_again_whatever_its_numbers() -> None:
    criterion = LearnedPageFailure(ERROR)
    again = PageError(PageErrorKind.PAGE_ERROR, "TypeError: item 12 is undefined", "total /shop.js:4:2", 1)
    elsewhere = PageError(PageErrorKind.PAGE_ERROR, "TypeError: item 3 is undefined", "other /shop.js:9:9", 1)
    assert criterion.judge(ReplayResult(2, 0.1, (again,))).used == 2
    verdict = criterion.judge(ReplayResult(2, 0.1, (elsewhere,)))
    assert verdict.outcome is Outcome.UNRESOLVED
    assert verdict.reason == "other failure: page error: TypeError: item 3 is undefined"


def test_the_gravest_is_learned_first() -> None:
    missing, odd = PageError(PageErrorKind.REQUEST, "404 GET /x"), PageError(PageErrorKind.CONSOLE, "a")
    assert worst([odd, missing, ERROR]) == ERROR
    assert worst([missing, odd]) == odd
    assert worst([odd, PageError(PageErrorKind.REQUEST, "500 GET /x")]) != odd
    assert worst([replace(ERROR, message="at the start", step=0), ERROR]) == ERROR
    assert worst([]) is None


def test_an_impossible_step_is_not_learned_as_the_failure() -> None:
    refused = PageError(PageErrorKind.REQUEST, "net::ERR_CONNECTION_REFUSED GET /")
    assert AnyPageFailure().judge(ReplayResult(0, 0.1, (refused,), STUCK)).outcome is Outcome.UNRESOLVED
    assert AnyPageFailure().judge(ReplayResult(0, 0.1, (ERROR,), STUCK)).outcome is Outcome.FAIL


def test_conditions_and_errors_must_both_hold() -> None:
    criterion = StatedPageFailure(page_error=re.compile("undefined"), conditions=PageConditions(text="x"))
    assert criterion.judge(ReplayResult(2, 0.1, (ERROR,), holds=False)).outcome is Outcome.UNRESOLVED
    verdict = criterion.judge(ReplayResult(2, 0.1, (ERROR,), holds=True))
    assert (verdict.outcome, verdict.used) == (Outcome.FAIL, None)


def test_the_wait_ends_when_all_that_was_observed_has_occurred_again() -> None:
    request = PageError(PageErrorKind.REQUEST, "500 POST /cart")
    logged = PageError(PageErrorKind.CONSOLE, "item 3 is lost")
    observed = AnyPageFailure((("failed request", "500 POST /cart"), ("console error", "item 12 is lost")))
    assert not observed.enough([request])
    assert observed.enough([request, logged])
    assert observed.enough([ERROR])
    assert not AnyPageFailure().enough([request, logged])
