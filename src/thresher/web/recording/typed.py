"""Typed text as steps: letters that follow each other are one step, and a paste replaces its keys."""

from __future__ import annotations

from typing import Any

TYPE = "thresher.type"  # a custom step: Chrome's format has only single keys and the values of fields
DRAG = "thresher.drag"  # a custom step: from one element to another
FOCUS = "thresher.focus"  # a custom step of imported scripts: puts the focus on an element without a click


def same_place(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two steps are of one type, on one element."""
    return all(one.get(name) == other.get(name) for name in ("type", "selectors", "target", "frame"))


def joined(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any] | None:
    """Two steps that type text, one after the other, as one; None for any others.

    >>> step = lambda text: {"type": "customStep", "name": TYPE, "parameters": {"text": text}}
    >>> joined(step("a"), step("b"))["parameters"]
    {'text': 'ab'}
    """
    if not (one.get("name") == other.get("name") == TYPE and same_place(one, other)):
        return None
    return {**one, "parameters": {"text": one["parameters"]["text"] + other["parameters"]["text"]}}


def without_paste_keys(steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The steps without the keys of a paste at their end, Ctrl+V; the clipboard of a replay has another content."""
    kept = list(steps)
    while kept and kept[-1].get("key", "").lower() in ("v", "control", "meta"):
        kept.pop()
    return kept
