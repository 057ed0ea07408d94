"""The shop's faults: each shows after its fewest steps, for the stated reason."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.web.conftest import PATIENT, Replay
from tests.web.site import FAULTS, Shop, shop_log
from thresher.cli.main import parsed
from thresher.cli.recordings.web_options import stated_failure
from thresher.kernel.outcome import Outcome
from thresher.web.reducing.failure import AnyPageFailure, PageCriterion


def criterion_of(fault: str) -> PageCriterion:
    return stated_failure(parsed(["web", "replay", "x.json", *FAULTS[fault].shows])) or AnyPageFailure()


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_shows_after_its_fewest_steps(fault: str, shop: Shop, replay: Replay) -> None:
    shop.store.reset(frozenset([fault]))
    criterion = criterion_of(fault)
    seen = replay(shop_log(shop, FAULTS[fault].minimum), criterion)
    assert criterion.judge(seen).outcome is Outcome.FAIL, seen


@pytest.mark.parametrize("fault", ["rating-down", "guide-tab", "undo-clash", "zero-quantity"])
def test_without_the_fault_the_same_steps_pass(fault: str, shop: Shop, replay: Replay) -> None:
    criterion = criterion_of(fault)
    seen = replay(shop_log(shop, FAULTS[fault].minimum), criterion, timeouts=replace(PATIENT, end=0.3))
    assert criterion.judge(seen).outcome is Outcome.PASS, seen


def test_there_are_enough_of_them() -> None:
    assert len(FAULTS) >= 15
