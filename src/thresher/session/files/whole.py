"""Atomic writes: a file is there whole or not at all. Also checks of inputs and outputs."""

from __future__ import annotations

import os
import shutil
import stat
from glob import escape
from hashlib import blake2b
from pathlib import Path

from thresher.errors import UsageError, suggestion
from thresher.session.files.streams import is_stream, write_stream

SUFFIX_ROOM = 20  # bytes for the process id and suffix of a file while it is written
LONGEST_NAME = 255  # bytes of a file name, on the usual file systems


def write_own(path: Path, data: bytes) -> None:
    """Writes a file of a session folder. A symbolic link there is replaced, not followed: anybody may have made it."""
    if path.is_symlink() or is_stream(path):
        path.unlink()
    write_whole(path, data)


def write_whole(path: Path, data: bytes) -> None:
    """Replaces a file atomically: writes another one, flushes it, renames it. A crash leaves the old or the new.

    Follows a symbolic link, so that it stays one. Writes to anything but a regular file directly, such as a device, a
    FIFO, or standard output, whose name is `-`.
    """
    if is_stream(path):
        write_stream(path, data)
        return
    path = followed(path)
    beside = _part_of(path)
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


def followed(path: Path) -> Path:
    """The target of a symbolic link, whether or not it exists; any other path unchanged."""
    return Path(os.path.realpath(path)) if path.is_symlink() else path


def _part_of(path: Path) -> Path:
    """The path that a file is written to before it is renamed."""
    return path.with_name(f".{shortened(path.name, room=SUFFIX_ROOM)}.{os.getpid()}.part")


def shortened(name: str, *, room: int) -> str:
    """The file name, cut if needed so that `room` more bytes fit.

    >>> len(shortened("x" * 255, room=20)), shortened("crash.c", room=20)
    (235, 'crash.c')
    """
    return os.fsdecode(os.fsencode(name)[: LONGEST_NAME - room])


def remove_parts(directory: Path, name: str, *, of_dead_processes: bool = False) -> None:
    """Removes partial copies of a file that killed processes left.

    With `of_dead_processes`, as needed without the lock of the file, keeps those of processes that still run.
    """
    stem = shortened(name, room=SUFFIX_ROOM)
    pattern = name if name == "*" else escape(stem)
    for part in [*directory.glob(f".{pattern}.*.part"), *directory.glob(f".{pattern}.*.old")]:
        whose, owner, _ = part.name[1:].rsplit(".", 2)
        if not owner.isdecimal() or (name != "*" and whose != stem):
            continue
        if of_dead_processes and _alive(int(owner)):
            continue
        if part.is_dir():
            shutil.rmtree(part, ignore_errors=True)
        else:
            part.unlink(missing_ok=True)


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        pass
    return True


def require_file(path: Path) -> None:
    """Raises UsageError for anything but a regular file: a FIFO may never end, and cannot be read twice."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        raise UsageError(f"there is no file {path}{_similar(path) or '; check the name'}") from None
    except (OSError, ValueError) as error:
        raise UsageError(f"cannot read {path}: {getattr(error, 'strerror', None) or error}") from error
    if stat.S_ISDIR(mode):
        raise UsageError(f"{path} is a directory; name the file in it that makes the program fail")
    if not stat.S_ISREG(mode):
        raise UsageError(f"{path} is not a regular file; copy what it holds to a file and name that")


def _similar(path: Path) -> str:
    """For an error message: the file in the same directory that was probably meant."""
    try:
        return suggestion(path.name, os.listdir(path.parent))
    except OSError:
        return ""


def read_input(path: Path) -> bytes:
    """The bytes of a regular file that is not empty; anything else is a UsageError."""
    data = read_regular(path)
    if not data:
        raise UsageError(f"{path} is empty; there is nothing to remove from it")
    return data


def read_regular(path: Path) -> bytes:
    """The bytes of a regular file, which may be empty; anything else is a UsageError."""
    require_file(path)
    try:
        return path.read_bytes()
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from error


def output_key(output: Path) -> str:
    """A digest of the output's path, for the names of its lock and ledger."""
    return blake2b(bytes(output.absolute()), digest_size=8).hexdigest()


def check_output_file(path: Path, *inputs: Path) -> None:
    """Raises UsageError, before the first test, if a file cannot be written or is one of the inputs."""
    if path.is_dir():
        raise UsageError(f"{path} is a directory; name a file in it with -o")
    if is_stream(path):
        return
    if any(each.resolve() == path.resolve() for each in inputs):
        raise UsageError(f"the output would overwrite the input {path}; choose another with -o")
    target = followed(path)
    check_writable(target.parent)
    target = target.absolute()
    remove_parts(target.parent, target.name, of_dead_processes=True)


def check_writable(directory: Path) -> None:
    """Raises UsageError, before the first test, if results cannot be written to a directory."""
    if not directory.is_dir():
        raise UsageError(f"there is no directory {directory} to write to; create it or choose another with -o")
    probe = directory / f".thresher-{os.getpid()}.part"
    try:
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise UsageError(f"cannot write to {directory}: {error.strerror}; choose another place with -o") from error
