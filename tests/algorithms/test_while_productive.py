"""Searches that end when they stop to pay, and searches that begin with everything."""

from __future__ import annotations

from tests.fakes import answered
from thresher.algorithms.combinators import Ended, all_first, counting_misses, give_up_after_misses, while_productive
from thresher.algorithms.lists.one_by_one import one_by_one
from thresher.kernel.probe import Probe, Search
from thresher.kernel.selection import Selection

ALL = Selection.all(100)


def test_a_search_without_hits_ends_soon() -> None:
    done = answered(give_up_after_misses(one_by_one(ALL), ALL, 10), lambda kept: False)
    assert (done.runs, done.result) == (10, ALL)


def test_a_hit_earns_as_much_patience_again() -> None:
    done = answered(give_up_after_misses(one_by_one(ALL), ALL, 10), lambda kept: len(kept) == 99 and 95 not in kept)
    assert done.result == ALL.without(95, 96)
    assert done.runs == 5 + 10


def test_the_last_misses_are_counted() -> None:
    done = answered(counting_misses(one_by_one(ALL), ALL, lambda *_: 10), lambda kept: len(kept) == 99)
    assert done.result == Ended(ALL.without(99, 100), 10, hit=True)


def test_a_large_removal_may_be_worth_a_question_when_a_small_one_is_not() -> None:
    def limit(kept: Selection, candidate: Selection, asked: int) -> int:
        return 100 if len(candidate) < len(kept) - 1 else 0

    done = answered(counting_misses(all_first(ALL, one_by_one), ALL, limit), lambda kept: False)
    assert (done.runs, done.result) == (1, Ended(ALL, 1, hit=False))


def test_what_was_asked_before_is_not_a_new_miss() -> None:
    def twice(kept: Selection) -> Search[Selection, Selection]:
        for _ in range(2):
            yield [Probe(kept.without(place, place + 1)) for place in range(5)]
        return kept

    done = answered(counting_misses(twice(ALL), ALL, lambda *_: 6), lambda kept: False)
    assert done.result == Ended(ALL, 5, hit=False)


def test_a_search_that_ends_by_itself_is_not_changed() -> None:
    few = Selection.all(5)
    done = answered(give_up_after_misses(one_by_one(few), few, 10), lambda kept: 3 in kept)
    assert done.result == Selection.of([3])


def test_asking_ahead_changes_nothing() -> None:
    def fails(kept: Selection) -> bool:
        return len(kept) >= 98 and 40 in kept

    plain = answered(give_up_after_misses(one_by_one(ALL), ALL, 7), fails)
    ahead = answered(give_up_after_misses(one_by_one(ALL), ALL, 7), fails, ahead=3)
    assert (plain.result, plain.hits) == (ahead.result, ahead.hits)


def test_asking_ahead_does_not_wear_out_a_search_that_pays() -> None:
    def fails(kept: Selection) -> bool:
        return all(unit in kept for unit in range(100) if unit % 4)

    plain, ahead = (
        answered(while_productive(one_by_one(ALL), ALL, weight=len, tests=10, share=0.02), fails, ahead=pulled)
        for pulled in (0, 3)
    )
    assert (plain.result, plain.hits) == (ahead.result, ahead.hits)


def test_everything_at_once_comes_first() -> None:
    assert answered(all_first(ALL, one_by_one), lambda kept: True).asked == [Selection()]
    few = Selection.all(4)
    done = answered(all_first(few, one_by_one), lambda kept: 2 in kept)
    assert done.asked[0] == Selection()
    assert done.result == Selection.of([2])


def test_a_search_continues_while_it_is_productive() -> None:
    done = answered(while_productive(one_by_one(ALL), ALL, weight=len, tests=10, share=0.05), lambda kept: 40 in kept)
    assert done.result == (Selection.of([40]), True)


def test_a_search_that_takes_off_little_ends_with_what_it_has() -> None:
    def fails(kept: Selection) -> bool:
        return all(unit in kept for unit in range(100) if unit % 9)

    done = answered(while_productive(one_by_one(ALL), ALL, weight=len, tests=10, share=0.05), fails)
    assert not done.result[1]
    assert (done.runs, len(done.result[0])) == (10, 98)
