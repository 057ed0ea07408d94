"""Reads the actions of a Playwright trace, a `trace.zip` of `context.tracing` or of the test runner."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urljoin

from thresher.errors import UsageError
from thresher.web.readers.imported import Imported
from thresher.web.readers.locators import selectors_of
from thresher.web.readers.steps import Selectors, Step, button, chosen, focus, on, pressed, selected, typed
from thresher.web.recording.typed import DRAG

MOST_BYTES = 256 << 20  # of the unpacked actions
UNREADABLE = ("mouse", "tap", "touchscreen", "goBack", "goForward", "dispatchEvent")  # actions without steps
Entry = dict[str, Any]


def read_trace(data: bytes, name: str) -> Imported:
    """The steps of the first browser context, and a note for each kind of action that a recording cannot express."""
    contexts = [each for each in _contexts(data, name) if any(entry.get("type") == "before" for entry in each)]
    if not contexts:
        raise UsageError(f"{name} has no actions that can be read; it must be a trace of Playwright 1.30 or later")
    reading = _TraceReading(contexts[0])
    for entry in contexts[0]:
        if entry.get("type") == "before":
            reading.read(entry)
    more = [f"{len(contexts) - 1} more browser contexts are left out"] if len(contexts) > 1 else []
    return Imported(reading.steps, [*reading.notes(), *more])


def _contexts(data: bytes, name: str) -> Iterator[list[Entry]]:
    """The entries of each file of actions but those of the test runner, which has the same actions again."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            traces = [each for each in archive.infolist() if each.filename.endswith(".trace")]
            if sum(each.file_size for each in traces) > MOST_BYTES:
                raise UsageError(f"{name} has more than {MOST_BYTES >> 20} MB of actions")
            for each in sorted(traces, key=lambda member: member.filename):
                lines = archive.read(each).decode("utf-8", "replace").splitlines()
                entries = [entry for line in lines if line.strip() and isinstance(entry := json.loads(line), dict)]
                if not any(entry.get("origin") == "testRunner" for entry in entries):
                    yield entries
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError, RuntimeError) as error:
        raise UsageError(f"{name} is not a trace of Playwright: {error}") from None


class _TraceReading:
    """The steps so far; what was left out is counted by the reason."""

    def __init__(self, entries: list[Entry]) -> None:
        self.steps: list[Step] = []
        self._left_out: dict[str, int] = {}
        opened = [entry["params"]["pageId"] for entry in entries if _is_new_page(entry)]
        self._first = opened[0] if opened else ""
        self._failed = {entry.get("callId") for entry in entries if entry.get("type") == "after" and entry.get("error")}
        shots = (entry["snapshot"] for entry in entries if entry.get("type") == "frame-snapshot")
        self._shown: dict[Any, Entry] = {}
        for shot in shots:
            if shot.get("isMainFrame", True):
                self._shown.setdefault(shot.get("callId"), shot)
        for entry in entries:
            if entry.get("type") == "context-options" and (size := entry.get("options", {}).get("viewport")):
                self.steps.append({"type": "setViewport", "width": size["width"], "height": size["height"]})

    def read(self, entry: Entry) -> None:
        method, given = str(entry.get("method")), entry.get("params") or {}
        if method in ("accept", "dismiss") and entry.get("class") == "Dialog" and self.steps:
            text = {"text": given["promptText"]} if given.get("promptText") else {}
            self.steps[-1].setdefault("dialogs", []).append({"accept": method == "accept", **text})
            return
        made = _MAKERS.get(method)
        if made is None:
            if method.startswith(UNREADABLE):
                self._leave_out(f"{method} cannot be expressed")
            return
        if entry.get("callId") in self._failed:
            self._leave_out(f"{method} failed in the trace")
            return
        shot = self._shown.get(entry.get("callId"), {})
        try:
            address = urljoin(str(shot.get("frameUrl", "")), str(given.get("url", "")))
            added = made({**given, "url": address}, self.steps)
        except (ValueError, LookupError, TypeError) as error:
            self._leave_out(f"{method} cannot be expressed: {error}")
            return
        popup = shot.get("pageId", self._first) != self._first
        self.steps += [{**step, "target": shot["frameUrl"]} if popup else step for step in added]

    def _leave_out(self, reason: str) -> None:
        self._left_out[reason] = self._left_out.get(reason, 0) + 1

    def notes(self) -> list[str]:
        return [f"left out {count} {_actions(count)}: {why}" for why, count in self._left_out.items()]


def _actions(count: int) -> str:
    return "action" if count == 1 else "actions"


def _is_new_page(entry: Entry) -> bool:
    return entry.get("type") == "event" and entry.get("method") == "page" and "pageId" in entry.get("params", {})


def _place(given: Entry) -> Selectors:
    return selectors_of(str(given["selector"]))


def _one(kind: str, **more: Any) -> Callable[[Entry, list[Step]], list[Step]]:
    def make(given: Entry, before: list[Step]) -> list[Step]:
        at = given.get("position")
        offset = {"offsetX": at["x"], "offsetY": at["y"]} if at else {}
        return [on(kind, _place(given), **more, **button(given.get("button")), **offset)]

    return make


def _selected(given: Entry, before: list[Step]) -> list[Step]:
    options = [next(option[name] for name in _OPTION if name in option) for option in given["options"]]
    return [on("change", _place(given), **selected(options))]


def _dragged(given: Entry, before: list[Step]) -> list[Step]:
    start, end = given.get("sourcePosition"), given.get("targetPosition") or {"x": 10, "y": 10}
    where = {"selectors": selectors_of(given["source"]), "to": selectors_of(given["target"])}
    offset = {"offsetX": start["x"], "offsetY": start["y"]} if start else {}
    parameters = {**where, **offset, "toX": end["x"], "toY": end["y"]}
    return [{"type": "customStep", "name": DRAG, "parameters": parameters}]


_OPTION = ("valueOrLabel", "value", "label")
_MAKERS: dict[str, Callable[[Entry, list[Step]], list[Step]]] = {
    "goto": lambda given, before: [{"type": "navigate", "url": given["url"]}],
    "reload": lambda given, before: [{"type": "navigate", "url": given["url"]}],
    "setViewportSize": lambda given, before: [{"type": "setViewport", **given["viewportSize"]}],
    "click": _one("click"),
    "dblclick": _one("doubleClick"),
    "hover": _one("hover"),
    "check": _one("change", value="on"),
    "uncheck": _one("change", value="off"),
    "fill": lambda given, before: [on("change", _place(given), value=str(given["value"]))],
    "selectOption": _selected,
    "setInputFiles": lambda given, before: [
        on("change", _place(given), **chosen(given.get("localPaths") or [each["name"] for each in given["payloads"]]))
    ],
    "dragAndDrop": _dragged,
    "focus": lambda given, before: focus(_place(given), before),
    "press": lambda given, before: [*focus(_place(given), before), *pressed(given["key"])],
    "type": lambda given, before: [*focus(_place(given), before), typed(given["text"])],
    "keyboardPress": lambda given, before: pressed(given["key"]),
    "keyboardType": lambda given, before: [typed(given["text"])],
    "keyboardInsertText": lambda given, before: [typed(given["text"])],
    "keyboardDown": lambda given, before: pressed(given["key"])[:1],
    "keyboardUp": lambda given, before: pressed(given["key"])[1:],
}
