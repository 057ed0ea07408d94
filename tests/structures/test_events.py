"""Steps and logs as data."""

from __future__ import annotations

from thresher.kernel.selection import Selection
from thresher.structures.events import EventLog, LogStep


def test_steps_are_compared_without_state_task_place_and_time() -> None:
    early = LogStep(
        "add", (1,), record={"i": 0, "t": 5, "tz": 0, "event": "add", "args": [1], "state": 1, "task": "buy"}
    )
    late = LogStep("add", (1,), record={"event": "add", "args": [1]})
    other = LogStep("add", (1,), record={"event": "add", "args": [1], "delay": 3})
    assert early.text == late.text != other.text


def test_a_step_without_a_record_writes_its_fields() -> None:
    step = LogStep("add", (1,), {"n": 1}, ("buy",))
    assert step.written == {"event": "add", "args": [1], "state": {"n": 1}, "task": "buy"}
    assert LogStep("open").written == {"event": "open", "args": []}
    assert step.with_state({"n": 2}).written["state"] == {"n": 2}


def test_a_log_of_some_steps() -> None:
    log = EventLog((LogStep("a"), LogStep("b"), LogStep("c")), head={"title": "abc"})
    assert [step.event for step in log.only(Selection.of([0, 2]))] == ["a", "c"]
    assert log.title == "abc"
    assert EventLog(()).title == ""
