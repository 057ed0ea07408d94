"""Where the steps of an event log are in its bytes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

from thresher.errors import UsageError

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
STEPS = "steps"
_DECODER = json.JSONDecoder()
_SPACE = re.compile(r"[ \t\r\n]*")
_LINE = re.compile(rb"[^\n]*\n?")


class StepSpan(NamedTuple):
    """The bytes of one step, from start to stop."""

    start: int
    stop: int


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


def recording_spans(data: bytes) -> list[StepSpan]:
    """The steps of `{"title": ..., "steps": [...]}`; Broken with line and column if it is something else."""
    text = _latin(data)
    position = _skip(text, _begin(data))
    position = _expect(text, position, "{")
    found: list[StepSpan] | None = None
    while text[position : position + 1] != "}":
        key, position = _value(text, position)
        position = _expect(text, position, ":")
        if key == STEPS and text[position : position + 1] == "[":
            found, position = _elements(text, position)
        else:
            _, position = _value(text, position)
        position = _next(text, position, "}")
    if _skip(text, position + 1) != len(text):
        raise _broken(text, position + 1, "something follows the recording")
    if found is None:
        raise Broken('it has no list called "steps"')
    return found


def line_spans(data: bytes) -> Iterator[StepSpan]:
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


def _elements(text: str, position: int) -> tuple[list[StepSpan], int]:
    """The elements of the list that begins here, and where it is over."""
    found = []
    position = _expect(text, position, "[")
    while text[position : position + 1] != "]":
        start = position
        _, position = _value(text, position)
        found.append(StepSpan(start, position))
        position = _next(text, position, "]")
    return found, _skip(text, position + 1)


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
