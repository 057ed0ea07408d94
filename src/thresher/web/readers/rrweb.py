"""Reads the clicks, values and scrolling of an rrweb event log. Its elements are nodes of a recorded document."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from thresher.errors import UsageError
from thresher.web.readers.imported import Imported
from thresher.web.readers.recorded_document import RecordedDocument
from thresher.web.readers.steps import Step, on

FULL_SNAPSHOT, INCREMENTAL, META = 2, 3, 4  # types of events
MUTATION, INTERACTION, SCROLL, INPUT = 0, 2, 3, 5  # sources of incremental ones
CLICK, CONTEXT_MENU, DOUBLE_CLICK = 2, 3, 4  # interactions
CAUSED_WITHIN = 5000  # milliseconds from a step to the page that it led to
Event = dict[str, Any]


def read_rrweb(data: bytes, name: str) -> Imported:
    """The steps, and a note for each kind of event whose element the log does not describe."""
    reading = _RrwebReading()
    try:
        events = _events(data)
        for event in events:
            reading.read(event)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise UsageError(f"{name} is not an event log of rrweb") from None
    if not any(step["type"] == "navigate" for step in reading.steps):
        raise UsageError(f"{name} has no page of rrweb (an event of type 4 with its address)")
    keys = "keys are not in an rrweb log, only the values that they changed"
    return Imported(reading.steps, [*(f"left out {count}: {why}" for why, count in reading.left_out.items()), keys])


def _events(data: bytes) -> list[Event]:
    """The events: a list, an object with one, or one event per line."""
    try:
        given = json.loads(data)
    except ValueError:
        return [json.loads(line) for line in data.splitlines() if line.strip()]
    return list(given["events"] if isinstance(given, dict) else given)


class _RrwebReading:
    """The steps so far, and the document as it is then."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.left_out: dict[str, int] = {}
        self._document = RecordedDocument()
        self._last = 0.0  # the time of the last step

    def read(self, event: Event) -> None:
        data, time = event.get("data") or {}, float(event.get("timestamp", 0))
        if event["type"] == META:
            self._page(data, time)
        elif event["type"] == FULL_SNAPSHOT:
            self._document = RecordedDocument()
            self._document.add(data["node"], parent=None, following=None)
        elif event["type"] == INCREMENTAL and data["source"] == MUTATION:
            self._document.change(data)
        elif event["type"] == INCREMENTAL and (made := _MAKERS.get(data["source"])) is not None:
            added = made(self, data)
            if added is not None:
                self.steps.append(added)
                self._last = time

    def _page(self, data: Event, time: float) -> None:
        """Another page: the step before led to it, or its address was entered."""
        if not self.steps:
            self.steps.append({"type": "setViewport", "width": int(data["width"]), "height": int(data["height"])})
        elif self.steps[-1]["type"] != "navigate" and time - self._last < CAUSED_WITHIN:
            self.steps[-1]["assertedEvents"] = [{"type": "navigation", "url": str(data["href"])}]
            return
        self.steps.append({"type": "navigate", "url": str(data["href"])})

    def _clicked(self, data: Event) -> Step | None:
        if data["type"] not in (CLICK, CONTEXT_MENU, DOUBLE_CLICK):
            return None
        selectors = self._selectors(self._document.control(data["id"]), "clicks")
        if selectors is None:
            return None
        if data["type"] == DOUBLE_CLICK:
            while self.steps and self.steps[-1].get("selectors") == selectors and self.steps[-1]["type"] == "click":
                self.steps.pop()
            return on("doubleClick", selectors)
        return on("click", selectors, **({"button": "secondary"} if data["type"] == CONTEXT_MENU else {}))

    def _changed(self, data: Event) -> Step | None:
        kind = self._document.kind(data["id"])
        if kind == "radio" and not data.get("isChecked"):
            return None  # another one of the group was chosen
        selectors = self._selectors(data["id"], "values")
        if selectors is None:
            return None
        text = str(data["text"])
        value = ("on" if data.get("isChecked") else "off") if kind in ("checkbox", "radio") else text
        if text and not text.strip("*"):
            self._leave_out("values that the page masked")
            return None
        if self.steps[-1]["type"] == "change" and self.steps[-1]["selectors"] == selectors:
            self.steps.pop()
        return on("change", selectors, value=value)

    def _scrolled(self, data: Event) -> Step | None:
        place = {"x": int(data["x"]), "y": int(data["y"])}
        if self._document.is_root(data["id"]):
            step: Step = {"type": "scroll", **place}
        elif (selectors := self._selectors(data["id"], "scrolling")) is not None:
            step = on("scroll", selectors, **place)
        else:
            return None
        if self.steps[-1]["type"] == "scroll" and self.steps[-1].get("selectors") == step.get("selectors"):
            self.steps.pop()
        return step

    def _selectors(self, node: int, what: str) -> list[list[str]] | None:
        selectors = self._document.selectors(node)
        if not selectors:
            self._leave_out(f"{what} in frames, shadow roots, or on elements that the log does not describe")
        return selectors or None

    def _leave_out(self, reason: str) -> None:
        self.left_out[reason] = self.left_out.get(reason, 0) + 1


_MAKERS: dict[int, Callable[[_RrwebReading, Event], Step | None]] = {
    INTERACTION: _RrwebReading._clicked,
    SCROLL: _RrwebReading._scrolled,
    INPUT: _RrwebReading._changed,
}
