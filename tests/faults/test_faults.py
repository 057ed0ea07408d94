"""Whatever happens: the best result is whole and fails, nothing is asked twice, nothing is left behind.

A longer run of the same, with a table: `make soak`.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.faults.faults import FAULTS, Impossible

TIMES = {"killed": 4, "killed in parallel": 2}  # with the one below, a dozen of kills


@pytest.mark.usefixtures("default_signals")
@pytest.mark.parametrize(("name", "number"), [(name, i) for name in FAULTS for i in range(TIMES.get(name, 1))])
def test_a_fault(name: str, number: int, tmp_path: Path) -> None:
    try:
        scene = FAULTS[name](tmp_path, Random(f"{name} {number}"))
    except Impossible as reason:
        pytest.skip(str(reason))
    assert scene.passed, "the result is not the right one"
    assert (scene.lost, scene.repeated, scene.left) == (0, 0, 0)
    assert not scene.parts()
