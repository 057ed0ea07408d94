"""Where the widgets of a program are known from: an accessibility bus of its own, if that can be started."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass

from thresher.ui.reducing.program_replay import needed
from thresher.ui.standalone.accessibility import AccessibilityBus, NoBus, WidgetTree


@dataclass(frozen=True, slots=True)
class WidgetSource:
    """The environment that a program is to be started in, and what lists its widgets; `note` says why nothing does."""

    environment: Mapping[str, str]
    tree: WidgetTree | None = None
    note: str = ""


@contextmanager
def widget_source(environment: Mapping[str, str], *, wanted: bool = True) -> Iterator[WidgetSource]:
    """A bus for a program that is started in this environment; none if it is not wanted or not installed."""
    if not wanted:
        yield WidgetSource(environment)
        return
    try:
        bus = AccessibilityBus(environment)
    except NoBus as why:
        yield WidgetSource(environment, note=str(why))
        return
    with needed(bus.process), closing(bus), closing(WidgetTree(bus)) as tree:
        yield WidgetSource({**environment, **bus.environment}, tree)
