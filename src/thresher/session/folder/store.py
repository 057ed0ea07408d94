"""The folder of a session, beside its output: journal, lock, successes in order, other failures.

The folder is `.thresher/<input>-<identity>/`, where the identity is a digest of everything that decides a verdict: the
input, the command and the files it names, the criterion. So the same command finds its journal again, and an edited
test script does not find the verdicts of the old one.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from thresher.errors import UsageError
from thresher.kernel.events import Learned
from thresher.session.files.whole import followed, output_key, remove_parts, write_own
from thresher.session.folder.command import COMMAND, write_command
from thresher.session.folder.journal import read
from thresher.session.folder.lock import Lock

FOLDER, JOURNAL, CANDIDATES = ".thresher", "journal.jsonl", "candidates"
OTHER_FAILURES, MESSAGE = "other-failures", "message.txt"
MOST_HISTORY = 256 << 20  # bytes of successes kept for rollback and reports
MOST_OTHER_FAILURES = 20


class Store:
    """The open folder. Only one process at a time can open it; SessionBusy for a second one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(f"cannot write to {folder.parent.parent}: {error.strerror}; use -o") from error
        does = f"is already working on this reduction ({self.folder})"
        self._locks = [Lock(folder / "lock", does=does, instead="wait for it or stop it")]
        self._claimed: set[str] = set()
        for each in (folder, *folder.glob("successes"), *folder.glob("other-failures/*")):
            remove_parts(each, "*")
        sizes = [path.stat().st_size for path in self.history()]
        self._successes_kept, self._bytes_kept = len(sizes), sum(sizes)

    @property
    def journal(self) -> Path:
        return self.folder / JOURNAL

    @property
    def notes(self) -> Path:
        """The journal of tests that explain the result, which are not part of the reduction."""
        return self.folder / "explanation.jsonl"

    def claim(self, output: Path) -> None:
        """Locks the output against other sessions, and removes partial files of a killed one."""
        name = output_key(output)
        if name in self._claimed:
            return
        self._claimed.add(name)
        does, instead = f"is already writing to {output}", "wait for it, stop it, or choose another with -o"
        self._locks.append(Lock(self.folder.parent / f"{name}.lock", does=does, instead=instead))
        target = followed(output)
        remove_parts(target.parent, target.name)

    def save_command(self, arguments: list[str], directory: Path) -> None:
        """Saves the command for `thresher resume`, without secrets of the environment."""
        write_command(self.folder, arguments, directory)

    def add_success(self, data: bytes) -> None:
        """Saves a failing content, up to MOST_HISTORY bytes in total."""
        if self._bytes_kept + len(data) <= MOST_HISTORY:
            self._successes_kept += 1
            self._bytes_kept += len(data)
            write_own(self._successes() / f"{self._successes_kept:06}", data)

    def history(self) -> Iterator[Path]:
        """The saved successes, oldest first."""
        return (path for path in sorted(self._successes().glob("[0-9]*")) if path.is_file())

    def _successes(self) -> Path:
        folder = self.folder / "successes"
        folder.mkdir(exist_ok=True)
        return folder

    def add_other_failure(self, failure: str, name: str, data: bytes, message: bytes) -> bool:
        """Saves the smallest content for each other failure, with the program's output; False if nothing is new."""
        folder = self.folder / OTHER_FAILURES / failure
        if folder.is_dir():
            kept = folder / name
            if kept.exists() and kept.stat().st_size <= len(data):
                return False
        elif folder.parent.is_dir() and len(list(folder.parent.iterdir())) >= MOST_OTHER_FAILURES:
            return False
        folder.mkdir(parents=True, exist_ok=True)
        write_own(folder / name, data)
        write_own(folder / MESSAGE, message)
        return True

    def forget(self) -> None:
        """Removes verdicts, successes, other failures and kept candidates, to start over."""
        self.journal.unlink(missing_ok=True)
        self.notes.unlink(missing_ok=True)
        for part in ("successes", OTHER_FAILURES, CANDIDATES):
            shutil.rmtree(self.folder / part, ignore_errors=True)
        self._successes_kept = self._bytes_kept = 0

    def close(self) -> None:
        for lock in self._locks:
            lock.close()


def newest(directory: Path) -> Path:
    """The newest session folder in this directory whose first run showed the failure."""
    commands = sorted(directory.glob(f"{FOLDER}/*/{COMMAND}"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in commands:
        if _began(path.parent):
            return path.parent
    raise UsageError(f"no session to resume in {directory}; run thresher reduce there first")


def _began(folder: Path) -> bool:
    """Whether the first run showed the failure; otherwise there is nothing to continue."""
    return any(isinstance(event, Learned) for event in read(folder / JOURNAL))
