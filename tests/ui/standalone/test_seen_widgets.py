"""Widgets are named so that they are found again, for any widgets."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from thresher.ui.standalone.seen_widgets import (
    SeenWidget,
    find_widget,
    named_widget,
    place_in,
    widget_at,
    widgets_of,
)

SIDES = st.integers(1, 40)
WIDGETS = st.lists(
    st.builds(
        SeenWidget,
        role=st.sampled_from(["push button", "text", "menu item"]),
        name=st.sampled_from(["", "Add", "Find"]),
        title=st.sampled_from(["Notes", "Find"]),
        popup=st.booleans(),
        x=st.integers(0, 50),
        y=st.integers(0, 50),
        width=SIDES,
        height=SIDES,
    ),
    unique=True,
    max_size=8,
)


@given(WIDGETS, st.integers(0, 90), st.integers(0, 90), st.booleans())
def test_what_was_named_is_found_and_so_is_the_place(widgets: list[SeenWidget], x: int, y: int, menu: bool) -> None:
    own = widgets_of(widgets, "Notes", menu=menu)
    found = widget_at(own, x, y)
    if found is not None:
        named = named_widget(own, found, x, y)
        assert find_widget(own, named, 0, 0) == found
        assert place_in(found, named) == (x, y)


def widget(role: str, name: str, x: int, width: int = 10) -> SeenWidget:
    return SeenWidget(role, name, "Notes", popup=False, x=x, y=0, width=width, height=10)


def test_the_innermost_widget_and_none_that_only_holds_others() -> None:
    panel, button = widget("panel", "", 0, 100), widget("push button", "Add", 20)
    assert widget_at([panel, button], 25, 5) == button
    assert widget_at([panel, button], 5, 5) is None
    assert widget_at([panel, button], 500, 5) is None


def test_another_name_at_the_same_place_is_the_same_widget() -> None:
    """A label may count: `Undo 2`, `Undo 3`."""
    undo, add = widget("push button", "Undo 3", 0), widget("push button", "Add", 20)
    wanted = {"role": "push button", "name": "Undo 2", "x": 1, "y": 1}
    assert find_widget([undo, add], wanted, 3, 3) == undo
    assert find_widget([undo, add], wanted, 50, 3) is None
    assert find_widget([undo, add], {**wanted, "role": "text"}, 3, 3) is None


def test_a_smaller_widget_is_clicked_in_its_middle() -> None:
    assert place_in(widget("push button", "Add", 100, width=10), {"x": 30, "y": 2}) == (105, 5)


def test_the_only_window_is_found_though_its_title_has_changed() -> None:
    button = SeenWidget("push button", "Add", "Notes", popup=False, x=0, y=0, width=9, height=9)
    other = button._replace(title="Find")
    assert widgets_of([button], "*Notes", menu=False) == [button]
    assert widgets_of([button, other], "*Notes", menu=False) == []
    assert widgets_of([button, other], "Find", menu=False) == [other]
