"""The files that a sandboxed run can see: the system's, and those that the user named.

Everything else is hidden rather than write-protected: a read-only mount does not prevent a program from connecting to a
Unix socket or from writing to a FIFO in it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

PRIVATE = ("/tmp", "/dev/shm", "/var/tmp")  # a run has its own
SYSTEM = (
    *("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"),
    *("/etc", "/opt", "/nix", "/gnu", "/snap", "/sys"),
    *("/var/cache/fontconfig", "/var/lib/ghostscript", "/var/lib/texmf"),
)
_OWN = ("/dev", "/proc")  # made anew in every sandbox
_PROGRAMS = ("bin", "sbin", "shims")
_INSTALLED = (
    *_PROGRAMS,
    *("lib", "lib32", "lib64", "libexec", "include", "plugins", "versions", "installs", "version", "pyvenv.cfg"),
)
_MOST_LINKS = 40


def system_mounts() -> list[str]:
    """Options of bubblewrap that show the system, read-only; the home directory exists and is empty."""
    options: list[str] = []
    for place in SYSTEM:
        if os.path.islink(place):
            options += ["--symlink", os.readlink(place), place]
        elif os.path.isdir(place):
            options += ["--ro-bind", place, place]
    if _home_in_system():
        return [*options, "--tmpfs", str(_home())]
    return [*options, "--dir", str(_home())]


def made_places() -> list[str]:
    """The memory file systems that the sandbox consists of, outermost first; made read-only in the end."""
    return ["/", *([str(_home())] if _home_in_system() else [])]


def shown(needed: Iterable[Path]) -> tuple[str, ...]:
    """The paths to show: of those named, the hidden ones, and for a program in a `bin` directory its libraries.

    Neither the root nor the home directory is ever shown as a whole, nor a directory that contains a private one.

    >>> shown([Path("/"), Path("/etc/passwd"), Path("/dev/null"), Path.home(), Path("/tmp")])
    ()
    """
    visible = {str(each) for path in needed for each in _with_targets(path) if _is_hidden(each) and not _is_wide(each)}
    return tuple(sorted(path for path in visible if not any(str(parent) in visible for parent in Path(path).parents)))


def _with_targets(path: Path) -> Iterator[Path]:
    """The path, the target if it is a link, and what is installed with a program."""
    for _ in range(_MOST_LINKS):
        if not path.is_absolute() or not path.exists():
            return
        yield path
        if path.parent.name in _PROGRAMS and path.parent.parent != _home():
            yield from (each for name in _INSTALLED if (each := path.parent.parent / name).exists())
        if not path.is_symlink():
            return
        path = Path(os.path.normpath(path.parent / path.readlink()))


def _is_hidden(path: Path) -> bool:
    place, home = str(path), str(_home())
    if _is_below(place, (*PRIVATE, home)):
        return True
    return not _is_below(place, (*SYSTEM, *_OWN))


def _is_wide(path: Path) -> bool:
    """Whether it would show more than the user intends."""
    return any(Path(each).is_relative_to(path) for each in (*PRIVATE, *SYSTEM, *_OWN, "/run", str(_home())))


def _home_in_system() -> bool:
    return _is_below(str(_home()), SYSTEM) and str(_home()) not in SYSTEM


def _is_below(place: str, parents: Iterable[str]) -> bool:
    return any(Path(place).is_relative_to(parent) for parent in parents)


def _home() -> Path:
    return Path(os.path.normpath(os.path.expanduser("~")))
