"""Whole reductions of bytes: checks, stages, flaky oracles, stopping and resuming."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thresher import NotFailing, Outcome, Stopped, TooFlaky, Verdict, reduce
from thresher.algorithms.registry import list_algorithms
from thresher.engine.driver import Driver
from thresher.engine.record.best_result import SmallestContent
from thresher.engine.record.record import Record
from thresher.engine.record.stop_conditions import StopConditions
from thresher.engine.reduction import FlakinessSettings, Reduction
from thresher.executors import executor_for
from thresher.oracle.answer import CallOracle
from thresher.plan import PlanOptions, plan_for
from thresher.session.folder.storage import FolderStorage
from thresher.session.folder.store import Store

TEXT = b"".join(b"line %d has some words\n" % number for number in range(60))


def needs(*parts: bytes) -> Callable[[bytes], bool]:
    return lambda data: all(part in data for part in parts)


def run_session(
    folder: Path,
    test: Callable[[bytes], object],
    *,
    stops: StopConditions | None = None,
    jobs: int = 1,
    algorithm: str | None = "hgt",
    data: bytes = TEXT,
    name: str = "x",
) -> tuple[bytes, Record]:
    """One run of a session in a folder, to its end or its limit."""
    output = folder / "x.min"
    result, storage = SmallestContent(data, output=output), FolderStorage(Store(folder / "session"), output=output)
    record = Record(result, name=name, storage=storage, stops=stops)
    plan = plan_for(name, data, PlanOptions(algorithm=algorithm))
    try:
        with executor_for(jobs) as executor:
            driver = Driver(CallOracle(test), executor, record, jobs=jobs)  # type: ignore[arg-type]
            with suppress(Stopped):
                Reduction(result, driver, record, plan, FlakinessSettings(), name=name).run()
    finally:
        storage.close()
    return record.best, record


def test_stages_meet_in_the_needed_words() -> None:
    reduced = reduce(TEXT, needs(b"17", b"42"))
    assert reduced.complete
    assert reduced.data == b"1742"


@pytest.mark.parametrize("jobs", [2, 5])
def test_the_same_bytes_for_any_number_of_jobs(jobs: int) -> None:
    test = needs(b"3 has", b"58", b"words")
    assert reduce(TEXT, test, jobs=jobs).data == reduce(TEXT, test).data


def test_an_input_that_does_not_fail() -> None:
    with pytest.raises(NotFailing, match="does not fail"):
        reduce(TEXT, lambda data: False)
    with pytest.raises(NotFailing, match="crashed elsewhere"):
        reduce(TEXT, lambda data: Verdict(Outcome.UNRESOLVED, "crashed elsewhere"))


def test_a_test_that_always_fails_keeps_the_smallest_that_is_not_empty() -> None:
    reduced = reduce(TEXT, lambda data: True)
    assert len(reduced.data) > 0
    assert len(reduced.data.split()) <= 1
    assert any("empty input fails too" in note for note in reduced.statistics.notes)


def test_nothing_is_asked_twice() -> None:
    seen: Counter[bytes] = Counter()

    def test(data: bytes) -> bool:
        seen[data] += 1
        return b"17" in data

    reduced = reduce(TEXT, test, trust=FlakinessSettings(checks=1))
    assert [data for data, times in seen.items() if times > 1] in ([], [reduced.data])
    assert seen[reduced.data] <= 2  # found, and run once more at the end
    assert reduced.statistics.tests == seen.total()


@pytest.mark.parametrize("algorithm", sorted(list_algorithms()))
@settings(max_examples=8, deadline=None)
@given(data=st.data())
def test_stopped_anywhere_and_resumed_the_total_is_the_same(
    tmp_path_factory: pytest.TempPathFactory, algorithm: str, data: st.DataObject
) -> None:
    test = needs(b"17", b"line 42 has")
    asked: list[bytes] = []

    def counting(content: bytes) -> bool:
        asked.append(content)
        return test(content)

    whole, _ = run_session(tmp_path_factory.mktemp("whole"), counting, algorithm=algorithm)
    total = len(asked)
    asked.clear()
    folder = tmp_path_factory.mktemp("parts")
    for _ in range(3):
        limit = data.draw(st.integers(1, max(1, total // 2)))
        best, _ = run_session(folder, counting, stops=StopConditions(tests=limit), algorithm=algorithm)
        assert test(best)
    best, record = run_session(folder, counting, algorithm=algorithm)
    assert best == whole
    assert (folder / "x.min").read_bytes() == whole
    rechecks = len(asked) - total  # the result is run once more at the end of a run that tested anything
    assert 0 <= rechecks <= 1
    assert record.statistics.tests == len(asked)


def test_a_search_over_references_is_resumed_without_asking_twice(tmp_path: Path) -> None:
    functions = "".join(f"def f{n}(a):\n    return f{n // 3}(a) if a else {n} * {n}\n" for n in range(1, 121))
    program = b"def f0(a):\n    return a\n" + functions.encode()
    asked: Counter[bytes] = Counter()

    def compiles(content: bytes) -> bool:
        asked[content] += 1
        return b"50 * 50" in content and b"def f16(" in content

    def run(folder: str, tests: int | None = None) -> bytes:
        (tmp_path / folder).mkdir(exist_ok=True)
        stops = None if tests is None else StopConditions(tests=tests)
        options = {"stops": stops, "algorithm": None, "data": program, "name": "a.py"}
        return run_session(tmp_path / folder, compiles, **options)[0]  # type: ignore[arg-type]

    whole = run("whole")
    total = asked.total()
    asked.clear()
    for tests in (4, 9, total // 2):
        run("parts", tests)
    assert run("parts") == whole
    assert 0 <= asked.total() - total <= 1  # the result is run once more


def test_a_second_run_of_a_finished_session_asks_nothing(tmp_path: Path) -> None:
    asked: list[bytes] = []

    def counting(content: bytes) -> bool:
        asked.append(content)
        return b"17" in content

    first, _ = run_session(tmp_path, counting)
    total = len(asked)
    second, _ = run_session(tmp_path, counting)
    assert (second, len(asked)) == (first, total)


def test_the_best_is_on_disk_after_every_success(tmp_path: Path) -> None:
    output = tmp_path / "x.min"
    sizes: list[int] = []

    def watching(content: bytes) -> bool:
        if output.exists():
            sizes.append(len(output.read_bytes()))
        return b"17" in content

    best, _ = run_session(tmp_path, watching)
    assert output.read_bytes() == best
    assert sizes == sorted(sizes, reverse=True)
    assert len(set(sizes)) > 5


def flaky(rate: float, seed: int, needed: bytes = b"17") -> Callable[[bytes], bool]:
    dice = random.Random(seed)
    return lambda data: needed in data and dice.random() < rate


@pytest.mark.parametrize("seed", range(5))
def test_a_flaky_failure_is_reduced_with_repeated_verdicts(seed: int) -> None:
    reduced = reduce(TEXT, flaky(0.5, seed), trust=FlakinessSettings(checks=10))
    assert b"17" in reduced.data
    assert len(reduced.data) < 10
    assert reduced.statistics.flaky is not None
    assert reduced.statistics.runs > reduced.statistics.tests


@pytest.mark.parametrize("seed", range(5))
def test_of_results_that_fail_only_sometimes_none_is_given(seed: int, tmp_path: Path) -> None:
    """The input fails always, what is left of it only sometimes."""
    dice = random.Random(seed)

    def test(data: bytes) -> bool:
        return b"17" in data and (len(data) > 500 or dice.random() < 0.2)

    best, record = run_session(tmp_path, test)
    assert b"17" in best
    assert (tmp_path / "x.min").read_bytes() == best
    assert len(best) > 500
    assert record.verdicts.flaky is None


def test_beyond_help() -> None:
    dice = random.Random(3)
    runs = iter([True, True, False] + [False] * 1000)
    with pytest.raises((TooFlaky, NotFailing)):
        reduce(
            TEXT, lambda data: next(runs) if data == TEXT else dice.random() < 0.01, trust=FlakinessSettings(checks=60)
        )


def test_n_minimality_takes_pairs_out() -> None:
    """Braces must match: single deletions stop early, pairs continue."""

    def test(data: bytes) -> bool:
        return b"x" in data and data.count(b"{") == data.count(b"}")

    assert reduce(b"{ { x } }", test, format="tokens", minimality=2).data.strip() == b"x"


def test_a_coarse_granularity_stops_early() -> None:
    assert reduce(TEXT, needs(b"17"), min_granularity="lines").data == b"line 17 has some words\n"
    coarse = reduce(b"0123456789abcdef", needs(b"9"), format="characters", min_granularity="4").data
    assert coarse == b"89ab"


def test_a_result_on_the_edge_of_failing_is_not_given() -> None:
    """As a stack overflow: always with 40 levels, with fewer only now and then."""
    coins = random.Random(3)

    def fails(data: bytes) -> bool:
        depth = data.count(b"(")
        return depth >= 40 or (depth >= 34 and coins.random() < 0.35)

    reduced = reduce(b"(" * 100 + b")" * 100, fails, name="a.txt", format="characters")
    assert reduced.data.count(b"(") >= 40
    assert reduced.statistics.flaky is None


def test_a_failure_that_always_occurs_is_run_as_often_at_the_end_as_at_the_beginning() -> None:
    runs: Counter[bytes] = Counter()

    def fails(data: bytes) -> bool:
        runs[data] += 1
        return b"17" in data

    reduced = reduce(TEXT, fails)
    assert reduced.complete
    assert runs[reduced.data] <= 1 + FlakinessSettings().checks
