"""Names of results, and of candidates in run directories."""

from __future__ import annotations

import os
from pathlib import Path, PurePath

from thresher.oracle.command import PLACEHOLDERS

LONGEST_SCRIPT = 1 << 20  # bytes


def result_name(name: str) -> str:
    """The name of the result for an input.

    >>> result_name("crash.html"), result_name("Makefile")
    ('crash.min.html', 'Makefile.min')
    """
    path = PurePath(name)
    return f"{path.stem}.min{path.suffix}"


def original_name(name: str) -> str:
    """The name of the input of a result; any other name is returned unchanged.

    >>> original_name("crash.min.html"), original_name("Makefile.min"), original_name("crash.html")
    ('crash.html', 'Makefile', 'crash.html')
    """
    path = PurePath(name)
    if path.suffix == ".min":
        return path.stem
    return path.stem.removesuffix(".min") + path.suffix


def name_in_runs(command: tuple[str, ...], name: str) -> str:
    """The name itself; but if the command names only `crash.c`, and has no placeholder, that name for `crash.min.c`."""
    original = original_name(name)
    if original == name or any(place in part for part in command for place in PLACEHOLDERS):
        return name
    words = b"\n".join(text for part in command for text in (os.fsencode(part), _beginning(Path(part))))
    return original if os.fsencode(original) in words and os.fsencode(name) not in words else name


def _beginning(path: Path) -> bytes:
    """The beginning of a script; empty if there is no such file."""
    try:
        if not path.is_file():
            return b""
        with path.open("rb") as file:
            return file.read(LONGEST_SCRIPT)
    except (OSError, ValueError):
        return b""
