"""Files that are there whole or not at all."""

from __future__ import annotations

import os
import shutil
from glob import escape
from pathlib import Path

from thresher.errors import UsageError


def write_whole(path: Path, data: bytes) -> None:
    """Replaces a file in one step: written beside, flushed to the disk, renamed. A crash leaves the old or the new."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with beside.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            beside.chmod(path.stat().st_mode & 0o7777)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def remove_parts(directory: Path, name: str) -> None:
    """Removes what a process that was killed left half written of such a file; for whoever may alone write it."""
    pattern = name if name == "*" else escape(name)
    for part in [*directory.glob(f".{pattern}.*.part"), *directory.glob(f".{pattern}.*.old")]:
        if not part.name.split(".")[-2].isdecimal():
            continue
        if part.is_dir():
            shutil.rmtree(part, ignore_errors=True)
        else:
            part.unlink(missing_ok=True)


def require_file(path: Path) -> None:
    """A directory is no input."""
    if path.is_dir():
        raise UsageError(f"{path} is a directory; name the file in it that makes the program fail")


def read_input(path: Path) -> bytes:
    """The bytes of a file; what stands in the way is said in one line."""
    require_file(path)
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise UsageError(f"there is no file {path}; check the name") from None
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from error
    if not data:
        raise UsageError(f"{path} is empty; there is nothing to take away from it")
    return data


def check_writable(directory: Path) -> None:
    """Says at once, not after the first success, that results cannot be written there."""
    if not directory.is_dir():
        raise UsageError(f"there is no directory {directory} to write to; create it or choose another with -o")
    probe = directory / f".thresher-{os.getpid()}.part"
    try:
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise UsageError(f"cannot write to {directory}: {error.strerror}; choose another place with -o") from error
