"""The event feed of a job: written by its thread, followed by any number of asynchronous readers."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

KEEP_ALIVE = 15.0  # seconds without an event after which a reader gets None


class Feed:
    """Append-only. Every reader gets all events from the index it asks for, in order, until the feed is closed."""

    def __init__(self) -> None:
        self._events: list[dict[str, Any]] = []
        self._closed = False
        self._lock = threading.Lock()
        self._readers: dict[asyncio.Event, asyncio.AbstractEventLoop] = {}

    @property
    def closed(self) -> bool:
        return self._closed

    def publish(self, kind: str, **values: Any) -> None:
        """Adds an event, unless the feed is closed. Thread-safe."""
        with self._lock:
            if self._closed:
                return
            self._events.append({"type": kind, **values})
            self._wake()

    def close(self) -> None:
        """Ends the feed; readers end after the last event. Thread-safe."""
        with self._lock:
            self._closed = True
            self._wake()

    async def follow(self, start: int = 0) -> AsyncIterator[tuple[int, dict[str, Any]] | None]:
        """The events from an index on, each with its index, as they arrive; None if KEEP_ALIVE seconds bring none."""
        news = asyncio.Event()
        with self._lock:
            self._readers[news] = asyncio.get_running_loop()
        try:
            while True:
                news.clear()
                fresh, closed = self._events[start:], self._closed
                for event in fresh:
                    yield start, event
                    start += 1
                if closed:
                    return
                if not fresh and not await _within(KEEP_ALIVE, news):
                    yield None
        finally:
            with self._lock:
                del self._readers[news]

    def _wake(self) -> None:
        for news, loop in self._readers.items():
            with suppress(RuntimeError):  # the loop is closed: the reader is gone
                loop.call_soon_threadsafe(news.set)


async def _within(seconds: float, news: asyncio.Event) -> bool:
    try:
        async with asyncio.timeout(seconds):
            return await news.wait()
    except TimeoutError:
        return False
