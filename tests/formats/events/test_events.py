"""Event logs: what is read is written again, and a malformed log is an error with its position."""

from __future__ import annotations

import json
from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher import formats
from thresher.errors import UsageError
from thresher.formats.events.events import EventsDocument, nearest, read_log, renderer, spans_of, write_log
from thresher.formats.events.records import step_of
from thresher.kernel.selection import Selection
from thresher.structures.events import EventLog, LogKind, LogStep

RECORDING = """\
{
    "title": "Größe",
    "selectorAttribute": "data-x",
    "steps": [
        {"type": "setViewport", "width": 800, "height": 600, "deviceScaleFactor": 1},
        {"type": "navigate", "url": "http://localhost/", "assertedEvents": [{"type": "navigation", "title": ""}]},
        {"type": "click", "target": "main", "selectors": [["aria/Größe"], ["#a", "#b"]], "offsetX": 3.5, "odd": null},
        {"type": "change", "selectors": ["#name"], "value": "ü", "task": "fill in", "state": {"n": 1}},
        {"type": "inventedLater", "x": 1}
    ],
    "timeout": 5000
}
""".encode()
FLEX = (
    b'{"i":4,"t":1382,"tz":-120,"name":"clickbuy_2","type":"click","target":"buy_2","args":[],"state":{"n":1}}\n'
    b'{"i":5,"t":1383,"tz":-120,"name":"changeqty","type":"change","target":"qty","args":["2"],"state":{"n":2}}\n'
)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def test_a_devtools_recording() -> None:
    log = read_log(RECORDING)
    assert log.kind is LogKind.DEVTOOLS
    assert log.title == "Größe"
    assert [str(step) for step in log] == [
        "setViewport(800, 600)",
        'navigate("http://localhost/")',
        "click aria/Größe",
        'change #name("ü")',
        "inventedLater(1)",
    ]
    assert (log.steps[3].tasks, log.steps[3].state) == (("fill in",), {"n": 1})
    assert json.loads(write_log(log)) == json.loads(RECORDING)


def test_flex_store_lines() -> None:
    log = read_log(FLEX)
    assert log.kind is LogKind.LINES
    assert [str(step) for step in log] == ["clickbuy_2", 'changeqty("2")']
    assert read_log(write_log(log)) == log


def test_the_spans_of_a_recording_are_its_steps() -> None:
    steps = json.loads(RECORDING)["steps"]
    assert [json.loads(RECORDING[start:stop]) for start, stop in spans_of(RECORDING)] == steps


def test_a_byte_order_mark_and_blank_lines() -> None:
    data = b'\xef\xbb\xbf\n{"event":"a"}\r\n\r\n{"event":"b"}'
    assert [step.event for step in read_log(data)] == ["a", "b"]
    assert [data[start:stop] for start, stop in spans_of(data)] == [b'\n{"event":"a"}\r\n\r\n', b'{"event":"b"}']
    assert read_log(b"\xef\xbb\xbf" + RECORDING).title == "Größe"


@given(
    st.lists(st.fixed_dictionaries({"event": st.text()}, optional={"args": st.lists(json_values), "x": json_values}))
)
def test_whatever_a_step_says_is_written_again(records: list[dict[str, object]]) -> None:
    for data in (
        "".join(f"{json.dumps(record)}\n" for record in records).encode(),
        json.dumps({"more": records, "steps": records}).encode(),
    ):
        if data:
            log = read_log(data)
            assert [step.record for step in log] == records
            assert read_log(write_log(log)) == log


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (RECORDING[:-30], "cut off"),
        (RECORDING[:300], "cut off"),
        (b'{"title": "x", "steps": [{"type": "click"}', "cut off"),
        (b'{"title": "x", "steps": [{"type": "click"},]}', "line 1, column 44: a comma"),
        (b'{"title": "x", "steps": {}}', "no .event"),
        (b'{"steps": [{"type": "click"}, 7]}', r"step 2 \(line 1\): a step is an object, not 7"),
        (b'{"steps": [{"selectors": []}]}', 'step 1 .line 1.: it has no "event"'),
        (b'{"steps": [] "x": 1}', "line 1, column 14: ',' is missing"),
        (b'{"steps": []} {}', "something follows"),
        (b'{"event": "a"}\n{"event": ', r"step 2 \(line 2\): it is not JSON; the file may have been cut off"),
        (b'{"event": "\xff"}', "not UTF-8"),
        (b'{"event": "a", "task": 3}', "a task is a text, or a list of texts if it is in another one, not 3"),
        (b"int main() {}", "not JSON"),
        (b"\n\n", "no steps"),
        (b"", "no steps"),
        (b"[" * 100_000, "not JSON"),
    ],
)
def test_a_malformed_log_is_an_error_with_its_position(data: bytes, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        read_log(data, "session.json")


def test_a_custom_step_is_not_called_by_its_name_alone() -> None:
    assert str(step_of({"type": "customStep", "name": "login", "parameters": {}})) == 'customStep("login", {})'


def test_any_steps_of_a_recording_are_a_recording() -> None:
    document = EventsDocument(RECORDING)
    assert document.tree.render(document.with_steps(Selection.all(5))) == RECORDING
    whole = json.loads(RECORDING)
    for bits in range(32):
        kept = Selection.of(number for number in range(5) if bits >> number & 1)
        left = json.loads(document.tree.render(document.with_steps(kept)))
        assert left == {**whole, "steps": [whole["steps"][number] for number in kept]}


tasked = st.lists(st.sampled_from([None, "buy", "pay"]), min_size=1, max_size=8)


@given(tasked, st.sets(st.integers(0, 7)), st.booleans(), st.integers(0, 8))
def test_any_nodes_of_a_log_are_a_log(tasks: list[str | None], chosen: set[int], recording: bool, used: int) -> None:
    steps = tuple(LogStep(f"e{number}", tasks=(task,) if task else ()) for number, task in enumerate(tasks))
    document = EventsDocument(write_log(EventLog(steps, LogKind.DEVTOOLS if recording else LogKind.LINES)))
    kept = Selection.of(number for number in chosen if number < len(tasks))
    left = document.tree.render(document.with_steps(kept))
    if kept or recording:
        assert [step.event for step in read_log(left)] == [f"e{number}" for number in kept]
        narrow = document.tree.render(document.narrowed(document.with_steps(kept), used))
        if recording or (kept and used):
            assert [step.event for step in read_log(narrow)] == [f"e{number}" for number in kept[:used]]
    tree = document.tree
    named = [node for node in range(1, len(tree)) if tree.kind(node).name == "task"]
    assert len(named) == sum(task is not None for task, _ in groupby(tasks))
    for node in range(1, len(tree)):
        less = tree.without(tree.everything, [node])
        text = tree.render(less)
        assert document.valid(less) == (tree.parent(node) == 0 or tree.weight(less, tree.parent(node)) > 1)
        assert not document.valid(less) or not text.strip() or document.valid_text(text)


def test_a_hint_need_not_be_a_part_of_the_log() -> None:
    log = EventLog(tuple(LogStep(event) for event in "abcab"))
    assert list(nearest(log, EventLog(tuple(LogStep(event) for event in "ab")))) == [3, 4]
    assert list(nearest(log, EventLog(tuple(LogStep(event) for event in "axcx")))) == [0, 2]
    assert not nearest(log, EventLog((LogStep("x"),)))


@pytest.mark.parametrize(
    ("data", "expected"),
    [(RECORDING, "events"), (FLEX, "source"), (b'{"title": "x", "steps": ["stir", "bake"]}', "source")],
)
def test_only_a_recording_is_taken_for_a_log_unasked(data: bytes, expected: str) -> None:
    assert formats.guess("some.json", data).name == expected


@given(st.lists(st.sampled_from(["a", "b", "c", ""]), min_size=1, max_size=8), st.data())
def test_a_task_without_steps_leaves_no_comma(tasks: list[str], data: st.DataObject) -> None:
    steps = [{"type": "click", "n": number, **({"task": task} if task else {})} for number, task in enumerate(tasks)]
    document = EventsDocument(json.dumps({"title": "", "steps": steps}).encode())
    nodes = data.draw(st.sets(st.integers(1, len(document.tree) - 1)))
    left = json.loads(renderer(document)(Selection.of([0, *nodes])))["steps"]
    assert left == [step for step, node in zip(steps, document.steps, strict=True) if node in nodes]
