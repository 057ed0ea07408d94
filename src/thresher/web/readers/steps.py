"""Steps that importers make: what several tools express in the same way."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from thresher.web.recording.typed import FOCUS, TYPE

Step = dict[str, Any]
Selectors = list[list[str]]
KEYS = {"ControlOrMeta": "Control", "Space": " "}


def on(kind: str, selectors: Selectors, **more: Any) -> Step:
    """A step of this kind on an element."""
    return {"type": kind, "selectors": selectors, **more}


def focus(selectors: Selectors, before: Iterable[Step]) -> list[Step]:
    """Focuses an element, unless the step before was about it."""
    last = next(reversed(list(before)), {})
    known = last.get("selectors") or (last.get("parameters") or {}).get("selectors")
    if known == selectors and last["type"] != "hover":
        return []
    return [{"type": "customStep", "name": FOCUS, "parameters": {"selectors": selectors}}]


def typed(text: str) -> Step:
    """Types where the focus is."""
    return {"type": "customStep", "name": TYPE, "parameters": {"text": text}}


def pressed(keys: str) -> list[Step]:
    """The keys of `Control+a`, pressed in order and released in reverse.

    >>> [(step["type"], step["key"]) for step in pressed("Control+a")]
    [('keyDown', 'Control'), ('keyDown', 'a'), ('keyUp', 'a'), ('keyUp', 'Control')]
    """
    names = [KEYS.get(name, name) for name in (keys.split("+") if keys != "+" else ["+"])]
    down = [{"type": "keyDown", "key": key} for key in names]
    return [*down, *({"type": "keyUp", "key": key} for key in reversed(names))]


def button(name: object) -> Step:
    """The field for a mouse button of Playwright."""
    known = {"right": "secondary", "middle": "auxiliary"}.get(str(name))
    return {"button": known} if known else {}


def chosen(paths: Iterable[object]) -> Step:
    """The fields for files to upload, by their names."""
    names = [str(each).replace("\\", "/").rpartition("/")[2] for each in paths]
    return {"value": names[0] if names else "", "files": names}


def selected(given: object) -> Step:
    """The fields for the entries of a list; `values` if there are several.

    >>> selected("a"), selected(["a", "b"])
    ({'value': 'a'}, {'value': 'a', 'values': ['a', 'b']})
    """
    values = [str(each) for each in given] if isinstance(given, list | tuple) else [str(given)]
    return {"value": values[0] if values else "", **({} if len(values) == 1 else {"values": values})}
