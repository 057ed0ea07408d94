"""The tree algorithms by name: a module of this folder with a TREE_GUARANTEE and a function of its own name.

One that removes nodes by means of a list algorithm, given as `minimizer=`, says so with `TAKES_MINIMIZER = True`; one
that leaves some nodes to a later visit, with `LEAVES_UNTRIED = True`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

import thresher.algorithms
from thresher.algorithms.tree_guarantee import TreeGuarantee
from thresher.errors import UsageError
from thresher.kernel.probe import Search
from thresher.kernel.selection import Selection

TRAITS = ("TAKES_MINIMIZER", "LEAVES_UNTRIED")
PAPER_NAMES = {"hdd+": "hdd_plus", "hdd*": "hdd_star", "hddr": "hdd_r"}


@dataclass(frozen=True, slots=True)
class TreeAlgorithm:
    """`search(tree, kept)` takes a failing selection of nodes and returns a smaller one that fails.

    If it `takes_minimizer`, it removes nodes with the list algorithm given as `minimizer=`; else it rearranges them.
    One that `leaves_untried` some nodes has not tried every single one when it ends.
    """

    name: str
    search: Callable[..., Search[Selection, Selection]]
    guarantee: TreeGuarantee
    takes_minimizer: bool = False
    leaves_untried: bool = False


@cache
def tree_algorithms() -> dict[str, TreeAlgorithm]:
    """Every tree algorithm in this folder."""
    found = {}
    for info in iter_modules(thresher.algorithms.__path__):
        module = import_module(f"{thresher.algorithms.__name__}.{info.name}")
        if hasattr(module, "TREE_GUARANTEE"):
            search = getattr(module, info.name)
            traits = {name.lower(): getattr(module, name) for name in TRAITS if hasattr(module, name)}
            found[info.name] = TreeAlgorithm(info.name, search, module.TREE_GUARANTEE, **traits)
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
