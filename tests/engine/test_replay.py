"""A search that is undone continues as if nothing had happened."""

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


def answered(replay: Replay[Selection, Selection], table: Table) -> tuple[list[Selection], Selection]:
    """What it asks until it is over, and its result."""
    asked = []
    while not replay.over:
        probe = replay.step()
        if probe is None:
            replay.send(None)
            continue
        asked.append(probe.candidate)
        if table(probe.candidate) is probe.wants:
            replay.send(probe)
    return asked, replay.result


@pytest.mark.parametrize("name", sorted(list_algorithms()))
@given(table=any_table(), guesses=st.lists(st.booleans(), max_size=12))
def test_wrong_answers_leave_no_trace(name: str, table: Table, guesses: list[bool]) -> None:
    search = list_algorithms()[name].search
    replay = Replay(lambda: search(table.everything))
    for guess in guesses:
        probe = None if replay.over else replay.step()
        if probe is None and not replay.over:
            replay.send(None)
        elif probe is not None and guess:
            replay.send(probe)
    replay.rewind_to(0)
    if replay.pulled:  # it had not been told anything, and so was not begun again
        replay = Replay(lambda: search(table.everything))
    assert answered(replay, table) == answered(Replay(search(table.everything)), table)


def test_back_in_the_middle_of_a_stream() -> None:
    def search():  # type: ignore[no-untyped-def]
        hit = yield [Probe(letter) for letter in "abc"]
        hit = yield [Probe(hit.candidate + letter) for letter in "xyz"]
        return hit.candidate

    replay = Replay(search)
    first = replay.step()
    replay.step()
    replay.send(first)
    assert replay.step() == Probe("ax")
    replay.rewind_to(0, 2)
    assert replay.step() == Probe("c")
    replay.send(Probe("c", Outcome.FAIL))
    replay.step()
    replay.send(replay.step())
    assert (replay.over, replay.result) == (True, "cy")


def test_a_search_that_cannot_be_restarted_gets_certain_answers_only() -> None:
    def search():  # type: ignore[no-untyped-def]
        hit = yield [Probe("a")]
        return hit

    replay = Replay(search())
    assert not replay.repeatable
    replay.step()
    replay.send(None)
    assert (replay.over, replay.result) == (True, None)
