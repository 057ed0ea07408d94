"""Where a session keeps its data: the small interface between a record and the disk."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from thresher.kernel.events import Event


class Storage(Protocol):
    """Keeps events, results and other failures, so that a later run of the session can continue from them."""

    @property
    def folder(self) -> Path | None:
        """The session's folder; None if nothing is kept on disk."""

    def earlier_events(self) -> Iterator[Event]:
        """The events of earlier runs, oldest first."""

    def earlier_results(self) -> Iterator[tuple[bytes, bool]]:
        """Results of earlier runs, the newest first, and whether each of them is certain to have been a success."""

    def write(self, event: Event) -> None:
        """Appends an event to the journal."""

    def write_output(self, path: Path, content: bytes) -> str | None:
        """Writes a result; returns a note for the user if a file of somebody else's had to be moved away."""

    def add_success(self, content: bytes) -> None:
        """Keeps a failing content, for reports and for rolling back."""

    def successes(self) -> list[bytes]:
        """The failing contents, the newest first."""

    def add_other_failure(self, failure: str, name: str, content: bytes, message: bytes) -> bool:
        """Keeps a content that shows another failure; False if a smaller one is kept already."""

    def close(self) -> None:
        """Releases files and locks."""


class MemoryStorage:
    """Keeps successes while the process lives, and nothing on disk."""

    folder: Path | None = None

    def __init__(self) -> None:
        self._successes: list[bytes] = []

    def earlier_events(self) -> Iterator[Event]:
        return iter(())

    def earlier_results(self) -> Iterator[tuple[bytes, bool]]:
        return iter(())

    def write(self, event: Event) -> None:
        """There is no journal."""

    def write_output(self, path: Path, content: bytes) -> str | None:
        raise AssertionError("a session without a folder has no output file")

    def add_success(self, content: bytes) -> None:
        self._successes.append(content)

    def successes(self) -> list[bytes]:
        return self._successes[::-1]

    def add_other_failure(self, failure: str, name: str, content: bytes, message: bytes) -> bool:
        return False

    def close(self) -> None:
        """There is nothing to release."""
