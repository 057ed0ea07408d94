"""Which changes of windows are the user's, by way of the window manager, and which the program's own."""

from __future__ import annotations

from types import SimpleNamespace

from thresher.ui.desktop.window_actions import WindowActions
from thresher.ui.standalone.x_windows import SeenWindow


def window(number: int, width: int = 100) -> SeenWindow:
    return SeenWindow(SimpleNamespace(id=number), f"window {number}", "Tk", False, 0, 0, width, 50)


def test_a_size_is_recorded_once_the_user_has_stopped_pulling() -> None:
    actions = WindowActions()
    seen = [actions.looked([window(1, width)], None, 0) for width in (100, 110, 120, 130, 130, 130)]
    resized = {"type": "resize", "width": 130, "height": 50, "window": {"title": "window 1", "class": "Tk"}}
    assert seen == [[], [], [], [], [resized], []]


def test_a_size_that_the_program_asked_for_is_its_own() -> None:
    actions = WindowActions()
    actions.looked([window(1)], None, 0)
    actions.program_resizes(1, 150, None)
    assert [actions.looked([window(1, 150)], None, 0) for _ in range(3)] == [[], [], []]


def test_a_window_that_has_just_come_gets_the_keys_by_itself() -> None:
    actions = WindowActions()
    one, two = window(1), window(2)
    actions.looked([one], one, 0)
    actions.looked([two, one], one, 1)
    assert actions.looked([two, one], two, 1) == []
    assert actions.looked([one], one, 1) == []  # the other has gone


def test_the_user_chooses_a_window_that_was_there_before() -> None:
    actions = WindowActions()
    one, two = window(1), window(2)
    actions.looked([one, two], one, 0)
    actions.looked([one, two], one, 1)
    assert actions.looked([two, one], two, 1) == [{"type": "focus", "window": two.named()}]
    actions.chosen(1)
    assert actions.looked([one, two], one, 2) == []  # by a click in it, or by the program
