"""Single deletions in blocks that grow while they succeed."""

from __future__ import annotations

from tests.fakes import answered
from thresher.algorithms.lists.galloping import galloping, quick_galloping
from thresher.kernel.selection import Selection


def test_where_all_is_needed_each_unit_is_asked_about_once() -> None:
    done = answered(galloping(Selection.all(50)), lambda kept: False)
    assert (done.runs, len(done.result)) == (50, 50)


def test_where_little_is_needed_blocks_grow() -> None:
    done = answered(galloping(Selection.all(10_000)), lambda kept: 5_000 in kept)
    assert done.result == Selection.of([5_000])
    assert done.runs < 80


def test_a_block_never_reaches_over_the_start() -> None:
    done = answered(galloping(Selection.all(7)), lambda kept: 6 in kept)
    assert done.result == Selection.of([6])
    assert all(6 in kept or len(kept) < 7 for kept in done.asked)


def test_a_search_that_is_not_the_last_asks_once_about_each() -> None:
    done = answered(quick_galloping(Selection.all(40)), lambda kept: len(kept) == 39)
    assert (len(done.result), done.runs) == (39, 40)


def test_it_goes_around_again_after_a_pass_that_took_much() -> None:
    def fails(kept: Selection) -> bool:
        return 0 in kept and (9 in kept or len(kept) < 5)

    assert answered(quick_galloping(Selection.all(10)), fails).result == Selection.of([0])
