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
    from thresher.api.sequences import cdd as cdd
    from thresher.api.sequences import complement as complement
    from thresher.api.sequences import ddmin as ddmin
    from thresher.api.sequences import dichotomy as dichotomy
    from thresher.api.sequences import galloping as galloping
    from thresher.api.sequences import hgt as hgt
    from thresher.api.sequences import minimal_sets as minimal_sets
    from thresher.api.sequences import n_minimal as n_minimal
    from thresher.api.sequences import one_by_one as one_by_one
    from thresher.api.sequences import probdd as probdd
    from thresher.api.sequences import quickxplain as quickxplain
    from thresher.api.sequences import rddmin as rddmin

FUNCTIONS = (
    "cdd",
    "complement",
    "ddmin",
    "dichotomy",
    "galloping",
    "hgt",
    "minimal_sets",
    "n_minimal",
    "one_by_one",
    "probdd",
    "quickxplain",
    "rddmin",
)
"""The functions for users."""


def __getattr__(name: str) -> object:
    """Loads a function for users."""
    if name not in FUNCTIONS:
        raise AttributeError(f"module 'thresher.algorithms' has no attribute {name!r}")
    return getattr(import_module("thresher.api.sequences"), name)


def __dir__() -> list[str]:
    """The functions for users, for `dir` and tab completion."""
    return [*sorted(globals()), *FUNCTIONS]
