"""Outputs that are written to rather than replaced: standard output, FIFOs, terminals and other devices."""

from __future__ import annotations

import errno
import os
import stat
import sys
from pathlib import Path

from thresher.errors import UsageError

STDOUT = Path("-")  # as in `-o -`


def is_stdout(path: Path) -> bool:
    """Whether a path is this process's standard output: `-`, or any path to the same file."""
    if path == STDOUT:
        return True
    try:
        return os.path.samestat(path.stat(), os.fstat(1))
    except OSError:
        return False


def is_stream(path: Path) -> bool:
    """Whether a path must be written to rather than replaced by a new file."""
    if is_stdout(path):
        return True
    try:
        mode = path.stat().st_mode
    except OSError:  # nothing there yet
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def write_stream(path: Path, data: bytes) -> None:
    """Writes all of the data. Waits for a reader of a FIFO, and says so on stderr."""
    if is_stdout(path):
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    try:
        with os.fdopen(_opened(path), "wb") as file:
            file.write(data)
    except OSError as error:
        raise UsageError(f"cannot write to {path}: {error.strerror}; choose another with -o") from error


def deliver(stream: Path, output: Path, content: bytes) -> None:
    """Writes the result to a stream; not to standard output, where results are shown anyway."""
    if not is_stream(stream) or is_stdout(stream):
        return
    try:
        write_stream(stream, content)
    except (UsageError, KeyboardInterrupt) as error:
        why = str(error) or f"nothing was written to {stream}"
        raise UsageError(f"{why}; the result is in {output}") from None


def _opened(path: Path) -> int:
    flags = os.O_WRONLY | os.O_NOCTTY
    try:
        descriptor = os.open(path, flags | os.O_NONBLOCK)
    except OSError as error:
        if error.errno != errno.ENXIO or not path.is_fifo():
            raise
        print(f"thresher: waiting for a program to read {path}; Ctrl-C to give up", file=sys.stderr, flush=True)
        return os.open(path, flags)
    os.set_blocking(descriptor, True)
    return descriptor
