"""Edits that make a text larger at first are kept if it is smaller in the end."""

from __future__ import annotations

import pytest

import thresher
from thresher.engine.thorough import larger
from thresher.plan import PlanOptions, plan_for

PROGRAM = b"typedef unsigned long w;w a;w b;w c;"
SMALLEST = b"unsigned long a;"


def fails(text: bytes) -> bool:
    """With the type by its name, all three are needed; without, one is enough."""
    if b"typedef" in text:
        return all(each in text for each in (b"typedef unsigned long w;", b"w a;", b"w b;", b"w c;"))
    return SMALLEST in text


def texts(name: str, data: bytes, **options: object) -> list[bytes]:
    return list(larger(plan_for(name, data, PlanOptions(**options)), name, data))  # type: ignore[arg-type]


def test_a_thorough_search_goes_through_a_larger_text() -> None:
    assert thresher.reduce(PROGRAM, fails, name="a.c").data == PROGRAM
    assert thresher.reduce(PROGRAM, fails, name="a.c", effort="thorough").data == SMALLEST


def test_the_same_bytes_for_any_number_of_jobs() -> None:
    results = {thresher.reduce(PROGRAM, fails, name="a.c", effort="thorough", jobs=jobs).data for jobs in (1, 3, 8)}
    assert results == {SMALLEST}


def test_a_search_repeats_the_same_questions_none_of_them_twice() -> None:
    asked: list[list[bytes]] = []

    def counted(text: bytes) -> bool:
        asked[-1].append(text)
        return fails(text)

    for _ in range(2):
        asked.append([])
        thresher.reduce(PROGRAM, counted, name="a.c", effort="thorough")
    assert asked[0] == asked[1]
    again = [text for text in set(asked[0]) if asked[0].count(text) > 1]
    assert {*again} <= {PROGRAM, SMALLEST}  # the input, and the result at the end


@pytest.mark.parametrize(
    ("name", "data", "text"),
    [
        ("a.c", PROGRAM, b"unsigned long a;unsigned long b;unsigned long c;"),
        ("a.cc", b"template<class T>struct a{T b;T c;};a<long>d;", b"struct a{long b;long c;};a d;"),
        ("a.c", b"int f(int a){return a+a;}int g(){return f(1)+f(2);}", b"int g(){return 1+1+2+2;}"),
    ],
)
def test_what_is_inlined_or_substituted_everywhere(name: str, data: bytes, text: bytes) -> None:
    assert text in texts(name, data)


def test_without_the_transformation_there_is_no_pump() -> None:
    assert texts("a.c", PROGRAM, without=("inlining",)) == []
    assert texts("a.c", PROGRAM, algorithm="hdd") == []
    assert texts("a.txt", PROGRAM) == []
