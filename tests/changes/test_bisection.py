"""The search for the first bad commit, on lines and graphs of commits."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from thresher.changes.bisection import CommitGraph, Suspects, first_bad
from thresher.kernel.outcome import Outcome


def line(count: int) -> CommitGraph:
    return CommitGraph.of(
        [str(number) for number in range(count)], [[each - 1] if each else [] for each in range(count)]
    )


def searched(graph: CommitGraph, bad: int, skipped: frozenset[int], at_a_time: int) -> tuple[Suspects, int, int]:
    """The result, the rounds, and the commits that were tested."""
    search, rounds = first_bad(graph, at_a_time=at_a_time), 0
    tested: set[int] = set()
    hit = None
    while True:
        try:
            stream = search.send(hit) if rounds else next(search)
        except StopIteration as end:
            return end.value, rounds, len(tested)
        rounds, hit = rounds + 1, None
        for probe in stream:
            tested.add(probe.candidate)
            fails = graph.ancestors[probe.candidate] >> bad & 1
            outcome = Outcome.FAIL if fails else Outcome.PASS
            if probe.candidate in skipped:
                outcome = Outcome.UNRESOLVED
            if probe.wants is outcome:
                hit = probe
                break


def test_eight_workers_take_a_third_of_the_rounds() -> None:
    for bad in (0, 17, 300, 511):
        graph = line(512)
        alone = searched(graph, bad, frozenset(), 1)
        together = searched(graph, bad, frozenset(), 8)
        assert alone[0] == together[0] == Suspects((bad,))
        assert alone[1] <= math.log2(512)
        assert together[1] <= math.ceil(math.log(512, 9))


@given(st.integers(1, 60), st.data())
def test_the_first_bad_commit_is_found_in_any_history(count: int, data: st.DataObject) -> None:
    parents = [
        data.draw(st.lists(st.integers(0, number - 1), min_size=1, max_size=2, unique=True)) if number else []
        for number in range(count)
    ]
    graph = CommitGraph.of([str(number) for number in range(count)], parents)
    reachable = [number for number in range(count) if graph.ancestors[-1] >> number & 1]
    bad = data.draw(st.sampled_from(reachable))
    found, _, _ = searched(graph, bad, frozenset(), data.draw(st.integers(1, 9)))
    assert found == Suspects((bad,))


@given(st.integers(2, 60), st.data())
def test_skipped_commits_leave_only_their_neighbours_in_doubt(count: int, data: st.DataObject) -> None:
    bad = data.draw(st.integers(0, count - 1))
    skipped = data.draw(st.frozensets(st.integers(0, count - 2)))
    found, _, _ = searched(line(count), bad, skipped, data.draw(st.integers(1, 4)))
    assert bad in found.numbers
    assert set(found.numbers[:-1]) <= skipped
