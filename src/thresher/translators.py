"""Installed programs that translate a content into another notation, as functions: the same bytes give the same bytes.

No test runs here, and nothing of the user's: only tools that read standard input and write standard output.
"""

from __future__ import annotations

import os
import re
import subprocess
from functools import cache, lru_cache
from pathlib import Path

SECONDS = 60  # after which a translator is ended; what it was given counts as not translatable


@cache
def versions(name: str) -> tuple[str, ...]:
    """The paths of a program that may be installed in several versions (`llvm-dis-14`), oldest first, then `name`.

    What an older version writes, newer ones can read.
    """
    numbered, plain = dict[int, str](), list[str]()
    pattern = re.compile(rf"{re.escape(name)}(?:-(\d+))?")
    for directory in os.environ.get("PATH", "").split(os.pathsep):
        for entry in sorted(Path(directory).glob(f"{name}*")) if os.path.isabs(directory) else ():
            match = pattern.fullmatch(entry.name)
            if match is None or not os.access(entry, os.X_OK):
                continue
            if match[1] is None:
                plain.append(str(entry))
            else:
                numbered.setdefault(int(match[1]), str(entry))
    return (*(numbered[number] for number in sorted(numbered)), *plain[:1])


@lru_cache(maxsize=32)
def translated(command: tuple[str, ...], data: bytes) -> bytes | None:
    """What a program writes for a content; None if it refuses it, crashes, or takes too long."""
    try:
        done = subprocess.run(
            command,
            input=data,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            check=False,
            timeout=SECONDS,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None
