"""Bytes to structure and back, one format per file; a file is registered by being here.

A unit format has `parse(data) -> Units`. A composite format has `STAGES`, the names of unit formats from coarse to
fine. Both have `confidence(name, data)` from 0 to 1. Outsiders register modules under the entry point group
`thresher.formats`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import iter_modules
from types import ModuleType

from thresher.errors import UsageError
from thresher.formats.content import HEAD
from thresher.structures.sequence import Units


@dataclass(frozen=True, slots=True)
class Format:
    """`stages` is the format itself for a unit format."""

    name: str
    confidence: Callable[[str, bytes], float]
    stages: tuple[str, ...]
    parse: Callable[[bytes], Units] | None


@cache
def formats() -> dict[str, Format]:
    """Every format by name, those of installed packages included."""
    modules = {info.name: import_module(f"{__name__}.{info.name}") for info in iter_modules(__path__)}
    modules |= {entry.name: entry.load() for entry in entry_points(group="thresher.formats")}
    return {name: _format(name, module) for name, module in modules.items() if hasattr(module, "confidence")}


def _format(name: str, module: ModuleType) -> Format:
    return Format(name, module.confidence, getattr(module, "STAGES", (name,)), getattr(module, "parse", None))


def format_named(name: str) -> Format:
    """The format of that name; a UsageError names the ones there are."""
    try:
        return formats()[name]
    except KeyError:
        raise UsageError(f"no format is called {name!r}; there are {', '.join(formats())}") from None


def guess(name: str, data: bytes) -> Format:
    """The format that is surest of itself, by file name and content."""
    head = data[:HEAD]
    return max(formats().values(), key=lambda candidate: candidate.confidence(name, head))


def parse(name: str, data: bytes) -> Units:
    """Cuts data into the units of a unit format."""
    found = format_named(name).parse
    if found is None:
        raise UsageError(f"format {name!r} has no units of its own; use one of its stages")
    return found(data)
