"""Reads the wrong answers of a solver: `WRONG: expected sat, got unsat (seed 4711)`."""

from __future__ import annotations

import re

from thresher.oracle.failures.frames import Finding

_WRONG = re.compile(r"^WRONG: (expected \w+, got \w+)", re.MULTILINE)


def find_wrong_answer(output: str, hide: tuple[str, ...]) -> Finding | None:
    """The finding without the seed, which is another one in each run; None if the output says nothing of this kind."""
    found = _WRONG.search(output)
    return Finding("wrong answer", (found[1],)) if found else None
