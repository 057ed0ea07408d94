"""All minimal results of an input, by characters and by nodes."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thresher import UsageError, reduce

PROGRAM = b"int f(void) { return left(1); }\nint g(void) { return right(2); }\nint h(void) { crash(); return 0; }\n"


def test_the_lecture_s_aabb() -> None:
    found = reduce("aabb", lambda text: b"a" in text or b"bb" in text, format="characters", all_minimal=10)
    assert set(found.results) == {b"a", b"bb"}
    assert found.data == b"a"
    assert found.complete


@given(st.sets(st.sets(st.sampled_from("abcdef"), min_size=1, max_size=3).map(frozenset), min_size=1, max_size=3))
@settings(max_examples=25)
def test_all_of_them_if_the_test_is_monotone(needed: set[frozenset[str]]) -> None:
    minimal = {each for each in needed if not any(other < each for other in needed)}

    def fails(text: bytes) -> bool:
        return any(each <= set(text.decode()) for each in needed)

    found = reduce("abcdef", fails, format="characters", all_minimal=10).results
    assert {frozenset(text.decode()) for text in found} == minimal
    assert all(len(text) == len(set(text)) for text in found)


def test_each_result_is_minimal_in_nodes() -> None:
    def fails(text: bytes) -> bool:
        return b"crash" in text or (b"left" in text and b"right" in text)

    found = reduce(PROGRAM, fails, name="a.c", all_minimal=10)
    assert all(map(fails, found.results))
    assert any(b"crash" in text for text in found.results)
    assert any(b"left" in text and b"right" in text for text in found.results)
    assert len(set(found.results)) == len(found.results)
    assert not any(one != other and one in other for one, other in combinations(found.results, 2))


def test_a_limit() -> None:
    found = reduce("abcd", bool, format="characters", all_minimal=2)
    assert len(found.results) == 2
    assert any("limit" in note for note in found.statistics.notes)


def test_one_result_without_the_option() -> None:
    assert reduce("ab", lambda text: b"b" in text).results == ()


def test_parts_of_containers_are_no_list() -> None:
    gzip = bytes.fromhex("1f8b08000000000000034b040043beb7e801000000")
    with pytest.raises(UsageError, match="lists and trees"):
        reduce(gzip, lambda _: True, name="a.gz", all_minimal=2)
    with pytest.raises(UsageError, match="leave out --only"):
        reduce(b"a", lambda _: True, algorithm="ddmin", only=True, all_minimal=2)
