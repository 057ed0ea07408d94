"""A place in a Python program: a line, and how often it is reached before."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType

from thresher.errors import UsageError

_WRITTEN = re.compile(r"(?P<file>.+?):(?P<line>\d+)(?::(?P<hit>\d+))?")


@dataclass(frozen=True, slots=True)
class Location:
    """A line of a file when it is reached for the n-th time.

    >>> print(Location(Path("/src/sort.py"), 12, 3))
    sort.py:12 (3rd time)
    """

    file: Path
    line: int
    hit: int = 1

    def __str__(self) -> str:
        often = "" if self.hit == 1 else f" ({self.hit}{_ENDINGS.get(self.hit, 'th')} time)"
        return f"{self.file.name}:{self.line}{often}"

    @property
    def key(self) -> tuple[str, int, int]:
        """As the agent takes it."""
        return str(self.file), self.line, self.hit


_ENDINGS = {2: "nd", 3: "rd"}


def parse_location(text: str) -> Location:
    """A location from FILE:LINE or FILE:LINE:N; a UsageError if there is no such file, or no code in that line."""
    match = _WRITTEN.fullmatch(text)
    if match is None or int(match["line"]) == 0 or match["hit"] == "0":
        raise UsageError(f"--at takes FILE:LINE, or FILE:LINE:N for the n-th time it is reached; not {text!r}")
    path = Path(match["file"])
    try:
        code = compile(path.read_bytes(), str(path), "exec")
    except FileNotFoundError:
        raise UsageError(f"there is no file {path} (--at)") from None
    except (OSError, SyntaxError, ValueError) as error:
        raise UsageError(f"{path} cannot be read as a Python program (--at): {error}") from None
    line, lines = int(match["line"]), sorted(set(_lines(code)))
    if line not in lines:
        after = bisect_left(lines, line)
        near = f"; the next line with code is {lines[after]}" if after < len(lines) else ""
        raise UsageError(f"there is no code in line {line} of {path} (--at){near}")
    return Location(path.resolve(), line, int(match["hit"] or 1))


def _lines(code: CodeType) -> Iterator[int]:
    """The lines that a code object and those inside it have code in."""
    yield from (line for _, _, line in code.co_lines() if line)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _lines(constant)
