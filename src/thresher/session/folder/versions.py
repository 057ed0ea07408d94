"""`versions.json`: when a session began, and the versions of thresher, the system and the programs under test."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

from thresher.session.files.whole import write_own
from thresher.session.folder.saved import damaged, read_record, text, texts

VERSIONS = "versions.json"
OS_RELEASE = Path("/etc/os-release")


@dataclass(frozen=True, slots=True)
class ProgramVersion:
    """A program by its name, and the lines that it printed about its version."""

    name: str
    lines: list[str]

    @property
    def short(self) -> str:
        """The first line; the name if there is none."""
        return self.lines[0] if self.lines else self.name


@dataclass(frozen=True, slots=True)
class SessionVersions:
    """`date` is in UTC, in the format of ISO 8601."""

    date: str
    thresher: str
    python: str
    system: str
    programs: list[ProgramVersion]

    @classmethod
    def here(cls, date: str, programs: list[ProgramVersion]) -> SessionVersions:
        """The versions on this machine."""
        version = str(sys.modules["thresher"].__dict__["__version__"])  # imported by whoever imported this module
        return cls(date, version, sys.version.split(maxsplit=1)[0], system(), programs)

    def write(self, folder: Path) -> None:
        write_own(folder / VERSIONS, json.dumps(asdict(self), indent=1).encode())


def read_versions(folder: Path) -> SessionVersions | None:
    """The versions of a session; None for one of an older version of thresher. UsageError if the file is damaged."""
    path = folder / VERSIONS
    if not path.exists():
        return None
    try:
        record = read_record(path)
        if not isinstance(record["programs"], list):
            raise damaged(path)
        programs = [ProgramVersion(text(each["name"]), texts(each["lines"])) for each in record["programs"]]
        date, thresher, python, kernel = (text(record[name]) for name in ("date", "thresher", "python", "system"))
        return SessionVersions(date, thresher, python, kernel, programs)
    except (OSError, ValueError, KeyError, TypeError):
        raise damaged(path) from None


def system() -> str:
    """The operating system, its kernel and the processor's architecture."""
    kernel = os.uname()
    return f"{_distribution()}{kernel.sysname} {kernel.release} {kernel.machine}"


def _distribution() -> str:
    try:
        lines = OS_RELEASE.read_text(errors="replace").splitlines()
    except OSError:
        return ""
    names = [line.partition("=")[2].strip("\"' \t") for line in lines if line.startswith("PRETTY_NAME=")]
    return f"{names[0]}, " if names else ""
