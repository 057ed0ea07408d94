"""A search for what passes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from thresher.algorithms.combinators import with_outcome
from thresher.algorithms.lists.hgt.search import hgt
from thresher.engine.driver import Driver
from thresher.engine.record.best_result import SmallestContent
from thresher.engine.record.record import Record
from thresher.executors import executor_for
from thresher.kernel.outcome import Outcome
from thresher.kernel.selection import Selection
from thresher.oracle.answer import CallOracle


@given(needed=st.sets(st.integers(0, 19), min_size=1, max_size=4))
def test_a_minimizer_finds_what_suffices_to_pass(needed: set[int]) -> None:
    def test(content: bytes) -> Outcome:
        return Outcome.PASS if needed <= set(content) else Outcome.FAIL

    with executor_for(1) as executor:
        driver = Driver(CallOracle(test), executor, Record(SmallestContent(b"x"), name="x"))
        kept = driver.drive(with_outcome(hgt(Selection.all(20)), Outcome.PASS), bytes)
    assert set(kept) == needed
