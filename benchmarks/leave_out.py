"""Runs thresher without one of its mechanisms, for `mechanisms`.

usage: python leave_out.py MECHANISM ARGUMENTS OF THRESHER...
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from thresher.algorithms import fatal_errors
from thresher.algorithms.lists import alike
from thresher.algorithms.trees import main_path
from thresher.cli.main import main
from thresher.engine import errors_before_test
from thresher.formats.source import reparse
from thresher.plan.stages import DependencyStage, JointStage

NEVER = 1 << 30


def _unchanged(_stage: object, _bench: object, current: bytes, *, again: bool) -> bytes:
    return current


def _set(place: Any, name: str, value: object) -> Callable[[], None]:
    return lambda: setattr(place, name, value)


MECHANISMS = {
    "masking": _set(reparse, "MASKS", {}),
    "closure search": _set(DependencyStage, "run", _unchanged),
    "joint edits": _set(JointStage, "run", _unchanged),
    "one test whether errors matter": _set(errors_before_test, "MOST_COMPILED", -1),
    "kinds of errors": _set(fatal_errors, "ENOUGH", NEVER),
    "same edit everywhere": _set(alike, "FEWEST", NEVER),
    "main path": _set(main_path, "LONGEST", 1),
}

if __name__ == "__main__":
    MECHANISMS[sys.argv[1]]()
    sys.exit(main(sys.argv[2:]))
