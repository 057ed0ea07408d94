"""JavaScript that runs inside pages."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def script(name: str) -> str:
    """The source of a script in this directory."""
    return files(__name__).joinpath(name).read_text(encoding="utf-8")
