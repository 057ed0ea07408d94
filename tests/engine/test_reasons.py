"""Reasons are for people: a reduction decides on outcomes and fields, never on the words of a reason."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from thresher.engine.driver import Driver
from thresher.engine.record.best_result import SmallestContent
from thresher.engine.record.record import Record
from thresher.engine.reduction import FlakinessSettings, Reduction
from thresher.executors import executor_for
from thresher.oracle.answer import Answer
from thresher.oracle.command import CommandOracle, Program
from thresher.oracle.failures.criterion import StatedCriterion
from thresher.oracle.failures.signals import parse_signal
from thresher.oracle.running.handle import RunHandle
from thresher.oracle.running.run_directory import RunDirectories
from thresher.plan import PlanOptions, plan_for
from thresher.session.folder.storage import FolderStorage
from thresher.session.folder.store import Store

TEXT = b"".join(b"%d\n" % number for number in range(12))
PROGRAM = """
words=" $(tr '\\n' ' ')"
case "$words" in *" 3 "*) ;; *) echo "error: unexpected end of input" >&2; exit 1 ;; esac
case "$words" in *" 7 "*) kill -ABRT $$ ;; *) kill -ILL $$ ;; esac
"""


class Renamed:
    """Another oracle whose reasons are replaced."""

    def __init__(self, oracle: CommandOracle, reason: Callable[[str], str]) -> None:
        self._oracle, self._reason = oracle, reason

    def __call__(self, content: Callable[[], bytes], running: RunHandle) -> Answer:
        answer = self._oracle(content, running)
        return replace(answer, verdict=replace(answer.verdict, reason=self._reason(answer.verdict.reason)))


def reduced(folder: Path, reason: Callable[[str], str]) -> dict[str, object]:
    output, directories = folder / "x.min", RunDirectories()
    folder.mkdir()
    result, storage = SmallestContent(TEXT, output=output), FolderStorage(Store(folder / "session"), output=output)
    record = Record(result, name="x", storage=storage)
    program = Program(("/bin/sh", "-c", PROGRAM), "x", from_stdin=True)
    oracle = CommandOracle(program, directories, criterion=StatedCriterion(signal=parse_signal("ABRT")))
    try:
        with executor_for(1) as executor:
            driver = Driver(Renamed(oracle, reason), executor, record)
            plan = plan_for("x", TEXT, PlanOptions(format="lines", min_granularity="lines"))
            Reduction(result, driver, record, plan, FlakinessSettings()).run()
    finally:
        storage.close()
        directories.close()
    done = record.statistics
    assert done.rejected > 0
    assert done.other_failures
    numbers = done.tests, done.cached, done.rejected, done.outcomes, list(done.other_failures)
    return {"best": record.best, "numbers": numbers}


@pytest.mark.parametrize("reason", ["", "fail: timed out", "other failure: rejected: SIGABRT"])
def test_other_reasons_change_no_decision(tmp_path: Path, reason: str) -> None:
    usual = reduced(tmp_path / "usual", lambda words: words)
    assert usual["best"] == b"3\n7\n"
    assert reduced(tmp_path / "renamed", lambda _: reason) == usual
