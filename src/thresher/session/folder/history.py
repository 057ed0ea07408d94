"""Reads the history of a session from its folder, finished or not, without locking or changing anything."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from thresher.engine.questions import digest
from thresher.engine.record.statistics import Statistics
from thresher.errors import UsageError
from thresher.kernel.events import Improved, StageStarted
from thresher.session.files.directories import read_result
from thresher.session.folder.about import ABOUT, About, read_about, read_certificate
from thresher.session.folder.command import read_command
from thresher.session.folder.failure_output import read_failure
from thresher.session.folder.journal import read
from thresher.session.folder.store import FOLDER, MESSAGE, OTHER_FAILURES
from thresher.session.folder.versions import SessionVersions, read_versions
from thresher.verify.removals import Certificate

LARGEST_DIRECTORY = 1 << 28  # bytes of a directory that a report shows
MOST_ENTRIES = 100_000
MOST_MESSAGE = 1 << 16  # bytes of what a program printed about another failure


@dataclass(frozen=True, slots=True)
class Success:
    """One improvement: its number from 1, its event and stage, and the file with the content, None if it was not kept.

    `content`, if given, is shown instead of the file's.
    """

    number: int
    event: Improved
    stage: StageStarted | None
    path: Path | None
    content: bytes | None = None


@dataclass(frozen=True, slots=True)
class SavedFailure:
    """Another failure: its name, the smallest input that shows it, and what the program printed."""

    name: str
    input: Path
    message: bytes

    @property
    def size(self) -> int:
        return self.input.stat().st_size


@dataclass(frozen=True, slots=True)
class SessionHistory:
    """The history of a session, from its journal. `before` and `after` are None if the files no longer exist.

    Sizes are in `unit`. `failure` is what the program printed in the smallest failing run.
    """

    folder: Path
    about: About
    arguments: list[str]
    statistics: Statistics
    successes: list[Success]
    certificate: Certificate | None
    before: bytes | None
    after: bytes | None
    unit: str = "bytes"
    versions: SessionVersions | None = None
    failure: bytes = b""
    other_failures: tuple[SavedFailure, ...] = ()


def read_history(folder: Path, before: bytes | None = None) -> SessionHistory:
    """Reads a folder; `before` is the input if it is at hand."""
    about = read_about(folder)
    command = read_command(folder)
    statistics, improvements = _folded(folder)
    statistics.cached = about.cached
    successes = list(_with_files(improvements, _saved_successes(folder)))
    if before is None:
        before = _input(about)
    after = _result(about, successes) if successes else before
    certificate = read_certificate(folder) if statistics.finished and statistics.finished.complete else None
    return SessionHistory(
        folder,
        about,
        list(command.arguments),
        statistics,
        successes,
        certificate,
        before,
        after,
        versions=read_versions(folder),
        failure=read_failure(folder),
        other_failures=tuple(saved_failures(folder)),
    )


def _saved_successes(folder: Path) -> list[Path]:
    """Those that are files of the folder; a link may lead anywhere."""
    top = folder / "successes"
    return [] if top.is_symlink() else [path for path in sorted(top.glob("*")) if _is_own(path)]


def saved_failures(folder: Path) -> Iterator[SavedFailure]:
    """Those that are files of the folder; a link may lead anywhere."""
    for each in sorted((folder / OTHER_FAILURES).glob("*")):
        message = each / MESSAGE
        inputs = [path for path in sorted(each.glob("*")) if path != message and _is_own(path)]
        if inputs and not each.is_symlink():
            yield SavedFailure(each.name, inputs[0], _beginning(message) if _is_own(message) else b"")


def _is_own(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


def _beginning(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(MOST_MESSAGE)


def _folded(folder: Path) -> tuple[Statistics, list[tuple[Improved, StageStarted | None]]]:
    statistics = Statistics()
    improvements = []
    for event in read(folder / "journal.jsonl"):
        statistics.add(event)
        if isinstance(event, Improved):
            improvements.append((event, statistics.stage))
    return statistics, improvements


def _with_files(improvements: list[tuple[Improved, StageStarted | None]], paths: list[Path]) -> Iterator[Success]:
    """Pairs events with files, which are in the same order; a content that was too large has an event only."""
    sizes = [path.stat().st_size for path in paths]
    at = 0
    for number, (event, stage) in enumerate(improvements, start=1):
        kept = at < len(paths) and sizes[at] == event.size
        yield Success(number, event, stage, paths[at] if kept else None)
        at += kept


def _input(about: About) -> bytes | None:
    """The input, if it or a backup of it is unchanged."""
    path = Path(about.input)
    if path.is_dir():
        content = read_result(path) if _holds_at_most(path, about.size) else None
        return content if content is not None and digest(content) == about.digest else None
    for each in (path, *sorted(path.parent.glob(f"{_escaped(path.name)}.orig*"))):
        if each.is_file() and each.stat().st_size == about.size:
            data = each.read_bytes()
            if digest(data) == about.digest:
                return data
    return None


def _holds_at_most(directory: Path, size: int) -> bool:
    """Whether a directory is small enough to have a content of that size; `about.json` may name any directory."""
    left, entries = min(size, LARGEST_DIRECTORY), MOST_ENTRIES
    try:
        for folder, _, names in os.walk(directory):
            left -= sum(os.lstat(os.path.join(folder, name)).st_size for name in names)
            entries -= 1 + len(names)
            if left < 0 or entries < 0:
                return False
    except OSError:  # it may have been removed meanwhile
        return False
    return True


def _escaped(name: str) -> str:
    return "".join(f"[{sign}]" if sign in "*?[" else sign for sign in name)


def _result(about: About, successes: list[Success]) -> bytes | None:
    last = successes[-1]
    for path in (last.path, Path(about.output)):
        if path is not None and path.is_file() and path.stat().st_size == last.event.size:
            return path.read_bytes()
    return None


def find(where: Path) -> Path:
    """The session folder: this one, the newest in this directory, or the newest of this input."""
    if where.is_dir():
        if (where / ABOUT).is_file():
            return where
        found = list(where.glob(f"{FOLDER}/*/{ABOUT}")) or _sessions_of(where)
    elif where.is_file():
        found = _sessions_of(where)
    else:
        raise UsageError(f"there is no file or directory {where}; name an input, a session's folder or its directory")
    if not found:
        raise UsageError(f"{where} has not been reduced; run thresher reduce first")
    return max(found, key=lambda path: path.stat().st_mtime).parent


def _sessions_of(where: Path) -> list[Path]:
    """The sessions of an input or result, which may be a directory."""
    return [path for path in where.resolve().parent.glob(f"{FOLDER}/*/{ABOUT}") if _is_of(path.parent, where)]


def _is_of(folder: Path, path: Path) -> bool:
    about = read_about(folder)
    return path.resolve() in (Path(about.input).resolve(), Path(about.output).resolve())
