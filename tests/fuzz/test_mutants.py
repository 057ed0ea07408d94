"""Mutants of every container format cost neither a traceback nor memory, time or the process.

`python -m benchmarks.mutants` tries 3,000 of each.
"""

from __future__ import annotations

import pytest

from tests.formats.test_malformed import in_a_child
from tests.fuzz.mutants import FULL, examine, mutant, originals
from thresher import formats

NUMBER = 30
ORIGINALS = originals()


def test_every_container_format_has_a_sample() -> None:
    known = {name for name, found in formats.formats().items() if found.parse_container}
    optional = {"video", "bitcode"}  # their samples are made by what may not be installed
    assert known - optional == ORIGINALS.keys() - optional


@pytest.mark.parametrize("name", ORIGINALS)
def test_mutants_of_a_container(name: str) -> None:
    def examined() -> None:
        for number in range(NUMBER):
            examine(name, mutant(ORIGINALS[name], number), full=number % FULL == 0)

    assert in_a_child(examined) == 0


def test_a_mutant_is_the_same_every_time() -> None:
    assert [mutant(ORIGINALS["zip"], number) for number in range(20)] == [
        mutant(ORIGINALS["zip"], number) for number in range(20)
    ]
