"""Directories as contents: reads them, and writes results atomically."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path

from thresher.errors import UsageError
from thresher.formats.archives.directory import DIRECTORY, FILE, LINK, MAGIC, PROGRAM, DirectoryEntry, packed
from thresher.session.files.streams import is_stream
from thresher.session.files.whole import write_whole
from thresher.session.folder.about import ABOUT, read_about
from thresher.session.folder.store import FOLDER


def read_directory(path: Path) -> bytes:
    """The content of a directory without session folders; UsageError if something in it cannot be copied."""
    entries = list(_entries(os.fsencode(path), b""))
    if not any(entry.kind in (FILE, PROGRAM) for entry in entries):
        raise UsageError(f"there is no file in {path}; there is nothing to remove from it")
    return packed(entries)


def write_result(path: Path, content: bytes) -> None:
    """Writes a file, or a directory if the content is one. A crash leaves the old, the new, or both side by side."""
    if not content.startswith(MAGIC):
        write_whole(path, content)
        return
    beside, old = (path.with_name(f".{path.name}.{os.getpid()}.{end}") for end in ("part", "old"))
    shutil.rmtree(beside, ignore_errors=True)
    try:
        from thresher.oracle.directory import unpack  # noqa: PLC0415 - most results are files

        beside.mkdir()
        unpack(content, str(beside))
        if path.is_dir():
            path.rename(old)
        beside.rename(path)
    finally:
        shutil.rmtree(beside, ignore_errors=True)
        shutil.rmtree(old, ignore_errors=True)


def read_result(path: Path) -> bytes | None:
    """The content of a file or directory; None if there is none."""
    if path.is_dir():
        return packed(list(_entries(os.fsencode(path), b"")))
    return path.read_bytes() if path.is_file() else None


def check_output(source: Path, output: Path) -> None:
    """Raises UsageError for an existing directory that is not a result, and for one inside its own source."""
    if is_stream(output):
        raise UsageError(f"the result of a directory is a directory; {output} cannot be one, choose another with -o")
    if output.resolve().is_relative_to(source.resolve()):
        raise UsageError(f"the result {output} would lie in {source} itself; choose another place with -o")
    if output.exists() and not (output.is_dir() and (not any(output.iterdir()) or _is_ours(output))):
        raise UsageError(
            f"{output} exists already and is not the result of a reduction; remove it or choose another with -o"
        )


def _is_ours(output: Path) -> bool:
    abouts = (read_about(path.parent) for path in output.parent.glob(f"{FOLDER}/*/{ABOUT}"))
    return any(Path(about.output).resolve() == output.resolve() for about in abouts)


def _entries(top: bytes, inside: bytes) -> Iterator[DirectoryEntry]:
    """The entries of a directory sorted by name, each directory before its entries."""
    try:
        names = sorted(set(os.listdir(os.path.join(top, inside))) - {os.fsencode(FOLDER)})
        entries = [_entry(top, os.path.join(inside, name)) for name in names]
    except OSError as error:  # it may have vanished meanwhile, or be somebody else's
        raise UsageError(
            f"cannot read {os.fsdecode(error.filename)}: {error.strerror}; try again without it"
        ) from error
    for entry in entries:
        yield entry
        if entry.kind == DIRECTORY:
            yield from _entries(top, entry.path)


def _entry(top: bytes, path: bytes) -> DirectoryEntry:
    full = os.path.join(top, path)
    mode = os.lstat(full).st_mode
    if stat.S_ISLNK(mode):
        target = os.readlink(full)
        leads = os.path.normpath(os.path.join(os.path.dirname(path), target))
        if os.path.isabs(target) or leads.split(b"/")[0] == b"..":
            raise UsageError(
                f"the link {os.fsdecode(full)} points outside the directory, to {os.fsdecode(target)}; replace it "
                "with a copy of its target"
            )
        return DirectoryEntry(LINK, path, target)
    if stat.S_ISDIR(mode):
        return DirectoryEntry(DIRECTORY, path)
    if not stat.S_ISREG(mode):
        raise UsageError(f"{os.fsdecode(full)} is neither a file, a directory nor a link; remove it")
    with open(full, "rb") as file:
        return DirectoryEntry(PROGRAM if mode & stat.S_IXUSR else FILE, path, file.read())
