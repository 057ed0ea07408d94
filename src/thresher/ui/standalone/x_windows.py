"""The windows of an X display: which are there, and which one a recorded step means."""

from __future__ import annotations

from typing import Any, NamedTuple

from Xlib import X
from Xlib.error import BadDrawable, BadMatch, BadWindow


class SeenWindow(NamedTuple):
    """A window of a program; `menu` if it is one that window managers leave alone: a menu, a tooltip."""

    window: Any
    title: str
    kind: str
    menu: bool
    x: int
    y: int
    width: int
    height: int

    def named(self) -> dict[str, Any]:
        """How the window is found again."""
        return {"title": self.title, "class": self.kind, **({"menu": True} if self.menu else {})}


def windows_of(display: Any) -> list[SeenWindow]:
    """The visible windows of programs, the topmost first; under a window manager, those inside its frames."""
    found: list[SeenWindow] = []
    for top in reversed(display.screen().root.query_tree().children):
        window = _seen(display, top)
        if window is not None:
            found.append(window)
    return found


def _seen(display: Any, top: Any) -> SeenWindow | None:
    """The window of a program at or below a child of the root; None if it is not visible or has gone."""
    try:
        attributes = top.get_attributes()
        if attributes.map_state != X.IsViewable or attributes.win_class == X.InputOnly:
            return None
        client = _client(top, 3) or top
        geometry, place = client.get_geometry(), client.translate_coords(display.screen().root, 0, 0)
        kind = client.get_wm_class()
        title = _title(display, client)
    except (BadWindow, BadDrawable, BadMatch):
        return None
    if geometry.width <= 1 or geometry.height <= 1:
        return None
    menu = bool(attributes.override_redirect)
    return SeenWindow(client, title, kind[1] if kind else "", menu, -place.x, -place.y, geometry.width, geometry.height)


def _client(window: Any, depth: int) -> Any:
    """The first window at or below this one that has a class, as programs give it; None if there is none."""
    if window.get_wm_class():
        return window
    if depth:
        for child in window.query_tree().children:
            if (found := _client(child, depth - 1)) is not None:
                return found
    return None


def _title(display: Any, window: Any) -> str:
    known = window.get_full_text_property(display.intern_atom("_NET_WM_NAME")) or window.get_wm_name() or ""
    return known.decode("utf-8", "replace") if isinstance(known, bytes) else str(known)


def find_window(windows: list[SeenWindow], wanted: dict[str, Any]) -> SeenWindow | None:
    """The window of this title and class; else the topmost one of this class, since titles have file names in them."""
    menu, kind, title = bool(wanted.get("menu")), wanted.get("class"), wanted.get("title")
    same = [each for each in windows if each.menu == menu and each.kind == kind]
    return next((each for each in same if each.title == title), same[0] if same else None)


def owner_of(display: Any, window: Any) -> int:
    """The process that made a window; 0 if the server does not say."""
    specs = [{"client": window.id, "mask": 2}]  # the process
    try:
        ids = display.res_query_client_ids(specs).ids
    except (AttributeError, BadWindow, BadMatch):
        return 0
    return int(ids[0].value[0]) if ids and ids[0].value else 0
