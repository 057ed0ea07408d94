"""What a record keeps on disk: its journal, its successes and its outputs, in the folder of the session."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from thresher.kernel.events import Event
from thresher.session.files.directories import read_result
from thresher.session.folder.journal import Journal, read
from thresher.session.folder.ownership import Ownership, kept_line
from thresher.session.folder.store import Store


class FolderStorage:
    """The storage of a record in the folder of its session.

    The last of the `journals` is written to; all of them are read. The `output`, if there is one, is claimed, so that
    no other session writes to it, and read when the session is resumed.
    """

    def __init__(self, store: Store, *, output: Path | None = None, journals: tuple[Path, ...] = ()) -> None:
        self._store, self._output = store, output
        self._journals = journals or (store.journal,)
        self._ownerships: dict[Path, Ownership] = {}
        if output is not None:
            store.claim(output)
        self._journal = Journal(self._journals[-1])

    @property
    def folder(self) -> Path:
        return self._store.folder

    def earlier_events(self) -> Iterator[Event]:
        for path in self._journals:
            yield from read(path)

    def earlier_results(self) -> Iterator[tuple[bytes, bool]]:
        successes = list(self._store.history())
        for path in (*([self._output] if self._output else []), *reversed(successes)):
            content = read_result(path)
            if content is not None:
                yield content, path in successes

    def write(self, event: Event) -> None:
        self._journal.write(event)

    def write_output(self, path: Path, content: bytes) -> str | None:
        if path not in self._ownerships:
            self._store.claim(path)
            self._ownerships[path] = Ownership(self._store.folder, path)
        renamed = self._ownerships[path].write(content)
        return None if renamed is None else kept_line(path, renamed)

    def add_success(self, content: bytes) -> None:
        self._store.add_success(content)

    def successes(self) -> list[bytes]:
        return [path.read_bytes() for path in self._store.history()][::-1]

    def add_other_failure(self, failure: str, name: str, content: bytes, message: bytes) -> bool:
        return self._store.add_other_failure(failure, name, content, message)

    def close(self) -> None:
        self._journal.close()
        self._store.close()
