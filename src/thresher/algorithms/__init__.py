"""Searches, as pure generators of questions: for lists, for trees, for sequences whose units depend on each other.

`lists/` and `trees/` hold one published algorithm per file, registered by its decorator (`registry.py`), which states
its guarantee (`guarantees.py`). `combinators.py` makes searches from searches.

For users, the package has the list algorithms as functions too, with the calling convention of `thresher.minimize`:

>>> from thresher.algorithms import probdd
>>> probdd("the needle in the hay", lambda text: "need" in text)
'need'

They drive the searches and so belong to a layer above; they are loaded from `thresher.api` when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from thresher.api.sequences import *  # noqa: F403


def functions() -> list[str]:
    """The names of the functions for users."""
    names: list[str] = import_module("thresher.api.sequences").__all__
    return names


def __getattr__(name: str) -> object:
    """Loads a function for users."""
    if name.startswith("_") or name not in functions():
        raise AttributeError(f"module 'thresher.algorithms' has no attribute {name!r}")
    return getattr(import_module("thresher.api.sequences"), name)


def __dir__() -> list[str]:
    """The functions for users, for `dir` and tab completion."""
    return sorted({*globals(), *functions()})
