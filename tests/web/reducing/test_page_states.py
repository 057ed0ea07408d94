"""States of the page after each step, and the routes without steps that lead back."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from tests.web.conftest import Replay
from tests.web.site import Site, log_of
from thresher.cli.main import main
from thresher.formats.events.events import EventsDocument, write_log
from thresher.structures.events import EventLog
from thresher.web.reducing.page_states import PageStates, hint_of, routes, without_idle_steps, without_loops

STATES = st.lists(st.one_of(st.none(), st.sampled_from("abcd")))


@given(STATES)
def test_a_route_without_loops_is_in_each_state_once_and_ends_in_the_same(states: list[str | None]) -> None:
    kept = without_loops(states)
    known = [states[index] for index in kept if states[index] is not None]
    assert len(known) == len(set(known))
    assert (states[kept[-1]] if kept else None) == (states[-1] if states else None)
    assert kept == sorted(set(kept))


@given(STATES)
def test_idle_steps_are_those_after_which_nothing_has_changed(states: list[str | None]) -> None:
    kept = without_idle_steps(states)
    left = [states[index] for index in kept]
    assert all(one is None or one != other for one, other in pairwise(left))
    assert set(without_loops(states)) <= set(kept)


@given(STATES, st.integers(0, 9))
def test_the_failing_step_is_in_each_route(states: list[str | None], failed: int) -> None:
    assert all(route[-1] == failed for route in routes(states, min(failed, len(states))) if failed <= len(states))


def sampled(log: EventLog, replay: Replay) -> list[str | None]:
    pages = PageStates()
    replay(log, after=pages)
    return pages.states


PAGE = """<style>#menu { display: none } #top:hover #menu { display: block }</style>
<div id="top">Menu<div id="menu">Item</div></div><input id="name"><p style="height: 2000px">long</p>
<canvas id="sheet" onclick="this.getContext('2d').fillRect(0, 0, 9, 9)"></canvas>"""


def test_scrolling_is_idle_and_pointing_typing_and_painting_are_not(site: Site, replay: Replay) -> None:
    log = site.log(
        PAGE,
        {"type": "scroll", "x": 0, "y": 500},
        {"type": "scroll", "x": 0, "y": 0},
        {"type": "hover", "selectors": [["#top"]]},
        {"type": "change", "selectors": [["#name"]], "value": "Ann"},
        {"type": "click", "selectors": [["#sheet"]]},
    )
    states = sampled(log, replay)
    assert states[0] == states[1] == states[2]
    assert len(set(states)) == 4


def test_recordings_with_tasks_get_no_hint() -> None:
    steps = [{"type": "scroll", "y": number} for number in range(4)]
    document = EventsDocument(write_log(log_of(*steps)))
    hint = hint_of(document, [[0, 3], [0, 2, 3]])
    assert hint is not None
    assert (hint.most, len(hint.others)) == (2, 1)
    assert hint_of(document, []) is None
    assert hint_of(EventsDocument(write_log(log_of(*({**each, "task": "a"} for each in steps)))), [[0, 3]]) is None


def test_steps_that_lead_back_go_in_one_test(site: Site, tmp_path: Path) -> None:
    page = "<input id=name><button onclick=\"if (++window.count > 1) throw Error('twice')\">Go</button>"
    away = [
        each
        for number in range(5)
        for each in (
            {"type": "change", "selectors": [["#name"]], "value": str(number)},
            {"type": "scroll", "x": 0, "y": 0},
            {"type": "change", "selectors": [["#name"]], "value": ""},
        )
    ]
    click = {"type": "click", "selectors": [["button"]]}
    log = site.log(f"{page}<script>count = 0</script>", *away, click, *away, click)
    path = tmp_path / "twice.json"
    path.write_bytes(write_log(log))
    assert main(["web", "reduce", str(path), "--checks", "1", "--quiet", "--no-report"]) == 0
    assert [step["type"] for step in json.loads((tmp_path / "twice.min.json").read_text())["steps"]] == [
        "navigate",
        "click",
        "click",
    ]
    journal = next((tmp_path / ".thresher").glob("*/journal*")).read_text()
    assert '\\"routes\\": [[' in journal
