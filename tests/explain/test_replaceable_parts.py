from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.explain.descriptions import construct_descriptions
from thresher.explain.replaceable_parts import ReplaceablePart, parts_of, replaced, varied
from thresher.explain.token_kinds import FAMILIES, kind_of, kind_of_unit
from thresher.plan import PlanOptions, plan_for


def parts(name: str, data: bytes) -> list[ReplaceablePart]:
    return parts_of(data, name, plan_for(name, data, PlanOptions()))


@given(st.binary(min_size=1, max_size=20))
def test_others_of_a_kind_are_others_and_of_that_kind(text: bytes) -> None:
    kind = kind_of_unit(text)
    assert text not in kind.others
    assert len(set(kind.others)) == len(kind.others) > 0


@pytest.mark.parametrize("word", [word for words in FAMILIES.values() for word in words])
def test_every_word_of_a_family_has_others(word: str) -> None:
    kind = kind_of(word.encode())
    assert kind
    assert kind.others
    assert all(kind_of(other).noun == kind.noun for other in kind.others)  # type: ignore[union-attr]


def test_names_vary_in_all_places_at_once() -> None:
    name, *_ = (part for part in parts("a.py", b"x = 1\nprint(x)\n") if part.text == b"x")
    assert name.noun == "identifier"
    assert name.spans == ((0, 1), (12, 13))
    assert [content for _, content in name.others] == [b"q = 1\nprint(q)\n", b"another = 1\nprint(another)\n"]


def test_literals_and_operators_vary_on_their_own() -> None:
    found = {part.text: part.noun for part in parts("a.js", b"f(1 + 'two', -3 <= x)")}
    assert found[b"1"] == found[b"-3"] == "number"
    assert found[b"'two'"] == "string"
    assert found[b"+"] == "arithmetic operator"
    assert found[b"<="] == "comparison"


def test_markup_varies_in_names_values_and_texts() -> None:
    found = {part.text: part.noun for part in parts("a.xml", b'<a b="some value">text here<d/></a>')}
    assert found.pop(b"some value") == found.pop(b"text here") == "text"
    assert found == dict.fromkeys([b"a", b"b", b"d"], "identifier")


def test_units_of_a_list_vary() -> None:
    assert [(part.text, part.noun) for part in parts("a.txt", b"a7 \xff")] == [
        (b"a", "letter"),
        (b"7", "digit"),
        (b" ", "white space"),
        (b"\xff", "byte"),
    ]
    assert [(part.text, len(part.spans)) for part in parts("a.conf", b"key = key; 5")] == [(b"key", 2), (b"5", 1)]


def test_a_construct_is_varied_apart_from_its_surroundings() -> None:
    data = b"f(a){}g(){f(a,1);}"
    free = [(((0, 1), (10, 11)), (b"q",)), (((2, 3), (12, 13)), (b"q",)), (((14, 15),), (b"7", b"0"))]
    assert varied(data, free, within=(10, 16)) == b"f(a){}g(){q(another,7);}"
    assert varied(data, free, within=(10, 16), turn=1) == b"f(a){}g(){another1(w1,0);}"
    assert varied(data, free) == b"q(another){}g(){q(another,7);}"


@given(st.binary(max_size=30), st.lists(st.integers(0, 30), unique=True, max_size=6), st.binary(max_size=3))
def test_replaced(data: bytes, bounds: list[int], text: bytes) -> None:
    inside = sorted(bound for bound in bounds if bound <= len(data))
    spans = tuple(zip(inside[::2], inside[1::2], strict=False))
    kept = b"".join(data[a:b] for (_, a), (b, _) in zip(((0, 0), *spans), (*spans, (len(data), 0)), strict=True))
    assert len(replaced(data, spans, text)) == len(kept) + len(spans) * len(text)
    assert replaced(data, spans, b"") == kept


@pytest.mark.parametrize(
    ("name", "data", "part", "phrase"),
    [
        ("a.py", b"b(1, a)", b"b(1, a)", "any call with two arguments"),
        ("a.c", b"int x=f(0,1,2);", b"f(0,1,2)", "any call with three arguments"),
        ("a.js", b"f(0)", b"f(0)", "any call with one argument"),
        ("a.java", b"class A{int f(){return g(1,2);}}", b"g(1,2)", "any method invocation with two arguments"),
    ],
)
def test_constructs_are_described_in_plain_words(name: str, data: bytes, part: bytes, phrase: str) -> None:
    plan = plan_for(name, data, PlanOptions())
    at = data.index(part)
    free = [each.spans for each in parts_of(data, name, plan) if each.spans[0][0] >= at]
    assert ((at, at + len(part)), phrase) in list(construct_descriptions(data, name, plan, free))
    assert list(construct_descriptions(data, name, plan, free[1:])) == []  # the callee must be what it is
