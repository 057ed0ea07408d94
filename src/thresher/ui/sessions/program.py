"""The program of a session: its command, and the files that it finds in its directory."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from thresher.errors import OracleBroken, UsageError
from thresher.oracle.running.orphans import MARKER, sweep
from thresher.oracle.running.process import STARTED
from thresher.oracle.running.run_directory import RunDirectories, RunDirectory

OWN = (
    "LINES", "COLUMNS", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR",
    "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "SESSION_MANAGER",
)  # fmt: skip
"""What would let a program use the user's terminal, files, screen, or an instance of it that is running already."""
LOCALE = ("LC_ALL", "LC_CTYPE", "LANG")
ESCAPE_DELAY = "25"  # milliseconds that curses waits after Escape for the rest of a key


@dataclass(frozen=True, slots=True)
class UiProgram:
    """A command, and copies of files that its directory begins with, by their names there."""

    command: tuple[str, ...]
    files: tuple[tuple[str, Path], ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self.files)

    def identity(self) -> list[object]:
        """What the runs of the program depend on."""
        return [self.command, [(name, blake2b(path.read_bytes()).hexdigest()) for name, path in self.files]]

    @contextmanager
    def prepared(self, directories: RunDirectories) -> Iterator[RunDirectory]:
        """A fresh directory for one run, which is the program's home, too. No process of the run is left at the end."""
        with directories.fresh("session", lambda: b"", aside=True) as place:
            try:
                for name, path in self.files:
                    target = Path(place.work, name)
                    target.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy(path, target)
            except OSError as error:
                raise OracleBroken(f"cannot copy {error.filename}: {error.strerror}") from error
            try:
                yield place
            finally:
                sweep(f"{MARKER}={place.top}", STARTED)

    def environment(self, place: RunDirectory, **more: str) -> dict[str, str]:
        """The environment of a run: the user's, except what belongs to the user's own terminal, home and desktop."""
        inherited = {name: value for name, value in os.environ.items() if name not in OWN}
        if not any(inherited.get(name) for name in LOCALE):
            inherited["LANG"] = "C.UTF-8"
        return {
            **inherited,
            "HOME": place.work,
            "PWD": place.work,
            "TMPDIR": place.temporary,
            "ESCDELAY": ESCAPE_DELAY,
            MARKER: place.top,
            **more,
        }


def program_of(
    command: tuple[str, ...], beside: Iterable[Path], *, recorded: Iterable[str] = (), folder: Path = Path()
) -> UiProgram:
    """The program of a command line. Files that the command names, and those `beside`, are copied for each run.

    Files of a recording are searched here, then in the `folder` of the recording.
    """
    first = command[0]
    found = shutil.which(first)
    if found is None:
        raise UsageError(f"there is no program {first}; check the command")
    files = {path.name: path.absolute() for path in beside}
    for missing in (path for path in beside if not path.is_file()):
        raise UsageError(f"there is no file {missing} (--with)")
    for name in recorded:
        if name not in files and _inside(name):
            files[name] = _found(name, folder)
    for word in command[1:]:
        if word not in files and _inside(word) and os.path.isfile(word):
            files[word] = Path(word).absolute()
    program = str(Path(found).absolute()) if "/" in first else first
    return UiProgram((program, *command[1:]), tuple(sorted(files.items())))


def _inside(name: str) -> bool:
    """Whether it can be the name of a file below a directory."""
    return bool(name) and not os.path.isabs(name) and ".." not in Path(name).parts


def _found(name: str, folder: Path) -> Path:
    for place in (Path(), folder):
        if os.path.isfile(place / name):
            return (place / name).absolute()
    raise UsageError(f"the program had a file {name}, which is not here; give it with --with {name}")
