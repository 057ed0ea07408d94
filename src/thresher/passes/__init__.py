"""Small transformations for what removal cannot do, one per file; a file is registered by being here.

A pass looks at a parsed text and lists edits that might keep the failure and make the text smaller. Which of them are
made is found by a list algorithm, as if making one were removing it from the list of those not made. A pass has
`edits(document)`, and may have `LIKELY = True` (most edits succeed, so all are tried at once, then in groups; else they
are tried one by one from the end on), `LOOSE = True` (its candidates need not parse) and `PATIENCE` (so many misses in
a row end it).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from thresher.errors import UsageError
from thresher.structures.document import Document
from thresher.structures.rewrites import Rewrite

PATIENCE = 40
TRAITS = ("LIKELY", "LOOSE", "PATIENCE")


@dataclass(frozen=True, slots=True)
class Pass:
    """A transformation."""

    name: str
    edits: Callable[[Document], Iterable[Rewrite]]
    likely: bool = False
    loose: bool = False
    patience: int = PATIENCE

    @property
    def search(self) -> str:
        """The list algorithm that finds out which edits can be made."""
        return "hgt" if self.likely else "one_by_one"


@cache
def passes() -> dict[str, Pass]:
    """Every pass in this folder by name."""
    found = {}
    for info in iter_modules(__path__):
        module = import_module(f"{__name__}.{info.name}")
        if hasattr(module, "edits"):
            traits = {name.lower(): getattr(module, name) for name in TRAITS if hasattr(module, name)}
            found[info.name] = Pass(info.name, module.edits, **traits)
    return found


def pass_named(name: str) -> Pass:
    """The pass of that name; a UsageError names the ones there are."""
    try:
        return passes()[name]
    except KeyError:
        raise UsageError(f"no pass is called {name!r}; there are {', '.join(passes())}") from None
