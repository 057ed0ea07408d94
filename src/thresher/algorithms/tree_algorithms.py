"""The tree algorithms by name: a module of this folder with a TREE_GUARANTEE and a function of its own name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from inspect import signature
from pkgutil import iter_modules

import thresher.algorithms
from thresher.algorithms.tree_guarantee import TreeGuarantee
from thresher.errors import UsageError
from thresher.kernel.probe import Search
from thresher.kernel.selection import Selection

PAPER_NAMES = {"hdd+": "hdd_plus", "hdd*": "hdd_star", "hddr": "hdd_r"}


@dataclass(frozen=True, slots=True)
class TreeAlgorithm:
    """`search(tree, kept)` takes a failing selection of nodes and returns a smaller one that fails.

    `takes_minimizer` tells whether a list algorithm works inside, to be given as `minimizer=`.
    """

    name: str
    search: Callable[..., Search[Selection, Selection]]
    guarantee: TreeGuarantee
    takes_minimizer: bool


@cache
def tree_algorithms() -> dict[str, TreeAlgorithm]:
    """Every tree algorithm in this folder."""
    found = {}
    for info in iter_modules(thresher.algorithms.__path__):
        module = import_module(f"{thresher.algorithms.__name__}.{info.name}")
        if hasattr(module, "TREE_GUARANTEE"):
            search = getattr(module, info.name)
            takes_minimizer = "minimizer" in signature(search).parameters
            found[info.name] = TreeAlgorithm(info.name, search, module.TREE_GUARANTEE, takes_minimizer)
    return found


def tree_algorithm(name: str) -> TreeAlgorithm:
    """The tree algorithm of that name, `hdd_star` or as in the paper `hdd*`; a UsageError names the ones there are.

    >>> tree_algorithm("hdd*").guarantee.value
    '1-tree-minimal'
    """
    try:
        return tree_algorithms()[PAPER_NAMES.get(name, name)]
    except KeyError:
        raise UsageError(f"no tree algorithm is called {name!r}; there are {', '.join(tree_algorithms())}") from None
