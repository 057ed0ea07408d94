"""The steps of a recording as Playwright calls, independent of the language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from thresher.structures.events import EventLog
from thresher.web.recording.typed import FOCUS, TYPE
from thresher.web.replaying.actions import FILE_FIELD
from thresher.web.replaying.replay_result import LocatedElement, NamedLocator
from thresher.web.replaying.selectors import ENGINES, Part, alternatives, fires_change_when_left

PREFERRED = ("css", "pierce", "xpath", "text", "aria", "playwright")
DRAG = "drag"  # a function that the test defines: the page, the element, the one to drop it on, a position in each
FILES = "files"  # the directory beside a test, with the files that it uploads
EXTRA_DELAY = 200  # milliseconds more than the page waits itself
BUTTONS = {"secondary": "right", "auxiliary": "middle"}


@dataclass(frozen=True, slots=True)
class Element:
    """An element of the call's frame, as an argument."""

    selector: NamedLocator | str


@dataclass(frozen=True, slots=True)
class Address:
    """An address, as an argument."""

    url: str


@dataclass(frozen=True, slots=True)
class UploadedFiles:
    """Files beside the test, as an argument."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlaywrightCall:
    """`method` as Python spells it, on the page's `part` (keyboard, ...), or on the element that `selector` matches.

    `target` is the URL of another tab than the first, `frame` the path of child indices to a frame. A call with only a
    `comment` does nothing.
    """

    method: str = ""
    args: tuple[Any, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    selector: NamedLocator | str | None = None
    part: str | None = None
    target: str | None = None
    frame: tuple[int, ...] = ()
    comment: str = ""


def uploads(steps: Iterable[PlaywrightCall]) -> list[str]:
    """The names of the files that the calls upload, each once."""
    given = [each.names for call in steps for each in call.args if isinstance(each, UploadedFiles)]
    return sorted({name for names in given for name in names})


def calls(log: EventLog, located: Mapping[int, LocatedElement]) -> Iterator[PlaywrightCall]:
    """Calls that do the same as the recording; `located` has the elements that a replay found.

    Where another task begins, a comment names it, after those around it.
    """
    tasks: tuple[str, ...] = ()
    last = ""
    for number, step in enumerate(log):
        if step.tasks and step.tasks != tasks:
            yield PlaywrightCall(comment=" > ".join(" ".join(task.split()) for task in step.tasks))
        tasks = step.tasks
        record: Any = step.record
        place = located.get(number) or LocatedElement(_guessed(alternatives(record)), "")
        waits = _waits_for_focus(record, place, last) if number in located else []
        last = place.path if number in located else last
        for call in [*waits, *_of(record, place), *_waits_after(place)]:
            target = record.get("target", "main")
            yield PlaywrightCall(
                call.method,
                call.args,
                call.options,
                call.selector,
                call.part,
                None if target == "main" else target,
                tuple(record.get("frame") or ()),
                call.comment,
            )


def _waits_for_focus(record: Any, place: LocatedElement, last: str) -> list[PlaywrightCall]:
    """Before a key: the page may move the focus a moment after the step before, unless that was on the same element."""
    if not record.get("focused") or place.path == last:
        return []
    return [PlaywrightCall("wait_for", options={"state": "attached"}, selector=f"{place.path}:focus")]


def _waits_after(place: LocatedElement) -> list[PlaywrightCall]:
    """Until the page looks at what was typed: neither language has a wait for that."""
    return [PlaywrightCall("wait_for_timeout", (place.delay + EXTRA_DELAY,))] if place.delay else []


def _of(record: Any, place: LocatedElement) -> list[PlaywrightCall]:
    to_calls = _MAKERS.get(str(record.get("type")))
    if to_calls is None:
        return [PlaywrightCall(comment=f"{record.get('type')} {record.get('name', '')}".strip())]
    moves = [PlaywrightCall("move", point, part="mouse") for point in place.moves]
    return [*moves, *to_calls(record, place)]


def _mouse(record: Any, place: LocatedElement) -> dict[str, Any]:
    button = BUTTONS.get(record.get("button", "primary"))
    where = {"position": dict(place.position)} if place.position else {}
    return {**({"button": button} if button else {}), **where}


def _drag(place: LocatedElement) -> list[PlaywrightCall]:
    assert place.to is not None
    positions = tuple(dict(each) if each else None for each in (place.position, place.to.position))
    return [PlaywrightCall(DRAG, (Element(place.best), Element(place.to.best), *positions))]


def _custom(record: Any, place: LocatedElement) -> list[PlaywrightCall]:
    if record.get("name") == TYPE:
        return [PlaywrightCall("type", (str(record["parameters"]["text"]),), part="keyboard")]
    if record.get("name") == FOCUS:
        return [PlaywrightCall("focus", selector=place.best)]
    return _drag(place) if place.to else [PlaywrightCall(comment=f"customStep {record.get('name', '')}".strip())]


def _change(record: Any, place: LocatedElement) -> list[PlaywrightCall]:
    value, where = record.get("value", ""), place.best
    if place.kind == "select":
        return [PlaywrightCall("select_option", (record.get("values", value),), selector=where)]
    if place.kind == FILE_FIELD:
        return [PlaywrightCall("set_input_files", (UploadedFiles(tuple(record.get("files") or ())),), selector=where)]
    if place.kind in ("input checkbox", "input radio"):
        return [PlaywrightCall("set_checked", (value in ("on", "true"),), selector=where)]
    change = (
        [PlaywrightCall("dispatch_event", ("change",), selector=where)] if fires_change_when_left(place.kind) else []
    )
    return [PlaywrightCall("fill", (value,), selector=where), *change]


def _scroll(record: Any, where: str) -> PlaywrightCall:
    place = [record.get("x", 0), record.get("y", 0)]
    if record.get("selectors"):
        return PlaywrightCall("evaluate", ("(element, [x, y]) => element.scrollTo(x, y)", place), selector=where)
    return PlaywrightCall("evaluate", ("([x, y]) => window.scrollTo(x, y)", place))


def _size(record: Any) -> dict[str, int]:
    return {"width": record["width"], "height": record["height"]}


def _wait(record: Any, where: str) -> list[PlaywrightCall]:
    """Waits until the last required element is attached, or the first excess one is detached."""
    operator, count = record.get("operator", ">="), int(record.get("count", 1))
    there = [] if operator == "<=" or not count else [(count - 1, "attached")]
    gone = [] if operator == ">=" else [(count, "detached")]
    return [
        PlaywrightCall("wait_for", options={"state": state}, selector=f"{where} >> nth={place}")
        for place, state in there + gone
    ]


def _guessed(chains: list[list[Part]]) -> str:
    """A selector for an element that no replay has located: the most specific alternative."""
    best = min(chains, key=lambda chain: max(PREFERRED.index(kind) for kind, _ in chain), default=[("css", "html")])
    return " >> ".join(_spelled(kind, text) for kind, text in best)


def _spelled(kind: str, text: str) -> str:
    if kind in ENGINES:
        return ENGINES[kind] + text
    return f'text="{text}"' if kind == "text" else f'[aria-label="{text}"]'


_MAKERS: dict[str, Callable[[Any, LocatedElement], list[PlaywrightCall]]] = {
    "navigate": lambda record, place: [PlaywrightCall("goto", (Address(record["url"]),))],
    "setViewport": lambda record, place: [PlaywrightCall("set_viewport_size", (_size(record),))],
    "click": lambda record, place: [PlaywrightCall("click", options=_mouse(record, place), selector=place.best)],
    "doubleClick": lambda record, place: [
        PlaywrightCall("dblclick", options=_mouse(record, place), selector=place.best)
    ],
    "hover": lambda record, place: [PlaywrightCall("hover", selector=place.best)],
    "change": _change,
    "keyDown": lambda record, place: [PlaywrightCall("down", (record["key"],), part="keyboard")],
    "keyUp": lambda record, place: [PlaywrightCall("up", (record["key"],), part="keyboard")],
    "scroll": lambda record, place: [_scroll(record, place.selector)],
    "waitForElement": lambda record, place: _wait(record, place.selector),
    "waitForExpression": lambda record, place: [PlaywrightCall("wait_for_function", (record["expression"],))],
    "close": lambda record, place: [PlaywrightCall("close")],
    "customStep": _custom,
}
