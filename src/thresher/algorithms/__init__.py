"""One published algorithm per file, named as in its paper; a file is registered by being here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from thresher.algorithms.guarantee import Guarantee
from thresher.errors import UsageError
from thresher.kernel.probe import Search
from thresher.kernel.selection import Selection

Minimizer = Callable[..., Search[Selection, Selection]]

DEFAULT = "hgt"


@dataclass(frozen=True, slots=True)
class ListAlgorithm:
    """A minimizer for lists: takes a failing selection, returns a smaller one that fails."""

    name: str
    search: Minimizer
    guarantee: Guarantee


@cache
def list_algorithms() -> dict[str, ListAlgorithm]:
    """Every list minimizer in this folder by name: a module with a GUARANTEE and a function of its own name."""
    found = {}
    for info in iter_modules(__path__):
        module = import_module(f"{__name__}.{info.name}")
        if hasattr(module, "GUARANTEE"):
            found[info.name] = ListAlgorithm(info.name, getattr(module, info.name), module.GUARANTEE)
    return found


def list_algorithm(name: str) -> ListAlgorithm:
    """The list minimizer of that name; a UsageError names the ones there are."""
    try:
        return list_algorithms()[name]
    except KeyError:
        raise UsageError(f"no list algorithm is called {name!r}; there are {', '.join(list_algorithms())}") from None
