"""The widgets that a program shows, as assistive technologies see them: how one is named, and found again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

PLAIN = ("filler", "panel", "frame", "window", "dialog", "viewport", "scroll pane", "split pane", "layered pane",
         "root pane", "unknown", "application", "grouping", "section", "menu bar", "tool bar")  # fmt: skip
"""Roles of what only holds others: a place in there is a place in the window."""


class SeenWidget(NamedTuple):
    """A widget, its place on the screen, and the title of its window; `popup` if it is in a menu of its own window."""

    role: str
    name: str
    title: str
    popup: bool
    x: int
    y: int
    width: int
    height: int

    def has(self, x: int, y: int) -> bool:
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


def widgets_of(widgets: Sequence[SeenWidget], title: str, *, menu: bool) -> list[SeenWidget]:
    """Those of a window: by its title, or those of menus.

    A title may have changed since the widgets were listed; where all are of one window, they are those.
    """
    if menu:
        return [each for each in widgets if each.popup]
    others = [each for each in widgets if not each.popup]
    titles = {each.title for each in others}
    return [each for each in others if each.title == title or (len(titles) == 1 and title not in titles)]


def widget_at(widgets: Sequence[SeenWidget], x: int, y: int) -> SeenWidget | None:
    """The innermost widget at a place; None if there is none but what holds others."""
    inside = [each for each in widgets if each.has(x, y)]
    found = inside[-1] if inside else None  # what is inside follows what it is in
    return None if found is None or found.role in PLAIN else found


def named_widget(widgets: Sequence[SeenWidget], widget: SeenWidget, x: int, y: int) -> dict[str, Any]:
    """How a widget is found again, and the place in it. Of several with the same role and name, the index counts."""
    index = _same(widgets, widget.role, widget.name).index(widget)
    return {
        "role": widget.role,
        "name": widget.name,
        **({"index": index} if index else {}),
        "x": x - widget.x,
        "y": y - widget.y,
    }


def find_widget(widgets: Sequence[SeenWidget], wanted: Mapping[str, Any], x: int, y: int) -> SeenWidget | None:
    """The widget of this role, name and index; else one of this role at the place, since names may contain data."""
    role, index = wanted.get("role"), int(wanted.get("index", 0))
    same = _same(widgets, str(role), str(wanted.get("name")))
    if same:
        return same[min(index, len(same) - 1)]
    return next((each for each in reversed(widgets) if each.role == role and each.has(x, y)), None)


def place_in(widget: SeenWidget, wanted: Mapping[str, Any]) -> tuple[int, int]:
    """The recorded place in a widget, or its middle if it is smaller now."""
    x, y = int(wanted.get("x", 0)), int(wanted.get("y", 0))
    if not (0 <= x < widget.width and 0 <= y < widget.height):
        x, y = widget.width // 2, widget.height // 2
    return widget.x + x, widget.y + y


def _same(widgets: Sequence[SeenWidget], role: str, name: str) -> list[SeenWidget]:
    return [each for each in widgets if each.role == role and each.name == name]
