"""Small transformations for what removal cannot do, one per file, which is registered by being in one of the folders.

A pass lists edits of a parsed text that might keep the failure and make the text smaller. A list algorithm finds which
of them can be applied: to apply an edit is to remove it from the list of edits not applied. A pass has
`edits(document)`, and may have `LIKELY = True` (most edits succeed, so all are tried together, then in groups;
otherwise one by one from the last to the first), `NEED_NOT_PARSE = True` (candidates may be invalid), `MISS_LIMIT`
(misses in a row after which it ends) and `PERSISTENT = True` (its edits are few and promising: it is tried again after
every change, even if it found nothing the last time). `pumps(document)` lists edits that may make the text larger at
first, for a thorough search. One of another package may have `LANGUAGES`, the names of the languages or formats that it
is for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType

from thresher.errors import UsageError
from thresher.plugins import plugins
from thresher.structures.document import Document
from thresher.structures.rewrites import Rewrite

MISS_LIMIT = 40
TRAITS = ("LIKELY", "NEED_NOT_PARSE", "MISS_LIMIT", "PERSISTENT", "LANGUAGES", "WHY")


@dataclass(frozen=True, slots=True)
class Pass:
    """A transformation."""

    name: str
    edits: Callable[[Document], Iterable[Rewrite]]
    likely: bool = False
    need_not_parse: bool = False
    miss_limit: int = MISS_LIMIT
    persistent: bool = False
    languages: frozenset[str] = frozenset()
    why: str = ""
    pumps: Callable[[Document], Iterable[Rewrite]] | None = None


@cache
def passes() -> dict[str, Pass]:
    """Every pass by the name of its module."""
    found = {}
    for info in walk_packages(__path__, f"{__name__}."):
        module = import_module(info.name)
        if hasattr(module, "edits"):
            name = info.name.rpartition(".")[2]
            found[name] = _pass(name, module)
    return {**found, **foreign_passes()}


@cache
def foreign_passes() -> dict[str, Pass]:
    """The passes of other packages, which are modules like ours; `WHY` is shown in the plan."""
    modules = plugins("passes").items()
    return {name: _pass(name, module) for name, module in modules if isinstance(module, ModuleType)}


def _pass(name: str, module: ModuleType) -> Pass:
    traits = {trait.lower(): getattr(module, trait) for trait in TRAITS if hasattr(module, trait)}
    return Pass(name, module.edits, pumps=getattr(module, "pumps", None), **traits)


def pass_named(name: str) -> Pass:
    """The pass of that name; a UsageError names the ones there are."""
    try:
        return passes()[name]
    except KeyError:
        raise UsageError(f"unknown pass {name!r}; choose from {', '.join(passes())}") from None
