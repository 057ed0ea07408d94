"""A Python function that is the oracle, named as users name it."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from importlib.machinery import PathFinder
from pathlib import Path

from thresher.errors import UsageError


@dataclass(frozen=True, slots=True)
class PythonFunction:
    """A function in a module, or in a file with the module's code.

    `file` is where the code comes from; None if only an import can find out.
    """

    source: str
    name: str
    file: Path | None

    @classmethod
    def parse(cls, text: str) -> PythonFunction:
        """Parses `MODULE:FUNCTION` or `FILE.py:FUNCTION`. Imports nothing.

        >>> PythonFunction.parse("json:loads").source
        'json'
        """
        source, _, name = text.rpartition(":")
        if not source or not all(part.isidentifier() for part in name.split(".")):
            raise UsageError(f"--python needs MODULE:FUNCTION or FILE.py:FUNCTION, not {text!r}")
        if source.endswith(".py"):
            file = Path(source).absolute()
            if not file.is_file():
                raise UsageError(f"there is no file {source} (--python)")
            return cls(str(file), name, file)
        return cls(source, name, _file_of(source))

    def __str__(self) -> str:
        return f"{Path(self.source).name}:{self.name}"


def _file_of(module: str) -> Path | None:
    """The file of a module, found as an import would find it, but without running any code."""
    places: list[str] | None = [os.getcwd(), *sys.path]
    spec, name = None, ""
    for part in module.split("."):
        name = f"{name}.{part}" if name else part
        spec = PathFinder.find_spec(name, places)
        if spec is None:
            return None
        places = list(spec.submodule_search_locations or ())
    return Path(spec.origin) if spec is not None and spec.origin is not None and spec.has_location else None
