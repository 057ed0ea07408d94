"""Writes a recording for Chrome's Recorder: only what Chrome understands."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from thresher.structures.events import EventLog
from thresher.web.recording.typed import DRAG, FOCUS, TYPE
from thresher.web.replaying.replay_result import LocatedElement
from thresher.web.replaying.selectors import PLAYWRIGHT
from thresher.web.writers.expectation import Expectation
from thresher.web.writers.exported import ExportedStep, exported_steps

SUFFIX = ".devtools.json"
OWN = (
    "task",
    "state",
    "dialogs",
    "files",
    "values",
    "focused",
    "parameters",
    "name",
)  # fields that only thresher has, or that were read
REPLAYED = ("click", "doubleClick")
VIEWPORT = {"deviceScaleFactor": 1, "isMobile": False, "hasTouch": False, "isLandscape": False}  # Chrome requires all


def write(
    log: EventLog, located: Mapping[int, LocatedElement], expected: Expectation, answered: Sequence[str | None] = ()
) -> str:
    """A recording without assertions: Chrome has none. Text is typed key by key; drags are left out."""
    steps = [each for step in exported_steps(log, located) for each in _steps(step)]
    title = log.title or "recording"
    return (
        json.dumps({"title": f"{title}: {expected.reason}"[:200], "steps": steps}, indent=2, ensure_ascii=False) + "\n"
    )


def _steps(step: ExportedStep) -> Iterator[dict[str, Any]]:
    target = str(step.record.get("target", "main"))
    if step.action == TYPE:
        for key in str(step.record["text"]):
            yield {"type": "keyDown", "target": target, "key": key}
            yield {"type": "keyUp", "target": target, "key": key}
    elif step.action == FOCUS:
        yield {"type": "waitForElement", "target": target, "selectors": _selectors(step)}
        focus = f"(document.querySelector({json.dumps(step.css)}).focus(), true)"
        yield {"type": "waitForExpression", "target": target, "expression": focus}
    elif step.action != DRAG:
        kept = {name: value for name, value in step.record.items() if name not in OWN or step.action == "customStep"}
        if "selectors" in kept:
            kept["selectors"] = _selectors(step)
        if step.action in REPLAYED:
            kept = {"offsetX": 1, "offsetY": 1, **kept}  # Chrome requires a position
        defaults = VIEWPORT if step.action == "setViewport" else {}
        yield {**defaults, **kept, "target": target}


def _selectors(step: ExportedStep) -> list[Any]:
    """The alternatives that Chrome understands, and the one by which a replay found the element."""
    given = [[each] if isinstance(each, str) else each for each in step.record.get("selectors") or ()]
    known = [chain for chain in given if not any(str(part).startswith(f"{PLAYWRIGHT}/") for part in chain)]
    return known if not step.css or [step.css] in known else [*known, [step.css]]
