"""Directories of a search: temporary ones, which are removed at the end, and the session folder."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from thresher.changes.repository.git import Git
from thresher.errors import UsageError
from thresher.oracle.running import orphans
from thresher.oracle.running.guard import CleanupGuard
from thresher.oracle.running.orphans import MARKER
from thresher.oracle.running.process import limit_files
from thresher.oracle.running.run_directory import RunDirectories, unused_root
from thresher.session.folder.signing import NoKey, state_directory
from thresher.session.folder.store import FOLDER
from thresher.session.target_failure.first_run import LEAST_FILE_SIZE


@contextmanager
def temporary_place(size: int, file_size: int | None) -> Iterator[Path]:
    """A directory for repository and checkouts; removed at the end with all processes, even after kill -9."""
    root = unused_root(size)
    with closing(CleanupGuard(root, MARKER)), closing(RunDirectories(root=root)):
        orphans.adopt()
        limit_files(max(LEAST_FILE_SIZE, file_size or 0))
        yield root


def estimated_size(repository: Path | None, good: str) -> int:
    """The approximate size of a checkout in bytes; 0 if it is unknown."""
    if repository is None:
        return sum(path.lstat().st_size for path in Path(good).rglob("*"))
    listed = Git("-C", str(repository)).run("ls-tree", "-r", "-l", "--full-tree", "--end-of-options", good)
    sizes = (line.split(b"\t")[0].split()[-1] for line in listed.stdout.splitlines())
    return sum(int(size) for size in sizes if size.isdigit())


def session_folder(output: Path | None, user_files: list[Path]) -> Path:
    """Beside the output, but never among the files that are being compared; else in the user's state directory."""
    if output is not None:
        beside = output.absolute().parent.resolve()
        if not any(beside.is_relative_to(each.resolve()) for each in user_files):
            return beside / FOLDER
    try:
        return state_directory() / FOLDER
    except NoKey as error:
        raise UsageError(f"no place for the session: {error}, or use -o") from None
