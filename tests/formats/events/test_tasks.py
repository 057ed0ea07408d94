"""Tasks in tasks (HDD thesis, section 1.2), in each of the ways to write them."""

from __future__ import annotations

import json
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher import reduce
from thresher.errors import UsageError
from thresher.formats.events.events import EventsDocument, read_log, renderer, spans_of, write_log
from thresher.kernel.selection import Selection

Nested: TypeAlias = "str | tuple[str, list[Nested]]"

FIELDS = b"""\
{"event": "start"}
{"event": "open", "task": "visit the shop"}
{"event": "dialogue", "task": ["visit the shop", "print"]}
{"event": "printer", "task": ["visit the shop", "print", "configure"]}
{"event": "ok", "task": ["visit the shop", "print"]}
{"event": "leave", "task": "visit the shop"}
"""
MARKERS = b"""\
{"event": "start"}
{"begin": "visit the shop"}
{"event": "open"}
{"begin": "print"}
{"event": "dialogue"}
{"begin": "configure"}
{"event": "printer"}
{"end": "configure"}
{"event": "ok"}
{"end": "print"}
{"event": "leave"}
{"end": "visit the shop"}
"""
STEPS = json.dumps({
    "title": "the shop",
    "steps": [
        {"event": "start"},
        {"task": "visit the shop", "steps": [
            {"event": "open"},
            {"task": "print", "steps": [
                {"event": "dialogue"}, {"task": "configure", "steps": [{"event": "printer"}]}, {"event": "ok"},
            ]},
            {"event": "leave"},
        ]},
    ],
}).encode()  # fmt: skip
TASKS = [
    (),
    ("visit the shop",),
    ("visit the shop", "print"),
    ("visit the shop", "print", "configure"),
    ("visit the shop", "print"),
    ("visit the shop",),
]

any_notation = pytest.mark.parametrize("data", [FIELDS, MARKERS, STEPS], ids=["fields", "markers", "steps"])


@any_notation
def test_each_notation_has_the_same_tasks(data: bytes) -> None:
    log = read_log(data)
    assert [step.event for step in log] == ["start", "open", "dialogue", "printer", "ok", "leave"]
    assert [step.tasks for step in log] == TASKS
    again = read_log(write_log(log))
    assert [(step.event, step.tasks) for step in again] == [(step.event, step.tasks) for step in log]


@any_notation
def test_the_tree_has_a_node_for_each_task(data: bytes) -> None:
    tree = EventsDocument(data).tree
    assert [tree.kind(node).name for node in range(len(tree))] == [
        "log", "step", "task", "step", "task", "step", "task", "step", "step", "step",
    ]  # fmt: skip
    assert list(tree.shape.depths) == [0, 1, 1, 2, 2, 3, 3, 4, 3, 2]


@any_notation
def test_whole_tasks_are_tried_first(data: bytes) -> None:
    asked: list[list[str]] = []

    def fails(log: bytes) -> bool:
        asked.append([step.event for step in read_log(log)] if log.strip() and log != b"" else [])
        return "start" in asked[-1]

    found = reduce(data, fails, name="log", format="events")
    assert [step.event for step in read_log(found.data)] == ["start"]
    assert len(asked) <= 9  # of which six are of the input, the empty log and the result


def nested(deep: int) -> st.SearchStrategy[list[Nested]]:
    step: st.SearchStrategy[Nested] = st.just("e")
    if deep:
        step = st.one_of(step, st.tuples(st.sampled_from("ab"), nested(deep - 1)))
    return st.lists(step, min_size=1, max_size=3)


def as_lines(items: list[Nested]) -> str:
    return "".join(
        '{"event": "e"}\n'
        if isinstance(item, str)
        else f'{{"begin": "{item[0]}"}}\n{as_lines(item[1])}{{"end": "{item[0]}"}}\n'
        for item in items
    )


def as_steps(items: list[Nested]) -> list[object]:
    return [
        {"event": "e"} if isinstance(item, str) else {"task": item[0], "steps": as_steps(item[1])} for item in items
    ]


@given(nested(3), st.booleans(), st.data())
def test_some_steps_of_a_log_are_a_log_with_their_tasks(items: list[Nested], lines: bool, data: st.DataObject) -> None:
    text = (
        as_lines(items)
        if lines
        else json.dumps({"steps": as_steps(items)}, indent=data.draw(st.sampled_from([None, 2])))
    )
    document = EventsDocument(text.encode())
    steps = list(document.log)
    kept = Selection.of(data.draw(st.sets(st.integers(0, len(steps) - 1), min_size=1)))
    left = renderer(document)(document.with_steps(kept))
    assert [step.tasks for step in read_log(left)] == [steps[number].tasks for number in kept]
    assert len(spans_of(left)) == len(kept)


@pytest.mark.parametrize(("data", "message"), [
    (b'{"begin": "print"}\n{"event": "a"}\n', "line 1: the task 'print' begins and does not end"),
    (b'{"event": "a"}\n{"end": "print"}\n', "line 2: the task 'print' ends and has not begun"),
    (b'{"begin": "a"}\n{"begin": "b"}\n{"end": "a"}\n', "'b' is to end first"),
    (b'{"begin": 3}\n', "the name of a task is a text, not 3"),
    (b'{"event": "a", "task": ["b", 3]}\n', "a list of texts"),
    (b'{"begin": "x"}\n' * 60, "more than 50 tasks are in each other"),
    (b'{"event": "a", "task": ' + json.dumps(["x"] * 60).encode() + b"}\n", "more than 50 tasks"),
    (b'{"steps": [' * 60 + b"{}" + b"]}" * 60, "more than 50 tasks are in each other"),
])  # fmt: skip
def test_tasks_that_are_wrong(data: bytes, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        read_log(data)


def test_a_step_may_have_a_field_called_begin() -> None:
    assert [step.event for step in read_log(b'{"begin": 3, "event": "a"}\n')] == ["a"]
