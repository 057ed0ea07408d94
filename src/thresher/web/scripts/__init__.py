"""What runs inside of pages, as JavaScript files."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def script(name: str) -> str:
    """The text of a script beside this file."""
    return files(__name__).joinpath(name).read_text(encoding="utf-8")
