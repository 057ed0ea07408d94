"""Event logs as a list of steps, regardless of tasks, for list algorithms."""

from __future__ import annotations

from thresher.formats.events.events import EventsDocument


def confidence(name: str, data: bytes) -> float:
    """Never chosen automatically: tasks have more structure."""
    return 0.0


def parse_document(name: str, data: bytes, language: object = None) -> EventsDocument:
    """The document; the language makes no difference. A UsageError if the data is not a log."""
    return EventsDocument(data, name, by_task=False)
