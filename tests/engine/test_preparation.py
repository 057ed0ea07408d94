"""What the first stage needs is built while the input is run for the first time."""

from __future__ import annotations

from contextlib import closing

import pytest
from benchmarks.large_files import program

from thresher import reduce
from thresher.engine.clang.process import ClangWorker, installed
from thresher.engine.driver import Driver
from thresher.engine.errors_before_test import Checkers
from thresher.engine.preparation import WORTHWHILE, Preparation
from thresher.engine.record.best_result import SmallestContent
from thresher.engine.record.record import Record
from thresher.engine.stage_driver import StageDriver
from thresher.executors import executor_for
from thresher.oracle.answer import CallOracle
from thresher.plan import PlanOptions, plan_for
from thresher.plan.dependencies import Dependencies

LARGE = program(WORTHWHILE + 1000)


def prepared(content: bytes, clang: ClangWorker) -> None:
    result = SmallestContent(content)
    record = Record(result, name="a.c")
    with executor_for(1) as executor:
        driver = Driver[bytes](CallOracle(bool), executor, record)
        stage_driver = StageDriver(driver, record, result, lambda: None, {}, checkers=Checkers(clang))
        Preparation.begun(stage_driver, plan_for("a.c", content, PlanOptions()), "a.c", content).end()


def not_known() -> Dependencies | None:
    raise AssertionError


@pytest.mark.skipif(not installed(), reason="libclang is not installed: pip install 'thresher[cpp]'")
def test_references_of_a_large_program_are_known_when_the_search_begins() -> None:
    with closing(ClangWorker()) as clang:
        prepared(LARGE, clang)
        found = clang.known.taken(LARGE, not_known, inside=False)
        assert found is not None
        assert len(found.graph) > 1000
        with pytest.raises(AssertionError):  # they are forgotten then
            clang.known.taken(LARGE, not_known, inside=False)


def test_a_small_program_is_not_prepared() -> None:
    content = program(1000)
    with closing(ClangWorker()) as clang:
        prepared(content, clang)
        with pytest.raises(AssertionError):
            clang.known.taken(content, not_known, inside=False)


def test_an_input_that_does_not_fail_ends_the_search_at_once() -> None:
    with pytest.raises(Exception, match="does not fail"):
        reduce(LARGE, lambda data: False, name="a.c")
