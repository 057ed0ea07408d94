"""What a user or a program did, step by step: events with their arguments, and the abstract state after each.

A step keeps the whole record it was read from, so that nothing in a log gets lost.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TypeAlias

from thresher.kernel.selection import Selection

Json: TypeAlias = bool | int | float | str | list["Json"] | dict[str, "Json"] | None
Record: TypeAlias = Mapping[str, Json]

STATE, TASK = "state", "task"
BESIDE = frozenset([STATE, TASK, "i", "t", "tz"])  # recorded with a step but not part of it: state, place, time
_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)


class LogKind(Enum):
    """How a log is written: one object with its steps in a list, or one object per line."""

    DEVTOOLS = "a DevTools recording"
    LINES = "JSON lines"


def canonical(value: Json) -> str:
    """The same text for equal values, whatever the order of their keys.

    >>> canonical({"b": [1], "a": None})
    '{"a":null,"b":[1]}'
    """
    return _ENCODER.encode(value)


@dataclass(frozen=True, slots=True)
class LogStep:
    """An event, its arguments, the state after it (None if it was not recorded), and the tasks it is a part of.

    Of several tasks in each other, the outermost is the first.

    `record` is the step as it is in its log, other fields included; it is written back unchanged.

    >>> print(LogStep("add", (3,)))
    add(3)
    """

    event: str
    args: tuple[Json, ...] = ()
    state: Json = None
    tasks: tuple[str, ...] = ()
    record: Record = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.event}({', '.join(map(canonical, self.args))})" if self.args else self.event

    @property
    def text(self) -> str:
        """Two steps with the same text do the same: all fields of the record but state, task, place and time."""
        if self.record:
            return canonical({name: value for name, value in self.record.items() if name not in BESIDE})
        return canonical([self.event, list(self.args)])

    def with_state(self, state: Json) -> LogStep:
        """The same step with another state after it, in the record as well."""
        return replace(self, state=state, record={**self.written, STATE: state})

    @property
    def written(self) -> Record:
        """The record, or one built from the fields; it names the tasks, wherever they were named before."""
        made: dict[str, Json] = dict(self.record) or {"event": self.event, "args": list(self.args)}
        if self.state is not None:
            made[STATE] = self.state
        named = made.get(TASK, [])
        if list(self.tasks) != (named if isinstance(named, list) else [named]):
            made[TASK] = self.tasks[0] if len(self.tasks) == 1 else list(self.tasks)
        return made


@dataclass(frozen=True, slots=True)
class EventLog:
    """Steps in order. `head` is what a recording has besides its steps: title, timeout, selector attribute, ..."""

    steps: tuple[LogStep, ...]
    kind: LogKind = LogKind.LINES
    head: Record = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.steps)

    def __iter__(self) -> Iterator[LogStep]:
        return iter(self.steps)

    @property
    def title(self) -> str:
        """The recording's name; empty if it has none."""
        title = self.head.get("title")
        return title if isinstance(title, str) else ""

    def only(self, kept: Selection) -> EventLog:
        """The log with the kept steps alone."""
        return replace(self, steps=tuple(self.steps[number] for number in kept))
