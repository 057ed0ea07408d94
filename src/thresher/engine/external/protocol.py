r"""The protocol of external reducers, as Shrink Ray has it: one JSON object per line, contents in base64.

| from | message | meaning |
|---|---|---|
| us | `{"reduce": C}` | reduce this content; the first message |
| reducer | `{"content": C}` | a candidate to be tested; there may be many before the first answer |
| us | `{"content": C, "interesting": true}` | the answer |
| reducer | `{"idle": true}` | nothing more to suggest; it waits for the next content |

Versions of Shrink Ray differ in the request: the earlier one is the first line above, and later ones send an answer
that nobody asked for, `{"content": C, "interesting": true}`. We send both in one object, and understand both.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from dataclasses import dataclass
from typing import TypeAlias

LONGEST_LINE = 1 << 28  # bytes


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A candidate of the reducer."""

    content: bytes


@dataclass(frozen=True, slots=True)
class Idle:
    """The reducer has no candidate any more."""


@dataclass(frozen=True, slots=True)
class ReduceRequest:
    """A content to reduce."""

    content: bytes


@dataclass(frozen=True, slots=True)
class Feedback:
    """The answer to a candidate, or, if nobody asked, a content to reduce."""

    content: bytes
    interesting: bool


FromReducer: TypeAlias = Suggestion | Idle
ToReducer: TypeAlias = ReduceRequest | Feedback


def encoded(message: FromReducer | ToReducer) -> bytes:
    r"""One line.

    >>> encoded(Suggestion(b"x")), encoded(Idle())
    (b'{"content": "eA=="}\n', b'{"idle": true}\n')
    >>> encoded(ReduceRequest(b"x"))
    b'{"reduce": "eA==", "content": "eA==", "interesting": true}\n'
    """
    match message:
        case Idle():
            record: dict[str, object] = {"idle": True}
        case Suggestion(content):
            record = {"content": _text(content)}
        case ReduceRequest(content):
            record = {"reduce": _text(content), "content": _text(content), "interesting": True}
        case Feedback(content, interesting):
            record = {"content": _text(content), "interesting": interesting}
    return json.dumps(record).encode() + b"\n"


def from_reducer(line: bytes) -> FromReducer | None:
    """A message of a reducer; None for any other line, such as a stray print."""
    record = _record(line)
    if record.get("idle") is True:
        return Idle()
    content = _content(record, "content")
    return None if content is None else Suggestion(content)


def to_reducer(line: bytes) -> ToReducer | None:
    """A message to a reducer; None for any other line."""
    record = _record(line)
    request, content = _content(record, "reduce"), _content(record, "content")
    if request is not None:
        return ReduceRequest(request)
    interesting = record.get("interesting")
    return Feedback(content, interesting) if content is not None and isinstance(interesting, bool) else None


def _record(line: bytes) -> dict[str, object]:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return record if isinstance(record, dict) else {}


def _content(record: dict[str, object], name: str) -> bytes | None:
    value = record.get(name)
    if not isinstance(value, str):
        return None
    try:
        return b64decode(value, validate=True)
    except (NotBase64, ValueError):
        return None


def _text(content: bytes) -> str:
    return b64encode(content).decode()
