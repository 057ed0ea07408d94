"""What an input is called: a result beside it, and candidates where the program runs."""

from __future__ import annotations

import os
from pathlib import Path, PurePath

from thresher.oracle.command import PLACEHOLDERS

LONGEST_SCRIPT = 1 << 20  # bytes


def result_name(name: str) -> str:
    """Of the result of reducing a file with that name.

    >>> result_name("crash.html"), result_name("Makefile")
    ('crash.min.html', 'Makefile.min')
    """
    path = PurePath(name)
    return f"{path.stem}.min{path.suffix}"


def original_name(name: str) -> str:
    """Of the file that a result with that name was reduced from; a file that is no result is its own.

    >>> original_name("crash.min.html"), original_name("Makefile.min"), original_name("crash.html")
    ('crash.html', 'Makefile', 'crash.html')
    """
    path = PurePath(name)
    if path.suffix == ".min":
        return path.stem
    return path.stem.removesuffix(".min") + path.suffix


def name_in_runs(command: tuple[str, ...], name: str) -> str:
    """Its own; but a command that takes no name and speaks of `crash.c` alone gets the result `crash.min.c` as that."""
    original = original_name(name)
    if original == name or any(place in part for part in command for place in PLACEHOLDERS):
        return name
    told = b"\n".join(text for part in command for text in (os.fsencode(part), _beginning(Path(part))))
    return original if os.fsencode(original) in told and os.fsencode(name) not in told else name


def _beginning(path: Path) -> bytes:
    """Of a script; nothing if there is no such file."""
    try:
        if not path.is_file():
            return b""
        with path.open("rb") as file:
            return file.read(LONGEST_SCRIPT)
    except (OSError, ValueError):
        return b""
