"""What the first replay waits for."""

from __future__ import annotations

from dataclasses import replace

from tests.web.site import Site
from thresher.structures.events import EventLog, Json
from thresher.web.recording.recorder import OBSERVED
from thresher.web.reducing.first_replay import any_failure, first_timeouts
from thresher.web.reducing.oracle import Replayer
from thresher.web.replaying.browser import Chromium
from thresher.web.replaying.settings import ReplaySettings

MESSAGE = "late"
LATE = f"<button id=a onclick=\"setTimeout(() => {{ throw new Error('{MESSAGE}') }}, 3500)\">A</button>"


def test_an_error_that_was_observed_is_waited_for(chromium: Chromium, site: Site) -> None:
    log = site.log(LATE, {"type": "click", "selectors": [["#a"]]})
    noted: dict[str, Json] = {"step": 2, "kind": "page error", "message": f"Error: {MESSAGE}"}
    observed = EventLog(log.steps, log.kind, {**log.head, OBSERVED: [noted]})
    replayer = Replayer(chromium, ReplaySettings())
    assert first_timeouts(replayer, observed).end > first_timeouts(replayer, log).end
    replayed = replayer.replay(observed, any_failure(observed), first_timeouts(replayer, observed))
    assert replayed is not None
    assert [each.message for each in replayed.errors] == [f"Error: {MESSAGE}"]


def test_a_step_timeout_of_the_user_is_kept(chromium: Chromium, site: Site) -> None:
    log = site.log(LATE)
    given = Replayer(chromium, ReplaySettings(step_timeout=0.7))
    default = Replayer(chromium, ReplaySettings())
    assert first_timeouts(given, log) == replace(first_timeouts(default, log), step=0.7)
