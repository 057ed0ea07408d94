"""Event logs: Chrome DevTools recordings, JSON lines of `{event, args, state}`, and the Flex Store logs.

A step of any of them may carry `state`, the abstract state after it, and `task`, the name of what it is a part of, or a
list of names if tasks are in tasks; `layout.py` has two other ways to write tasks. A recording's steps need no `event`:
it is then the type with the first selector, and what was typed is the argument.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from thresher.errors import UsageError
from thresher.formats.events.layout import (
    STEPS,
    Broken,
    Item,
    StepSpan,
    is_recording,
    line_items,
    recording_items,
    steps_in,
)
from thresher.formats.events.records import record_in, step_of
from thresher.formats.events.task_tree import STEP, grouped, task_tree
from thresher.kernel.selection import Selection
from thresher.structures.document import Document
from thresher.structures.events import TASK, EventLog, LogKind, LogStep
from thresher.structures.trees.tree import Tree

_RECORDING = re.compile(
    rb"""
    (?:\xef\xbb\xbf)? \s* \{ \s* "title" \s* : .* "steps" \s* : \s* \[ \s* \{ [^{}]* "type" \s* : \s*
    "(?: setViewport|navigate|click|doubleClick|change|keyDown|keyUp|hover|scroll|close|waitForElement
       | waitForExpression|emulateNetworkConditions|customStep )"
    """,
    re.VERBOSE | re.DOTALL,
)


def read_log(data: bytes, name: str = "the log") -> EventLog:
    r"""The log, of any kind; a UsageError says where it is invalid.

    >>> log = read_log(b'{"event": "open"}\n{"event": "add", "args": [3], "state": {"items": 1}}\n')
    >>> [str(step) for step in log], log.steps[1].state
    (['open', 'add(3)'], {'items': 1})
    """
    try:
        steps = tuple(_steps(data, _items(data)))
        if is_recording(data):
            head = {key: value for key, value in record_in(data, StepSpan(0, len(data))).items() if key != STEPS}
            return EventLog(steps, LogKind.DEVTOOLS, head)
    except Broken as error:
        raise UsageError(f"{name} is not an event log: {error}") from None
    if not steps:
        raise UsageError(f"{name} is not an event log: it has no steps")
    return EventLog(steps)


def write_log(log: EventLog) -> bytes:
    """The log as bytes that `read_log` reads: a recording as DevTools exports it, or one step per line."""
    if log.kind is LogKind.DEVTOOLS:
        whole = {**log.head, STEPS: [dict(step.written) for step in log]}
        return _written(whole, indent=4)
    return b"".join(_written(dict(step.written)) for step in log)


def _written(value: object, indent: int | None = None) -> bytes:
    """Readable JSON; half a character, as scripts can have in their strings, is written by its number."""
    try:
        return json.dumps(value, indent=indent, ensure_ascii=False).encode() + b"\n"
    except UnicodeEncodeError:
        return json.dumps(value, indent=indent).encode() + b"\n"


def read_step(data: bytes) -> LogStep:
    """One step of a log, as its bytes are in there."""
    return step_of(record_in(data, StepSpan(0, len(data))))


def _steps(data: bytes, items: Iterable[Item]) -> Iterator[LogStep]:
    for number, (span, tasks) in enumerate(steps_in(items), start=1):
        try:
            step = step_of(record_in(data, span))
            yield replace(step, tasks=(*tasks, *step.tasks)) if tasks else step
        except Broken as error:
            line = data.count(b"\n", 0, span.start) + 1
            raise Broken(f"step {number} (line {line}): {error}") from None


def confidence(name: str, data: bytes) -> float:
    """Sure of itself for a DevTools recording only: lines of JSON may be meant as anything."""
    return 0.98 if _RECORDING.match(data) else 0.0


def parse_document(name: str, data: bytes, language: object = None) -> EventsDocument:
    """The document; the language makes no difference. A UsageError if the data is not a log."""
    return EventsDocument(data, name)


@dataclass(frozen=True, eq=False)
class EventsDocument:
    """A log as a tree: tasks with the steps and tasks that follow each other in them, beside steps of no task.

    Unless it is read `by_task`, no step is in a task.
    """

    data: bytes
    name: str = "the log"
    language: str = "events"
    by_task: bool = True

    @cached_property
    def log(self) -> EventLog:
        return read_log(self.data, self.name)

    @cached_property
    def tree(self) -> Tree:
        """Any node can go; in a recording the comma before it goes as well."""
        items = grouped(self.data, _items(self.data)) if self.by_task else spans_of(self.data)
        return task_tree(self.data, items, commas=self.log.kind is LogKind.DEVTOOLS)

    @cached_property
    def steps(self) -> list[int]:
        """The tree's nodes that are steps, in order."""
        return [node for node in range(1, len(self.tree)) if self.tree.kind(node).name == STEP]

    def with_steps(self, kept: Selection) -> Selection:
        """The nodes for some steps by their numbers: the root, those steps, and the tasks they are in."""
        nodes = {0}
        for node in (self.steps[number] for number in kept):
            around = node
            while around not in nodes:
                nodes.add(around)
                around = self.tree.parent(around)
        return Selection.of(nodes)

    def rendered(self, kept: Selection) -> bytes:
        """The text of some nodes; a task without steps is removed, so that no comma is left of it."""
        positions = Selection.of(number for number, node in enumerate(self.steps) if node in kept)
        return self.tree.render(self.with_steps(positions))

    def narrowed(self, kept: Selection, used: int) -> Selection:
        """The nodes up to the last step that was executed."""
        executed = [node for node in self.steps if node in kept][:used]
        return kept & Selection.all(executed[-1] + 1 if executed else 1)

    def valid(self, kept: Selection) -> bool:
        """Whether no task is left without a step: such a one is to go as a whole."""
        return all(self.tree.weight(kept, task) != 1 for task in self._tasks)

    @cached_property
    def _tasks(self) -> list[int]:
        return [node for node in range(1, len(self.tree)) if self.tree.kind(node).name == TASK]

    def valid_text(self, data: bytes) -> bool:
        """Whether a text is a log."""
        try:
            read_log(data)
        except UsageError:
            return False
        return True


def renderer(document: Document) -> Callable[[Selection], bytes]:
    """What turns nodes of a document into its text: for all but logs the tree itself."""
    return document.rendered if isinstance(document, EventsDocument) else document.tree.render


def nearest(log: EventLog, part: EventLog) -> Selection:
    """The steps of a log that a part of it, or something like one, consists of: where in doubt the later ones."""
    texts = [step.text for step in log]
    found: list[int] = []
    end = len(texts)
    for wanted in (step.text for step in reversed(part.steps)):
        place = next((index for index in range(end - 1, -1, -1) if texts[index] == wanted), None)
        if place is not None:
            found.append(place)
            end = place
    return Selection.of(found)


def spans_of(data: bytes) -> list[StepSpan]:
    """Where the steps of a log are."""
    return [span for span, _ in steps_in(_items(data))]


def _items(data: bytes) -> list[Item]:
    return recording_items(data) if is_recording(data) else line_items(data)
