"""Sessions in directories that the operator names: they can be looked at, and nothing else."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path

from thresher.errors import UsageError
from thresher.service.views.session_view import SessionView
from thresher.session.folder.command import COMMAND
from thresher.session.folder.store import FOLDER


class AttachedSessions:
    """Each has a key made of its path, so that its address stays the same. Thread-safe."""

    def __init__(self, places: Iterable[Path]) -> None:
        self._places = tuple(place.absolute() for place in places)
        for place in self._places:
            if not place.is_dir():
                raise UsageError(f"{place} is not a directory; --sessions takes the directory of results")
        self._views: dict[str, SessionView] = {}
        self._lock = threading.Lock()

    def views(self) -> dict[str, SessionView]:
        """All sessions that are there now, by their keys, the most recently started first."""
        found = [path for place in self._places for path in place.glob(f"{FOLDER}/*/{COMMAND}")]
        with self._lock:
            known = self._views
            self._views = {
                key_of(path.parent): known.get(key_of(path.parent)) or SessionView(path.parent)
                for path in sorted(found, key=_changed, reverse=True)
            }
            return dict(self._views)

    def get(self, key: str) -> SessionView | None:
        """The session with this key."""
        return self.views().get(key)


def key_of(folder: Path) -> str:
    """The key of a session: a digest of its path."""
    return blake2b(bytes(folder), digest_size=8).hexdigest()


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:  # it was removed meanwhile
        return 0.0
