"""Thresher: given an input that makes a program fail, find the small part that matters.

>>> from thresher import ddmin
>>> ddmin("<SELECT NAME=x>", lambda text: text.startswith("<") and text.endswith(">"))
'<>'

`minimize`, `ddmin`, `dd` and `reduce` are what most programs need; `thresher.api` says what they have in common. The
other list algorithms are in `thresher.algorithms`, and here under the same names. A name is loaded when it is first
used, so that importing the package costs nothing: pytest does that for the plugin in every run.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from thresher import algorithms as algorithms
    from thresher.algorithms.lists.splitting import Split as Split
    from thresher.api.call import CallOptions as CallOptions
    from thresher.api.call import Test as Test
    from thresher.api.content import Reduced as Reduced
    from thresher.api.content import Tester as Tester
    from thresher.api.content import reduce as reduce
    from thresher.api.difference import Difference as Difference
    from thresher.api.difference import dd as dd
    from thresher.api.progress import OnProgress as OnProgress
    from thresher.api.progress import Progress as Progress
    from thresher.api.progress import Stop as Stop
    from thresher.api.sequences import *  # noqa: F403
    from thresher.engine.record.statistics import Statistics as Statistics
    from thresher.engine.reduction import FlakinessSettings as FlakinessSettings
    from thresher.errors import NotFailing as NotFailing
    from thresher.errors import OracleBroken as OracleBroken
    from thresher.errors import Stopped as Stopped
    from thresher.errors import ThresherError as ThresherError
    from thresher.errors import TooFlaky as TooFlaky
    from thresher.errors import UsageError as UsageError
    from thresher.grammars.language import Language as Language
    from thresher.kernel.outcome import Outcome as Outcome
    from thresher.kernel.outcome import TestResult as TestResult
    from thresher.kernel.outcome import Verdict as Verdict
    from thresher.thesis import HDDTest as HDDTest

    __all__: list[str]  # computed below

__version__ = "0.1.0"

_NAMES = {
    "thresher.api.difference": ("dd", "Difference"),
    "thresher.api.content": ("reduce", "Reduced", "Tester"),
    "thresher.api.progress": ("OnProgress", "Progress", "Stop"),
    "thresher.api.call": ("CallOptions", "Test"),
    "thresher.kernel.outcome": ("Outcome", "TestResult", "Verdict"),
    "thresher.algorithms.lists.splitting": ("Split",),
    "thresher.engine.reduction": ("FlakinessSettings",),
    "thresher.engine.record.statistics": ("Statistics",),
    "thresher.grammars.language": ("Language",),
    "thresher.errors": ("NotFailing", "OracleBroken", "Stopped", "ThresherError", "TooFlaky", "UsageError"),
    "thresher.thesis": ("HDDTest",),
}
_HOMES = {name: module for module, names in _NAMES.items() for name in names}


def __getattr__(name: str) -> object:
    """Loads the module that a public name is in. All functions of `thresher.api.sequences` are public here too."""
    if name == "algorithms":
        return import_module("thresher.algorithms")
    if name == "__all__":
        return _public_names()
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    if name.startswith("_") or name not in _public_names():
        raise AttributeError(f"module 'thresher' has no attribute {name!r}")
    return getattr(import_module("thresher.api.sequences"), name)


def __dir__() -> list[str]:
    """The public names, for `dir(thresher)` and tab completion."""
    return sorted([*_public_names(), "__version__", "algorithms"])


def _public_names() -> list[str]:
    return sorted([*_HOMES, *import_module("thresher.api.sequences").__all__])
