"""Running the command line as a user does: a process of its own, in a directory of its own."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest


@dataclass(frozen=True)
class Done:
    """What a user sees of one command."""

    code: int
    out: bytes
    talk: str


Thresher = Callable[..., Done]


def command(*arguments: str | Path) -> list[str]:
    return [sys.executable, "-m", "thresher", *map(str, arguments)]


@contextmanager
def started(*arguments: str | Path, directory: Path) -> Iterator[subprocess.Popen[bytes]]:
    """One command that runs meanwhile; it is gone at the end."""
    process = subprocess.Popen(command(*arguments), cwd=directory, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@pytest.fixture
def thresher(tmp_path: Path) -> Thresher:
    """`thresher(...)` runs one command in tmp_path and waits for it."""

    def run(*arguments: str | Path, directory: Path = tmp_path, **environment: str) -> Done:
        done = subprocess.run(
            command(*arguments),
            cwd=directory,
            capture_output=True,
            check=False,
            env={**os.environ, **environment},
        )
        return Done(done.returncode, done.stdout, done.stderr.decode())

    return run


def on_a_terminal(*arguments: str | Path, directory: Path, **environment: str) -> tuple[int, str]:
    """The exit code of a command, and all that it prints, with standard output and error on one terminal."""
    ours, its = pty.openpty()
    process = subprocess.Popen(
        command(*arguments),
        cwd=directory,
        stdin=subprocess.DEVNULL,
        stdout=its,
        stderr=its,
        env={**os.environ, "TERM": "dumb", **environment},
    )
    os.close(its)
    shown = b""
    with suppress(OSError):  # how a terminal says that nobody writes to it any more
        while read := os.read(ours, 1 << 16):
            shown += read
    os.close(ours)
    return process.wait(), shown.decode()


@pytest.fixture
def lines(tmp_path: Path) -> Path:
    """input.txt with sixty lines."""
    path = tmp_path / "input.txt"
    path.write_bytes(b"".join(b"line %d has words\n" % number for number in range(60)))
    return path


@pytest.fixture
def script(tmp_path: Path) -> Callable[[str], Path]:
    """`script(text)` is an executable shell script that also counts its runs in a file `runs` beside it."""

    def write(text: str) -> Path:
        path = tmp_path / "test.sh"
        path.write_text(f"#!/bin/sh\necho run >> {tmp_path}/runs\n{text}\n")
        path.chmod(0o755)
        return path

    return write


@pytest.fixture
def runs(tmp_path: Path) -> Callable[[], int]:
    """How often the script was run."""
    return lambda: (tmp_path / "runs").read_text().count("run") if (tmp_path / "runs").exists() else 0
