"""The driver: the same result for any number of workers, nothing asked twice, losers cancelled."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from concurrent.futures import Future, wait
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import ParamSpec, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thresher.algorithms.registry import list_algorithms
from thresher.engine.driver import Driver
from thresher.engine.questions import Question
from thresher.errors import OracleBroken
from thresher.executors import executor_for
from thresher.executors.local import LocalExecutor
from thresher.kernel.outcome import Outcome, Verdict
from thresher.kernel.place import Action, Move, Place
from thresher.kernel.probe import Probe
from thresher.kernel.selection import Selection
from thresher.oracle.answer import Answer
from thresher.oracle.running.handle import RunHandle

P = ParamSpec("P")
T = TypeVar("T")
DROP = Move(Action.DROP_UNIT, (1,))


@dataclass
class Notebook:
    """A memory that records everything."""

    verdicts: dict[Hashable, Verdict] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    hits: list[str] = field(default_factory=list)
    killed: int = 0

    def key(self, content: str) -> Hashable:
        return content

    def recall(self, key: Hashable) -> Verdict | None:
        return self.verdicts.get(key)

    def before(self) -> None:
        pass

    def room(self, pending: int) -> bool:
        return True

    def certain(self, key: Hashable) -> None:
        assert key in self.verdicts

    def asking(self, asked: Question[str]) -> None:
        pass

    def answered(self, asked: Question[str], answer: Answer) -> None:
        assert asked.key not in self.verdicts
        self.verdicts[asked.key] = answer.verdict
        self.asked.append(asked.content())

    def hit(self, content: str, wants: Outcome, label: str) -> None:
        self.hits.append(content)

    def cancelled(self) -> None:
        self.killed += 1


class UnevenExecutor(LocalExecutor):
    """One thread; every second test has ended when `submit` returns, the others end while something else is done."""

    def __init__(self) -> None:
        super().__init__(1)
        self._numbers = count()

    def submit(self, call: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future = super().submit(call, *args, **kwargs)
        if next(self._numbers) % 2:
            wait([future])
        return future


def drive(
    name: str,
    outcomes: dict[str, Outcome],
    text: str,
    jobs: int,
    *,
    repeatable: bool = False,
    in_thread: bool = False,
    unevenly: bool = False,
) -> tuple[str, Notebook]:
    notes = Notebook()

    def oracle(render: Callable[[], str], running: RunHandle) -> Answer:
        content = render()
        return Answer(Verdict(outcomes[content]), 60)

    def render(kept: Selection) -> str:
        return "".join(text[unit] for unit in kept)

    with UnevenExecutor() if unevenly else LocalExecutor(1) if in_thread else executor_for(jobs) as executor:
        begin = partial(list_algorithms()[name].search, Selection.all(len(text)))
        driver = Driver[str](oracle, executor, notes, jobs=jobs)
        result = driver.drive(begin if repeatable else begin(), render)
    return render(result), notes


@st.composite
def oracles(draw: st.DrawFn) -> tuple[str, dict[str, Outcome]]:
    """Any outcome for every selection of up to six letters; all of them fail, none of them passes."""
    text = "abcdef"[: draw(st.integers(1, 6))]
    kept = ["".join(letter for i, letter in enumerate(text) if mask >> i & 1) for mask in range(2 ** len(text))]
    outcomes = draw(st.lists(st.sampled_from(Outcome), min_size=len(kept), max_size=len(kept)))
    return text, dict(zip(kept, outcomes, strict=True)) | {"": Outcome.PASS, text: Outcome.FAIL}


@pytest.mark.parametrize("name", sorted(list_algorithms()))
@settings(max_examples=40, deadline=None)
@given(oracle=oracles())
def test_any_number_of_jobs_gives_the_same(name: str, oracle: tuple[str, dict[str, Outcome]]) -> None:
    text, outcomes = oracle
    result, alone = drive(name, outcomes, text, jobs=1)
    assert outcomes[result] is Outcome.FAIL
    for jobs, repeatable in ((2, False), (1, True), (2, True), (5, True), (8, True)):
        other, notes = drive(name, outcomes, text, jobs=jobs, repeatable=repeatable)
        assert other == result
        assert notes.hits == alone.hits
        assert set(alone.asked) - set(notes.asked) == set()
    for unevenly in (False, True):  # the test that was prepared while the only worker was busy may not be needed
        other, notes = drive(name, outcomes, text, jobs=1, repeatable=True, in_thread=True, unevenly=unevenly)
        assert (other, notes.hits, notes.asked) == (result, alone.hits, alone.asked)


def test_the_next_test_is_prepared_while_the_only_worker_is_busy() -> None:
    """The first test ends only when the second candidate has been rendered; only one test runs at a time."""
    rendered, running_tests = threading.Event(), list[str]()

    def oracle(render: Callable[[], str], running: RunHandle) -> Answer:
        running_tests.append(render())
        assert len(running_tests) == 1
        assert rendered.wait(300)
        running_tests.pop()
        return Answer(Verdict(Outcome.PASS))

    def render(candidate: str) -> str:
        if candidate == "second":
            rendered.set()
        return candidate

    def search():  # type: ignore[no-untyped-def]
        return (yield [Probe("first"), Probe("second"), Probe("third")])

    notes = Notebook()
    with LocalExecutor(1) as executor:
        assert Driver[str](oracle, executor, notes, jobs=1).drive(search, render) is None
    assert notes.asked == ["first", "second", "third"]


def test_with_one_job_the_next_stream_is_prepared_for_the_predicted_answer() -> None:
    """The first test ends only when the candidate has been rendered that follows if it misses."""
    rendered = threading.Event()

    def oracle(render: Callable[[], str], running: RunHandle) -> Answer:
        if render() == "first":
            assert rendered.wait(60)
        return Answer(Verdict(Outcome.PASS))

    def render(candidate: str) -> str:
        if candidate == "second":
            rendered.set()
        return candidate

    def search():  # type: ignore[no-untyped-def]
        yield [Probe("first")]
        return (yield [Probe("second")])

    notes = Notebook()
    with LocalExecutor(1) as executor:
        assert Driver[str](oracle, executor, notes, jobs=1).drive(search, render) is None
    assert notes.asked == ["first", "second"]


def test_what_was_prepared_for_a_miss_is_not_asked_after_a_hit() -> None:
    def oracle(render: Callable[[], str], running: RunHandle) -> Answer:
        assert render() in ("first", "other")
        return Answer(Verdict(Outcome.FAIL))

    def search():  # type: ignore[no-untyped-def]
        hit = yield [Probe("first"), Probe("second")]
        assert hit.candidate == "first"
        return (yield [Probe("other")]).candidate

    with LocalExecutor(1) as executor:
        assert Driver[str](oracle, executor, Notebook(), jobs=1).drive(search(), str) == "other"


def test_the_earliest_hit_wins_and_the_losers_are_cancelled() -> None:
    """The second probe answers at once, the first only when the second has; the third is never needed."""
    second_done, third_killed = threading.Event(), threading.Event()

    def oracle(render: Callable[[], str], running: RunHandle) -> Answer:
        content = render()
        if content == "first":
            assert second_done.wait(300)
        elif content == "second":
            second_done.set()
        else:
            while not running.cancelled:
                pass
            third_killed.set()
        return Answer(Verdict(Outcome.FAIL))

    def search():  # type: ignore[no-untyped-def]
        hit = yield [Probe("first"), Probe("second")]
        assert hit.candidate == "first"
        hit = yield [Probe("second"), Probe("third")]
        return hit.candidate

    notes = Notebook()
    with executor_for(2) as executor:
        assert Driver[str](oracle, executor, notes, jobs=2).drive(search(), str) == "second"
    assert sorted(notes.asked) == ["first", "second"]


def test_what_comes_after_the_end_of_a_stream_is_asked_ahead() -> None:
    """The first answer is kept back until the last question was asked, three streams later."""
    last_asked = threading.Event()

    def oracle(render: Callable[[], str], running: RunHandle) -> Answer:
        content = render()
        if content == "d":
            last_asked.set()
        assert content != "a" or last_asked.wait(300)
        return Answer(Verdict(Outcome.PASS))

    def search():  # type: ignore[no-untyped-def]
        for letter in "abcd":
            yield [Probe(letter)]
        return "none"

    notes = Notebook()
    with executor_for(4) as executor:
        assert Driver[str](oracle, executor, notes, jobs=4).drive(search, str) == "none"
    assert sorted(notes.asked) == ["a", "b", "c", "d"]


def test_a_hit_that_is_a_habit_is_expected() -> None:
    """The second hit is kept back until the question behind it was asked."""
    behind = threading.Event()

    def oracle(render: Callable[[], str], running: RunHandle) -> Answer:
        content = render()
        if content == "y":
            behind.set()
        assert content != "x" or behind.wait(300)
        return Answer(Verdict(Outcome.FAIL), 60)

    def search():  # type: ignore[no-untyped-def]
        for letter in "wxy":
            hit = yield [Probe(letter, move=DROP, place=Place(letter, "letters"))]
        return hit.candidate

    notes = Notebook()
    with executor_for(2) as executor:
        assert Driver[str](oracle, executor, notes, jobs=2).drive(search, str) == "y"
    assert notes.hits == ["w", "x", "y"]


def test_a_habit_that_is_broken_changes_nothing() -> None:
    def search():  # type: ignore[no-untyped-def]
        left: list[bool] = []
        for number in range(6):
            hit = yield [Probe(f"{number}", move=DROP, place=Place(number, "numbers")), Probe(f"{number}{left}")]
            left.append(hit is None)
        return left

    def oracle(render: Callable[[], str], running: RunHandle) -> Answer:
        return Answer(Verdict(Outcome.FAIL if render() in "014" else Outcome.PASS), 60)

    for jobs in (1, 2, 8):
        notes, hits = Notebook(), list[int]()
        with executor_for(jobs) as executor:
            driver = Driver[str](oracle, executor, notes, jobs=jobs)
            result = driver.drive(search, str, after_hit=partial(hits.append, 0))
        assert (result, notes.hits, len(hits)) == ([False, False, True, True, False, True], ["0", "1", "4"], 3)


def test_one_content_is_asked_once_even_while_it_is_being_tested() -> None:
    def search():  # type: ignore[no-untyped-def]
        hit = yield [Probe("same", wants=Outcome.UNRESOLVED), Probe("same", wants=Outcome.PASS)]
        return hit.wants

    notes = Notebook()
    with executor_for(3) as executor:
        driver = Driver[str](lambda content, running: Answer(Verdict(Outcome.PASS)), executor, notes, jobs=3)
        assert driver.drive(search(), str) is Outcome.PASS
    assert notes.asked == ["same"]


def test_what_is_expected_of_a_question_is_not_expected_when_it_is_asked_again() -> None:
    def search():  # type: ignore[no-untyped-def]
        hits = []
        for content, place in (("w", Place(1, "list")), ("x", Place(2, "list")), ("x", Place())):
            hits.append((yield [Probe(content, move=DROP, place=place)]) is not None)
        return hits

    for jobs in (1, 2, 8):
        with executor_for(jobs) as executor:
            driver = Driver[str](lambda _, __: Answer(Verdict(Outcome.FAIL), 60), executor, Notebook(), jobs=jobs)
            assert driver.drive(search, str) == [True, True, True]


def test_a_question_asked_twice_survives_the_cancelling_of_one() -> None:
    """The second probe hits while the first still runs; the third is about the same content as the first."""
    release = threading.Event()

    def oracle(render: Callable[[], str], running: RunHandle) -> Answer:
        content = render()
        if content == "same":
            assert release.wait(300)
            return Answer(Verdict(Outcome.PASS))
        release.set()
        return Answer(Verdict(Outcome.FAIL))

    def search():  # type: ignore[no-untyped-def]
        hit = yield [Probe("same", wants=Outcome.FAIL), Probe("other"), Probe("same", wants=Outcome.PASS)]
        return hit.candidate

    for attempt in (search, search()):
        notes = Notebook()
        release.clear()
        with executor_for(3) as executor:
            assert Driver[str](oracle, executor, notes, jobs=3).drive(attempt, str) == "other"
        assert (sorted(notes.asked), notes.killed) == (["other", "same"], 0)


def test_a_hit_is_narrowed_to_what_the_run_used() -> None:
    def search():  # type: ignore[no-untyped-def]
        hit = yield [Probe("abcdef")]
        return hit.candidate

    notes = Notebook()
    with executor_for(1) as executor:
        driver = Driver[str](lambda content, running: Answer(Verdict(Outcome.FAIL, used=2)), executor, notes)
        assert driver.drive(search(), str, narrow=lambda text, used: text[:used]) == "ab"
    assert notes.hits == ["ab"]


@pytest.mark.parametrize("jobs", [1, 4])
def test_a_broken_oracle_stops_the_search_without_an_outcome(jobs: int) -> None:
    def oracle(render: Callable[[], str], running: RunHandle) -> Answer:
        content = render()
        if content == "c":
            raise OracleBroken("the disk is full")
        return Answer(Verdict(Outcome.PASS))

    def search():  # type: ignore[no-untyped-def]
        yield [Probe(letter) for letter in "abcdef"]

    notes = Notebook()
    with executor_for(jobs) as executor, pytest.raises(OracleBroken, match="disk is full"):
        Driver[str](oracle, executor, notes, jobs=jobs).drive(search(), str)
    assert "c" not in notes.verdicts


def test_a_driver_never_changes_its_oracle() -> None:
    """Another oracle takes another driver, so that who holds the first one is not surprised."""

    def always(outcome: Outcome) -> Callable[[Callable[[], str], RunHandle], Answer]:
        return lambda render, running: Answer(Verdict(outcome))

    with executor_for(1) as executor:
        first = Driver[str](always(Outcome.PASS), executor, Notebook())
        second = first.asking(always(Outcome.FAIL))
        with pytest.raises(AttributeError):
            first.oracle = second.oracle  # type: ignore[misc]
        assert [driver.ask(text).verdict.outcome for driver, text in ((first, "a"), (second, "b"), (first, "c"))] == [
            Outcome.PASS,
            Outcome.FAIL,
            Outcome.PASS,
        ]
