"""Event logs: Chrome DevTools recordings, JSON lines of `{event, args, state}`, and the Flex Store logs.

A step of any of them may carry `state`, the abstract state after it, and `task`, the name of what it is a part of. A
recording's steps need no `event`: it is then the type with the first selector, and what was typed is the argument.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from thresher.errors import UsageError
from thresher.formats.events.layout import STEPS, Broken, StepSpan, is_recording, line_spans, recording_spans
from thresher.kernel.selection import Selection
from thresher.structures.document import Document
from thresher.structures.events import STATE, TASK, EventLog, Json, LogKind, LogStep, Record
from thresher.structures.trees.builder import TreeBuilder
from thresher.structures.trees.separators import Separator
from thresher.structures.trees.splice import Spacing
from thresher.structures.trees.tree import Tree

STEP = "step"

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
        if is_recording(data):
            steps = tuple(_steps(data, recording_spans(data)))
            head = {key: value for key, value in _object(data, StepSpan(0, len(data))).items() if key != STEPS}
            return EventLog(steps, LogKind.DEVTOOLS, head)
        steps = tuple(_steps(data, line_spans(data)))
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
    return step_of(_object(data, StepSpan(0, len(data))))


def step_of(record: Record) -> LogStep:
    """The step that a record describes; Broken if it has no event, no name and no type.

    >>> print(step_of({"type": "change", "selectors": [["#name"], ["aria/Name"]], "value": "Ann"}))
    change #name("Ann")
    """
    task = record.get(TASK)
    if task is not None and not isinstance(task, str):
        raise Broken(f"a task is a text, not {json.dumps(task)}")
    return LogStep(_event(record), _arguments(record), record.get(STATE), task, record)


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


def _steps(data: bytes, spans: Iterable[StepSpan]) -> Iterator[LogStep]:
    for number, span in enumerate(spans, start=1):
        try:
            yield step_of(_object(data, span))
        except Broken as error:
            line = data.count(b"\n", 0, span.start) + 1
            raise Broken(f"step {number} (line {line}): {error}") from None


def _object(data: bytes, span: StepSpan) -> Record:
    try:
        value = json.loads(data[span.start : span.stop].decode().removeprefix("\ufeff"))
    except UnicodeDecodeError:
        raise Broken("it is not UTF-8 text") from None
    except (ValueError, RecursionError):
        raise Broken("it is not JSON; the file may have been cut off there") from None
    if not isinstance(value, dict):
        raise Broken(f"a step is an object, not {str(value)[:40]}")
    return value


def confidence(name: str, data: bytes) -> float:
    """Sure of itself for a DevTools recording only: lines of JSON may be meant as anything."""
    return 0.98 if _RECORDING.match(data) else 0.0


def parse_document(name: str, data: bytes, language: object = None) -> EventsDocument:
    """The document; the language makes no difference. A UsageError if the data is not a log."""
    return EventsDocument(data, name)


@dataclass(frozen=True, eq=False)
class EventsDocument:
    """A log as a tree: tasks with the steps that follow each other in them, beside steps of no task.

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
        return _tree(self.data, self.log, by_task=self.by_task)

    @cached_property
    def steps(self) -> list[int]:
        """The tree's nodes that are steps, in order."""
        return [node for node in range(1, len(self.tree)) if self.tree.kind(node).name == STEP]

    def with_steps(self, kept: Selection) -> Selection:
        """The nodes for some steps by their numbers: the root, those steps, and the tasks they are in."""
        nodes = [self.steps[number] for number in kept]
        return Selection.of([0, *nodes, *(self.tree.parent(node) for node in nodes)])

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
    return recording_spans(data) if is_recording(data) else list(line_spans(data))


def _tree(data: bytes, log: EventLog, *, by_task: bool) -> Tree:
    builder = TreeBuilder(data, spacing=Spacing.EXACT)
    builder.open("log", 0)
    commas = log.kind is LogKind.DEVTOOLS
    top = end = 0  # the first node of the list, and where the one before ended

    def comma(start: int, first: int) -> Separator | None:
        return Separator(end, start, first) if commas and first else None

    for task, group in groupby(
        zip(log.steps, spans_of(data), strict=True), lambda pair: pair[0].task if by_task else None
    ):
        spans = [span for _, span in group]
        first = top
        if task is not None:
            node = builder.open(TASK, spans[0].start, separator=comma(spans[0].start, top))
            top, first = top or node, 0
        for start, stop in spans:
            node = builder.leaf(STEP, start, stop, separator=comma(start, first))
            first, end = first or node, stop
        if task is None:
            top = first
        else:
            builder.close(end)
    builder.close(len(data))
    return builder.build()
