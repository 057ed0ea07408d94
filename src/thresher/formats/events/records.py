"""One step of an event log: its JSON object, and what is read from it."""

from __future__ import annotations

import json

from thresher.formats.events.layout import DEEPEST, Broken, StepSpan
from thresher.structures.events import STATE, TASK, Json, LogStep, Record

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
"""What distinguishes two DevTools steps of one type on one element."""


def step_of(record: Record) -> LogStep:
    """The step that a record describes; Broken if it has no event, no name and no type.

    >>> print(step_of({"type": "change", "selectors": [["#name"], ["aria/Name"]], "value": "Ann"}))
    change #name("Ann")
    """
    return LogStep(_event(record), _arguments(record), record.get(STATE), tasks_of(record), record)


def tasks_of(record: Record) -> tuple[str, ...]:
    """The tasks that a step names, from the outside in."""
    named = record.get(TASK)
    names = named if isinstance(named, list) else [] if named is None else [named]
    if len(names) > DEEPEST:
        raise Broken(f"more than {DEEPEST} tasks are in each other")
    tasks = tuple(name for name in names if isinstance(name, str))
    if len(tasks) < len(names):
        raise Broken(f"a task is a text, or a list of texts if it is in another one, not {json.dumps(named)}")
    return tasks


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


def record_in(data: bytes, span: StepSpan) -> Record:
    """The object that a step is; Broken if it is none."""
    try:
        value = json.loads(data[span.start : span.stop].decode().removeprefix("\ufeff"))
    except UnicodeDecodeError:
        raise Broken("it is not UTF-8 text") from None
    except (ValueError, RecursionError):
        raise Broken("it is not JSON; the file may have been cut off there") from None
    if not isinstance(value, dict):
        raise Broken(f"a step is an object, not {str(value)[:40]}")
    return value


def kind_of(step: LogStep) -> str:
    """What a step of a recording does, whatever it does it to: its type, and the name of a custom step. Else its event.

    >>> kind_of(step_of({"type": "click", "selectors": [["#save"]]})), kind_of(LogStep("add", (3,)))
    ('click', 'add')
    """
    kind, name = step.record.get("type"), step.record.get("name")
    if "event" in step.record or not isinstance(kind, str):
        return step.event
    return f"{kind} {name}" if kind == "customStep" else kind
