"""An event log that rrweb wrote on a page becomes a recording that replays."""

from __future__ import annotations

import json

import pytest

from tests.web.conftest import Replay
from tests.web.readers.form import assert_saves, case
from tests.web.site import Site
from thresher.web.readers.rrweb import read_rrweb


@pytest.mark.parametrize("lines", [False, True])
def test_an_event_log_replays(lines: bool, site: Site, replay: Replay) -> None:
    text = case("rrweb.json", site)
    data = "\n".join(map(json.dumps, json.loads(text))) if lines else text
    found = read_rrweb(data.encode(), "rrweb.json")
    assert found.notes == ["keys are not in an rrweb log, only the values that they changed"]
    if not lines:
        assert_saves(found.steps, "saved,Ann,red,true,Rome,box,second", replay)
    assert [step["type"] for step in found.steps] == [
        *("setViewport", "navigate", "click", "change", "change", "click", "change", "change"),
        *("doubleClick", "click", "click"),
    ]


def test_what_the_log_does_not_describe_is_named() -> None:
    def node(number: int, kind: int, *children: object, **more: object) -> dict[str, object]:
        return {"id": number, "type": kind, "childNodes": children, **more}

    field = node(3, 2, tagName="input", attributes={"type": "password"})
    events = [
        {"type": 4, "data": {"href": "http://localhost/", "width": 9, "height": 9}, "timestamp": 1},
        {"type": 2, "data": {"node": node(1, 0, node(2, 2, field, tagName="html"))}, "timestamp": 2},
        {"type": 3, "data": {"source": 5, "id": 3, "text": "****", "isChecked": False}, "timestamp": 3},
        {"type": 3, "data": {"source": 2, "type": 2, "id": 99}, "timestamp": 4},
        {"type": 3, "data": {"source": 3, "id": 1, "x": 0, "y": 5}, "timestamp": 5},
        {"type": 4, "data": {"href": "http://localhost/next", "width": 9, "height": 9}, "timestamp": 6},
    ]
    found = read_rrweb(json.dumps({"events": events}).encode(), "a.json")
    assert found.notes[:2] == [
        "left out 1: values that the page masked",
        "left out 1: clicks in frames, shadow roots, or on elements that the log does not describe",
    ]
    caused = [{"type": "navigation", "url": "http://localhost/next"}]
    assert found.steps[-1] == {"type": "scroll", "x": 0, "y": 5, "assertedEvents": caused}
