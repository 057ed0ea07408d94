"""Event logs as steps in a row, whatever tasks they are in: what list algorithms look at."""

from __future__ import annotations

from thresher.formats.events.events import EventsDocument


def confidence(name: str, data: bytes) -> float:
    """Never taken by itself: tasks tell more."""
    return 0.0


def parse_document(name: str, data: bytes, language: object = None) -> EventsDocument:
    """The document; the language makes no difference. A UsageError if the data are no log."""
    return EventsDocument(data, name, by_task=False)
