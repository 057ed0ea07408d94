"""Thresher: given an input that makes a program fail, find the small part that matters.

from thresher import ddmin
ddmin("<SELECT NAME=x>", lambda text: text.startswith("<") and text.endswith(">"))
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from thresher.api import (
        Difference,
        cdd,
        complement,
        dd,
        ddmin,
        dichotomy,
        galloping,
        hgt,
        minimal_sets,
        minimize,
        n_minimal,
        one_by_one,
        probdd,
        quickxplain,
        rddmin,
    )
    from thresher.errors import NotFailing, OracleBroken, Stopped, ThresherError, TooFlaky, UsageError
    from thresher.kernel.outcome import Outcome, Verdict
    from thresher.oracle.hddtest import HDDTest
    from thresher.reducing import Reduced, reduce

__version__ = "0.1.0"

__all__ = [
    "Difference",
    "HDDTest",
    "NotFailing",
    "OracleBroken",
    "Outcome",
    "Reduced",
    "Stopped",
    "ThresherError",
    "TooFlaky",
    "UsageError",
    "Verdict",
    "cdd",
    "complement",
    "dd",
    "ddmin",
    "dichotomy",
    "galloping",
    "hgt",
    "minimal_sets",
    "minimize",
    "n_minimal",
    "one_by_one",
    "probdd",
    "quickxplain",
    "rddmin",
    "reduce",
]

_HOMES = {
    "HDDTest": "thresher.oracle.hddtest",
    "Outcome": "thresher.kernel.outcome",
    "Reduced": "thresher.reducing",
    "Verdict": "thresher.kernel.outcome",
    "reduce": "thresher.reducing",
    **dict.fromkeys(
        ("NotFailing", "OracleBroken", "Stopped", "ThresherError", "TooFlaky", "UsageError"), "thresher.errors"
    ),
}


def __getattr__(name: str) -> object:
    """Loads what is asked for: every run of pytest imports this package for its plugin, and few go further."""
    if name not in __all__:
        raise AttributeError(f"module 'thresher' has no attribute {name!r}")
    return getattr(import_module(_HOMES.get(name, "thresher.api")), name)
