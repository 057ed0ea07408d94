"""The algorithms by name: the decorator of a function in `lists/` or `trees/` registers it and states its guarantee.

An algorithm that has been imported is found at once; only a name that has not been registered, or a list of all names,
imports every module.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import walk_packages
from typing import TypeVar

from thresher.algorithms.guarantees import Guarantee, TreeGuarantee
from thresher.errors import UsageError
from thresher.kernel.probe import Search
from thresher.kernel.selection import Selection
from thresher.plugins import plugins

Minimizer = Callable[..., Search[Selection, Selection]]
M = TypeVar("M", bound=Minimizer)

DEFAULT = "hgt"
PAPER_NAMES = {"hdd+": "hdd_plus", "hdd*": "hdd_star", "hddr": "hdd_r"}


@dataclass(frozen=True, slots=True)
class ListAlgorithm:
    """A minimizer for lists: takes a failing selection, returns a smaller one that fails."""

    name: str
    search: Minimizer
    guarantee: Guarantee


@dataclass(frozen=True, slots=True)
class TreeAlgorithm:
    """`search(tree, kept)` takes a failing selection of nodes and returns a smaller one that fails.

    If it `takes_minimizer`, it removes nodes with the list algorithm given as `minimizer=`; else it rearranges them.
    One that `leaves_untried` some nodes has not tried every single one when it ends.
    """

    name: str
    search: Minimizer
    guarantee: TreeGuarantee
    takes_minimizer: bool = False
    leaves_untried: bool = False


_LISTS: dict[str, ListAlgorithm] = {}
_TREES: dict[str, TreeAlgorithm] = {}


def minimizes_lists(guarantee: Guarantee) -> Callable[[M], M]:
    """Registers a list algorithm under the name of its function."""

    def register(search: M) -> M:
        _LISTS[search.__name__] = ListAlgorithm(search.__name__, search, guarantee)
        return search

    return register


def reduces_trees(
    guarantee: TreeGuarantee, *, takes_minimizer: bool = False, leaves_untried: bool = False
) -> Callable[[M], M]:
    """Registers a tree algorithm under the name of its function."""

    def register(search: M) -> M:
        name = search.__name__
        _TREES[name] = TreeAlgorithm(name, search, guarantee, takes_minimizer, leaves_untried)
        return search

    return register


@cache
def list_algorithms() -> dict[str, ListAlgorithm]:
    """Every list algorithm by name."""
    _load("lists")
    return dict(sorted(_LISTS.items()))


@cache
def tree_algorithms() -> dict[str, TreeAlgorithm]:
    """Every tree algorithm by name."""
    _load("trees")
    return dict(sorted(_TREES.items()))


def list_algorithm(name: str) -> ListAlgorithm:
    """The list algorithm of that name; a UsageError names the ones there are."""
    try:
        return _LISTS.get(name) or list_algorithms()[name]
    except KeyError:
        raise UsageError(f"unknown list algorithm {name!r}; choose from {', '.join(list_algorithms())}") from None


def tree_algorithm(name: str) -> TreeAlgorithm:
    """The tree algorithm of that name, `hdd_star` or as in the paper `hdd*`; a UsageError names the ones there are.

    >>> tree_algorithm("hdd*").guarantee.value
    '1-tree-minimal'
    """
    try:
        proper = PAPER_NAMES.get(name, name)
        return _TREES.get(proper) or tree_algorithms()[proper]
    except KeyError:
        raise UsageError(f"unknown tree algorithm {name!r}; choose from {', '.join(tree_algorithms())}") from None


def _load(family: str) -> None:
    """Imports every module of a folder, so that each algorithm in it is registered."""
    package = import_module(f"thresher.algorithms.{family}")
    for info in walk_packages(package.__path__, f"{package.__name__}."):
        import_module(info.name)
    plugins("algorithms")  # modules whose decorators register what is in them
