"""A program that works on a directory of files: each candidate is unpacked into the directory where it runs."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from thresher.errors import OracleBroken
from thresher.formats.archives.directory import DIRECTORY, LINK, PROGRAM, DirectoryEntry, entries
from thresher.oracle.command import Program, Start
from thresher.oracle.failures.observation import Observation
from thresher.oracle.running.run_directory import RunDirectory


@dataclass(frozen=True, slots=True)
class DirectoryProgram:
    """Runs in the candidate's directory; a placeholder in the command stands for that directory."""

    program: Program
    name: ClassVar[str] = "candidate"
    aside: ClassVar[bool] = True

    @property
    def backtrace(self) -> bool:
        return self.program.backtrace

    @property
    def where(self) -> str:
        return f"in {self.program.name}"

    def start(self, place: RunDirectory) -> Start:
        data = Path(place.candidate).read_bytes()
        try:
            unpack(data, place.work)
        except OSError as error:
            raise OracleBroken(f"cannot write a candidate's files: {error.filename}: {error.strerror}") from error
        return Start(self.program.command(place.work), self.program.environment, None)

    def hide_secrets(self, observation: Observation) -> Observation:
        return self.program.hide_secrets(observation)


def unpack(data: bytes, directory: str) -> None:
    """Writes the entries of a content into a directory, and nothing outside it. The empty content has none."""
    top = os.fsencode(directory)
    directories = {b""}
    for entry in entries(data) if data else ():
        parent, _, last = entry.path.rpartition(b"/")
        if parent not in directories or last in (b"", b".", b".."):
            raise OracleBroken(f"the path {os.fsdecode(entry.path)} does not lie in a directory of the candidate")
        _write(entry, top + b"/" + entry.path)
        if entry.kind == DIRECTORY:
            directories.add(entry.path)


def _write(entry: DirectoryEntry, path: bytes) -> None:
    if entry.kind == DIRECTORY:
        os.mkdir(path)
    elif entry.kind == LINK:
        os.symlink(entry.content, path)
    else:
        mode = 0o755 if entry.kind == PROGRAM else 0o644
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, mode)
        with os.fdopen(descriptor, "wb") as file:
            file.write(entry.content)
