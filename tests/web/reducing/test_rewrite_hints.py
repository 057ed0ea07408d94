"""Rules from recordings, and what they leave of another one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.web.conftest import Replay
from tests.web.site import Shop, Site, home_of, log_of, shop_recording
from thresher.errors import UsageError
from thresher.formats.events.events import EventsDocument, read_log
from thresher.web.reducing.rewrite_hints import StateSampler, has_states, hint_from, logs_in, mined
from thresher.web.replaying.settings import StateAbstraction

THERE_AND_BACK = ("next", "previous")


def test_rules_are_mined_from_recorded_states(shop: Shop, replay: Replay) -> None:
    log = log_of(*shop_recording("", [(each, "") for each in ("visit", *THERE_AND_BACK * 5)], home_of(shop))["steps"])
    sampler = StateSampler(StateAbstraction(marks=("#page",)))
    replay(log, after=sampler)
    assert len(sampler.states) == 11
    known = sampler.added_to(log)
    assert has_states(known)
    assert not has_states(log)
    rules = mined([known])
    assert "[click #next; click #previous] = []" in [str(rule) for rule in rules]
    words = ("visit", "next", "previous", "compare 1")
    document = EventsDocument(json.dumps(shop_recording("", [(each, "") for each in words], home_of(shop))).encode())
    left = read_log(hint_from(document, rules, most=5).log)
    assert [step.event for step in left] == ["navigate", "click #compare-1"]


def test_a_state_can_be_an_expression(site: Site, replay: Replay) -> None:
    sampler = StateSampler(StateAbstraction("({n: document.querySelectorAll('p').length})"))
    replay(site.log("<p>1<p>2"), after=sampler)
    assert sampler.states == [{"n": 2}]
    with pytest.raises(UsageError, match="the state cannot be read"):
        replay(site.log(""), after=StateSampler(StateAbstraction("1 +")))


def test_a_directory_without_recordings_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no recording in"):
        logs_in(tmp_path)
    with pytest.raises(UsageError, match="is not a directory"):
        logs_in(tmp_path / "none")
