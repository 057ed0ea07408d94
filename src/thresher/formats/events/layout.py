"""Where the steps of an event log are in its bytes, and the tasks that they are in.

A task is an object with `steps` of its own in a recording, and what is between `{"begin": NAME}` and `{"end": NAME}` in
a log of lines. Tasks may be in tasks.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from thresher.errors import UsageError

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
STEPS = "steps"
_DECODER = json.JSONDecoder()
_SPACE = re.compile(r"[ \t\r\n]*")
_LINE = re.compile(rb"[^\n]*\n?")
_MARKER = re.compile(rb'\s*\{\s*"(begin|end)"\s*:')
DEEPEST = 50  # tasks in each other


class StepSpan(NamedTuple):
    """The bytes of one step, from start to stop."""

    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class TaskSpan:
    """The bytes of a task, from start to stop, and what is in it."""

    name: str
    start: int
    stop: int
    inside: tuple[Item, ...]


Item: TypeAlias = StepSpan | TaskSpan


class Broken(UsageError):
    """The bytes are not an event log; the message says where."""


def is_recording(data: bytes) -> bool:
    """Whether the log is one object with a list of steps, or is meant to be, rather than one object per line."""
    text = _latin(data)
    start = _skip(text, _begin(data))
    try:
        value, _ = _DECODER.raw_decode(text, start)
    except (ValueError, RecursionError):
        return text[start : start + 1] == "{" and f'"{STEPS}"' in text
    return isinstance(value, dict) and isinstance(value.get(STEPS), list)


def recording_items(data: bytes) -> list[Item]:
    """The steps of `{"title": ..., "steps": [...]}`; Broken with line and column if it is something else."""
    text = _latin(data)
    found, position = _object_items(text, _skip(text, _begin(data)), 0)
    if _skip(text, position) != len(text):
        raise _broken(text, position, "something follows the recording")
    if found is None:
        raise Broken('it has no list called "steps"')
    return found


def _object_items(text: str, position: int, depth: int) -> tuple[list[Item] | None, int]:
    """The steps of the object that begins here, if it has any, and where the object ends."""
    position = _expect(text, position, "{")
    found: list[Item] | None = None
    while text[position : position + 1] != "}":
        key, position = _value(text, position)
        position = _expect(text, position, ":")
        if key == STEPS and text[position : position + 1] == "[":
            found, position = _elements(text, position, depth)
        else:
            _, position = _value(text, position)
        position = _next(text, position, "}")
    return found, position + 1


def line_items(data: bytes) -> list[Item]:
    """The steps of a log with one object per line, in the tasks that its markers begin and end."""
    lists: list[list[Item]] = [[]]
    open_tasks: list[tuple[str, StepSpan]] = []
    for span in _filled_lines(data):
        marker = _marker(data, span)
        if marker is None:
            lists[-1].append(span)
        elif marker[0] == "begin":
            if len(open_tasks) == DEEPEST:
                raise Broken(f"line {_line(data, span)}: more than {DEEPEST} tasks are in each other")
            open_tasks.append((marker[1], span))
            lists.append([])
        elif not open_tasks or (marker[1] and marker[1] != open_tasks[-1][0]):
            inner = f"; {open_tasks[-1][0]!r} is to end first" if open_tasks else ""
            raise Broken(f"line {_line(data, span)}: the task {marker[1]!r} ends and has not begun{inner}")
        else:
            (name, begin), inside = open_tasks.pop(), tuple(lists.pop())
            lists[-1].append(TaskSpan(name, begin.start, span.stop, inside))
    if open_tasks:
        name, begin = open_tasks[-1]
        raise Broken(f"line {_line(data, begin)}: the task {name!r} begins and does not end")
    return lists[0]


def steps_in(items: Iterable[Item], tasks: tuple[str, ...] = ()) -> Iterator[tuple[StepSpan, tuple[str, ...]]]:
    """The steps in order, each with the names of the tasks around it, from the outside in."""
    for item in items:
        if isinstance(item, TaskSpan):
            yield from steps_in(item.inside, (*tasks, item.name))
        else:
            yield item, tasks


def _marker(data: bytes, span: StepSpan) -> tuple[str, str] | None:
    """Whether a line begins or ends a task, and which; None for a step."""
    if not _MARKER.match(data, span.start, span.stop):
        return None
    try:
        value = json.loads(data[span.start : span.stop])
    except (ValueError, RecursionError):
        return None
    kind = next(iter(value))
    name = value[kind]
    if len(value) > 1 and "event" in value:
        return None
    if not isinstance(name, str):
        raise Broken(f"line {_line(data, span)}: the name of a task is a text, not {json.dumps(name)}")
    return kind, name


def _line(data: bytes, span: StepSpan) -> int:
    return data.count(b"\n", 0, span.start) + 1


def _filled_lines(data: bytes) -> Iterator[StepSpan]:
    """The lines that hold something, with their ends; blank ones go with the line before."""
    start = stop = _begin(data)
    filled = False
    for match in _LINE.finditer(data, start):
        if match.group().strip():
            if filled:
                yield StepSpan(start, stop)
                start = stop
            filled = True
        stop = match.end()
    if filled:
        yield StepSpan(start, stop)


def _begin(data: bytes) -> int:
    return len(BYTE_ORDER_MARK) if data.startswith(BYTE_ORDER_MARK) else 0


def _latin(data: bytes) -> str:
    """One character per byte, so that offsets are offsets of bytes; brackets and quotes are ASCII in any case."""
    return data.decode("latin-1")


def _elements(text: str, position: int, depth: int) -> tuple[list[Item], int]:
    """The elements of the list that begins here, and where it is over; one with steps of its own is a task."""
    found: list[Item] = []
    position = _expect(text, position, "[")
    while text[position : position + 1] != "]":
        start = position
        value, position = _value(text, position)
        found.append(_item(text, start, position, value, depth))
        position = _next(text, position, "]")
    return found, _skip(text, position + 1)


def _item(text: str, start: int, stop: int, value: object, depth: int) -> Item:
    if not isinstance(value, dict) or not isinstance(value.get(STEPS), list):
        return StepSpan(start, stop)
    if depth == DEEPEST:
        raise _broken(text, start, f"more than {DEEPEST} tasks are in each other")
    inside, _ = _object_items(text, start, depth + 1)
    names = (value.get(key) for key in ("task", "title", "name"))
    name = next((name for name in names if isinstance(name, str)), "")
    return TaskSpan(name.encode("latin-1").decode("utf-8", "replace"), start, stop, tuple(inside or ()))


def _next(text: str, position: int, end: str) -> int:
    """To the next element, over the comma before it, or to the end."""
    position = _skip(text, position)
    if text[position : position + 1] == end:
        return position
    after = _expect(text, position, ",")
    if text[after : after + 1] == end:
        raise _broken(text, after, "a comma is followed by nothing")
    return after


def _value(text: str, position: int) -> tuple[object, int]:
    try:
        return _DECODER.raw_decode(text, position)
    except json.JSONDecodeError as error:
        place = len(text) if error.msg.startswith("Unterminated") else error.pos
        raise _broken(text, place, "it is not JSON from here on") from None
    except RecursionError:
        raise _broken(text, position, "it is nested too deeply") from None
    except ValueError:  # Python reads no more digits than a few thousand
        raise _broken(text, position, "there is a number of too many digits") from None


def _expect(text: str, position: int, character: str) -> int:
    """Over the character and what white space is around it."""
    position = _skip(text, position)
    if text[position : position + 1] != character:
        raise _broken(text, position, f"{character!r} is missing")
    return _skip(text, position + 1)


def _skip(text: str, position: int) -> int:
    found = _SPACE.match(text, position)
    return found.end() if found else position


def _broken(text: str, position: int, what: str) -> Broken:
    if _skip(text, position) >= len(text.rstrip()):
        return Broken("it ends too early; the file was cut off")
    line = text.count("\n", 0, position) + 1
    column = position - (text.rfind("\n", 0, position) + 1) + 1
    return Broken(f"line {line}, column {column}: {what}")
