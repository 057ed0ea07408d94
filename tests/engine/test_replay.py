"""A search that is taken back goes on as if nothing had happened."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.algorithms.test_list_algorithms import Table, any_table
from thresher.algorithms.registry import list_algorithms
from thresher.engine.replay import Replay
from thresher.kernel.outcome import Outcome
from thresher.kernel.probe import Probe
from thresher.kernel.selection import Selection


def answered(course: Replay[Selection, Selection], table: Table) -> tuple[list[Selection], Selection]:
    """What it asks until it is over, and its result."""
    asked = []
    while not course.over:
        probe = course.step()
        if probe is None:
            course.tell(None)
            continue
        asked.append(probe.candidate)
        if table(probe.candidate) is probe.wants:
            course.tell(probe)
    return asked, course.result


@pytest.mark.parametrize("name", sorted(list_algorithms()))
@given(table=any_table(), guesses=st.lists(st.booleans(), max_size=12))
def test_wrong_answers_leave_no_trace(name: str, table: Table, guesses: list[bool]) -> None:
    search = list_algorithms()[name].search
    course = Replay(lambda: search(table.everything))
    for guess in guesses:
        probe = None if course.over else course.step()
        if probe is None and not course.over:
            course.tell(None)
        elif probe is not None and guess:
            course.tell(probe)
    course.back_to(0)
    if course.pulled:  # it had not been told anything, and so was not begun again
        course = Replay(lambda: search(table.everything))
    assert answered(course, table) == answered(Replay(search(table.everything)), table)


def test_back_in_the_middle_of_a_stream() -> None:
    def search():  # type: ignore[no-untyped-def]
        hit = yield [Probe(letter) for letter in "abc"]
        hit = yield [Probe(hit.candidate + letter) for letter in "xyz"]
        return hit.candidate

    course = Replay(search)
    first = course.step()
    course.step()
    course.tell(first)
    assert course.step() == Probe("ax")
    course.back_to(0, 2)
    assert course.step() == Probe("c")
    course.tell(Probe("c", Outcome.FAIL))
    course.step()
    course.tell(course.step())
    assert (course.over, course.result) == (True, "cy")


def test_one_that_cannot_be_begun_again_is_told_what_is_certain() -> None:
    def search():  # type: ignore[no-untyped-def]
        hit = yield [Probe("a")]
        return hit

    course = Replay(search())
    assert not course.repeatable
    course.step()
    course.tell(None)
    assert (course.over, course.result) == (True, None)
