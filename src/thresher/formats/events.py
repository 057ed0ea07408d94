"""Event logs: Chrome DevTools recordings, JSON lines of `{event, args, state}`, and the Flex Store logs.

A step of any of them may carry `state`, the abstract state after it, and `task`, the name of what it is a part of. A
recording's steps need no `event`: it is then the type with the first selector, and what was typed is the argument.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from thresher.errors import UsageError
from thresher.formats.events_layout import STEPS, Broken, Span, is_recording, line_spans, recording_spans
from thresher.structures.events import STATE, TASK, EventLog, Json, LogKind, Record, Step

ARGUMENTS = (
    "url",
    "value",
    "key",
    "expression",
    "operator",
    "count",
    "name",
    "parameters",
    "width",
    "height",
    "x",
    "y",
)
"""What tells apart two DevTools steps of one type on one element."""


def read_log(data: bytes, name: str = "the log") -> EventLog:
    r"""The log, of whatever kind; a UsageError says where it is none.

    >>> log = read_log(b'{"event": "open"}\n{"event": "add", "args": [3], "state": {"items": 1}}\n')
    >>> [str(step) for step in log], log.steps[1].state
    (['open', 'add(3)'], {'items': 1})
    """
    try:
        if is_recording(data):
            steps = tuple(_steps(data, recording_spans(data)))
            head = {key: value for key, value in _object(data, Span(0, len(data))).items() if key != STEPS}
            return EventLog(steps, LogKind.DEVTOOLS, head)
        steps = tuple(_steps(data, line_spans(data)))
    except Broken as error:
        raise UsageError(f"{name} is no event log: {error}") from None
    if not steps:
        raise UsageError(f"{name} is no event log: it has no steps")
    return EventLog(steps)


def write_log(log: EventLog) -> bytes:
    """The log as bytes that `read_log` reads: a recording as DevTools exports it, or one step per line."""
    if log.kind is LogKind.DEVTOOLS:
        whole = {**log.head, STEPS: [dict(step.written) for step in log]}
        return json.dumps(whole, indent=4, ensure_ascii=False).encode() + b"\n"
    lines = (json.dumps(dict(step.written), ensure_ascii=False) for step in log)
    return "".join(f"{line}\n" for line in lines).encode()


def step_of(record: Record) -> Step:
    """The step that a record describes; Broken if it has no event, no name and no type.

    >>> print(step_of({"type": "change", "selectors": [["#name"], ["aria/Name"]], "value": "Ann"}))
    change #name("Ann")
    """
    task = record.get(TASK)
    if task is not None and not isinstance(task, str):
        raise Broken(f"a task is a text, not {json.dumps(task)}")
    return Step(_event(record), _arguments(record), record.get(STATE), task, record)


def _event(record: Record) -> str:
    kind = record.get("type")
    known = record.get("event", record.get("name") if kind != "customStep" else None)
    if isinstance(known, str):
        return known
    if not isinstance(kind, str):
        raise Broken('it has no "event", "name" or "type"')
    selector = _selector(record.get("selectors"))
    return f"{kind} {selector}" if selector else kind


def _selector(selectors: Json) -> str:
    """The first of the alternatives; one that leads through shadow roots has several parts."""
    first = selectors[0] if isinstance(selectors, list) and selectors else selectors
    parts = first if isinstance(first, list) else [first]
    return " >> ".join(part for part in parts if isinstance(part, str))


def _arguments(record: Record) -> tuple[Json, ...]:
    given = record.get("args")
    if given is not None:
        return tuple(given) if isinstance(given, list) else (given,)
    if "event" in record or "type" not in record:
        return ()
    return tuple(record[name] for name in ARGUMENTS if name in record)


def _steps(data: bytes, spans: Iterable[Span]) -> Iterator[Step]:
    for number, span in enumerate(spans, start=1):
        try:
            yield step_of(_object(data, span))
        except Broken as error:
            line = data.count(b"\n", 0, span.start) + 1
            raise Broken(f"step {number} (line {line}): {error}") from None


def _object(data: bytes, span: Span) -> Record:
    try:
        value = json.loads(data[span.start : span.stop].decode().removeprefix("\ufeff"))
    except UnicodeDecodeError:
        raise Broken("it is no UTF-8 text") from None
    except (ValueError, RecursionError):
        raise Broken("it is no JSON; the file may have been cut off there") from None
    if not isinstance(value, dict):
        raise Broken(f"a step is an object, not {str(value)[:40]}")
    return value
