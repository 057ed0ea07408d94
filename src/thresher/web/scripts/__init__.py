"""JavaScript that runs inside pages."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

_INCLUDE = re.compile(r"^ *// include (\w+\.js)\n", re.MULTILINE)


@cache
def script(name: str) -> str:
    """The source of a script in this directory, with those that it includes."""
    source = files(__name__).joinpath(name).read_text(encoding="utf-8")
    return _INCLUDE.sub(lambda included: script(included[1]), source)
