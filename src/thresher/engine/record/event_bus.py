"""Delivers the events of a session to everyone concerned, with the clock and the counts they are stamped with."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeAlias

from thresher.engine.record.statistics import Statistics
from thresher.kernel.events import Event, Noted

Listener: TypeAlias = Callable[[Event], None]


class EventBus:
    """Counts each event, then hands it to the subscribers in their order, then to the listeners.

    Subscribers belong to the session, such as its journal; listeners show it to the user and may come later. Times and
    counts continue those of the `statistics` of earlier runs.
    """

    def __init__(self, statistics: Statistics, subscribers: tuple[Listener, ...] = ()) -> None:
        self.statistics = statistics
        self._subscribers = subscribers
        self._listeners: list[Listener] = []
        self._unheard: list[Noted] = []
        self._begun = time.monotonic()
        self._seconds_before, self._tests_before = statistics.seconds, statistics.tests

    @property
    def seconds_this_run(self) -> float:
        return time.monotonic() - self._begun

    @property
    def elapsed(self) -> float:
        """Seconds over all runs of the session."""
        return self._seconds_before + self.seconds_this_run

    @property
    def tests_this_run(self) -> int:
        return self.statistics.tests - self._tests_before

    @property
    def has_listeners(self) -> bool:
        return bool(self._listeners)

    def emit(self, event: Event) -> None:
        """Delivers an event."""
        self.statistics.add(event)
        for deliver in (*self._subscribers, *self._listeners):
            deliver(event)

    def listen(self, listener: Listener) -> None:
        """Delivers all events from now on to the listener, and at once the notes that no listener has got."""
        self._listeners.append(listener)
        while self._unheard:
            listener(self._unheard.pop(0))

    def note(self, message: str) -> None:
        """Emits a note for the user."""
        noted = Noted(self.elapsed, message)
        if not self._listeners:
            self._unheard.append(noted)
        self.emit(noted)
