"""Example 5.8 of Zeller's book, test by test."""

from __future__ import annotations

import re

from tests.fakes import answered
from thresher.algorithms.lists.baselines.complement import complement
from thresher.kernel.selection import Selection

HTML = '<SELECT NAME="priority" MULTIPLE SIZE=7>'


def text(kept: Selection) -> str:
    return "".join(HTML[unit] for unit in kept)


def crashes(kept: Selection) -> bool:
    return re.search("<SELECT[^>]*>", text(kept)) is not None


def test_example_5_8_takes_the_book_s_48_tests() -> None:
    transcript = answered(complement(Selection.all(len(HTML))), crashes)
    assert transcript.runs == 48
    assert transcript.hit_at == [4, 6, 11, 18, 22, 33]
    assert [len(hit) for hit in transcript.hits] == [30, 20, 15, 13, 10, 8]
    assert text(transcript.result) == "<SELECT>"


def test_the_sizes_of_example_5_8() -> None:
    sizes = [len(kept) for kept in answered(complement(Selection.all(len(HTML))), crashes).asked]
    assert sizes[:14] == [20, 20, 30, 30, 20, 20, 10, 10, 15, 15, 15, 10, 10, 10]
    assert sizes[14:22] == [12, 13, 12, 13, 10, 10, 11, 10]
    assert sizes[22:33] == [7, 8, 7, 8, 9, 9, 9, 9, 8, 9, 8]
    assert sizes[33:] == [7, 7, 7, 7, 7, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7]


def test_a_cache_saves_the_repeated_tests_of_example_5_8() -> None:
    """The book counts six, 41 to 45 and 48; tests 5 and 14 repeat 1 and 8 as well."""
    asked = answered(complement(Selection.all(len(HTML))), crashes).asked
    repeated = [number for number, kept in enumerate(asked, 1) if kept in asked[: number - 1]]
    assert repeated == [5, 14, 41, 42, 43, 44, 45, 48]
    cached = answered(complement(Selection.all(len(HTML))), crashes, cached=True)
    assert cached.runs == 40
    assert text(cached.result) == "<SELECT>"
