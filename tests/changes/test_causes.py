"""Planted causes are found exactly, whatever else changed between the versions, and with few tests."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from math import log2
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.changes.histories import Compared, compared
from tests.changes.planted import Maker, Planted
from tests.fakes import answered
from thresher.algorithms.sequences.by_levels import dd_by_levels
from thresher.changes.causes import smallest_cause, without_cause
from thresher.kernel.outcome import Outcome
from thresher.kernel.selection import Selection
from thresher.structures.changes.related_changes import RelatedChanges


@contextmanager
def planted(maker: Maker) -> Iterator[tuple[Planted, Compared]]:
    case = maker.make()
    with tempfile.TemporaryDirectory() as name:
        yield case, compared(Path(name) / "repository", case.history, Path(name) / "ours")


def added(base: Compared, chosen: Selection) -> set[bytes]:
    return {line.rstrip(b"\n") for unit in chosen if (edit := base.deltas.deltas[unit].edit) for line in edit.added}


MAKERS = st.builds(
    Maker,
    seed=st.integers(0, 10**6),
    commits=st.integers(1, 40),
    changes=st.integers(1, 30),
    cause_lines=st.integers(1, 5),
    defines=st.integers(0, 8),
    pairs=st.integers(0, 6),
)


@settings(max_examples=25)
@given(maker=MAKERS)
def test_the_cause_is_found_exactly(maker: Maker) -> None:
    with planted(maker) as (case, base):
        everything = Selection.all(len(base.deltas))
        search = smallest_cause(base.deltas, RelatedChanges(base.deltas), everything)
        done = answered(search, lambda chosen: case.outcome(base.lines(chosen)), cached=True)
        assert added(base, done.result) == case.needed
        assert len(done.result) == len(case.needed)


@settings(max_examples=10)
@given(maker=MAKERS)
def test_isolating_leaves_one_change_where_every_version_has_an_answer(maker: Maker) -> None:
    maker.defines = maker.pairs = 0
    with planted(maker) as (case, base):
        search = dd_by_levels(Selection.all(len(base.deltas)), base.deltas.cuts)
        done = answered(search, lambda chosen: case.outcome(base.lines(chosen)), cached=True)
        passing, failing = done.result
        assert len(failing - passing) == 1
        assert added(base, failing - passing) <= case.cause
        assert done.runs <= 2 * log2(len(base.deltas)) + 4


@pytest.mark.parametrize("lines", [1, 2, 5])
def test_few_tests_are_needed(lines: int) -> None:
    with planted(Maker(seed=lines, commits=60, changes=60, cause_lines=lines)) as (case, base):
        search = smallest_cause(base.deltas, RelatedChanges(base.deltas), Selection.all(len(base.deltas)))
        done = answered(search, lambda chosen: case.outcome(base.lines(chosen)), cached=True)
        assert added(base, done.result) == case.needed
        assert done.runs <= lines * (log2(len(base.deltas)) + 4)


def test_every_cause_until_the_test_passes() -> None:
    with planted(Maker(seed=3, commits=10, cause_lines=3)) as (case, base):
        causes = [{line} for line in case.cause]
        failing, found = Selection.all(len(base.deltas)), []

        def test(chosen: Selection) -> bool:
            lines = set(base.lines(chosen))
            return any(cause <= lines for cause in causes)

        while failing:
            cause = answered(smallest_cause(base.deltas, RelatedChanges(base.deltas), failing), test).result
            found.append(added(base, cause))
            rest = answered(without_cause(base.deltas, failing, cause), test).result
            failing = rest.units if rest.outcome is Outcome.FAIL else Selection()
        assert sorted(map(sorted, found)) == sorted(map(sorted, causes))
