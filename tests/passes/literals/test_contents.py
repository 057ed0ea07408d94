"""Characters of literals."""

from __future__ import annotations

import pytest

import thresher
from tests.passes.candidates import TEXTS, all_at_once, check_edits, reduced


@pytest.mark.parametrize(
    ("language", "data", "text"),
    [
        ("c", b'f("a b", 12);', b'f("", );'),
        ("c", b'f("\\n\\"x");', b'f("");'),
        ("python", b"x = '''a\n  b'''", b"x = ''''''"),
        ("python", b"x = 'a' 'b'", b"x = '' ''"),
        ("json", '["äö", "\\u00e4"]'.encode(), b'["", ""]'),
        ("c", b"f(7);", b"f(7);"),
    ],
)
def test_what_all_edits_make(language: str, data: bytes, text: bytes) -> None:
    assert all_at_once("contents", language, data) == text


@pytest.mark.parametrize(("language", "data"), TEXTS)
def test_edits_are_sound(language: str, data: bytes) -> None:
    check_edits("contents", language, data)


@pytest.mark.parametrize(
    ("data", "needed", "result"),
    [
        (b'["https://example.org/p"]', b'"http', b'["http"]'),
        (b"[602e308]", b"e308", b"[6e308]"),
        (b'["a  b cx d"]', b"b cx", b'["b cx"]'),
    ],
)
def test_a_reduction(data: bytes, needed: bytes, result: bytes) -> None:
    def fails(text: bytes) -> bool:
        return needed in text and text.startswith(b"[") and text.endswith(b"]")

    assert reduced(data, fails, "a.json", "literals", "contents") == result


def test_a_long_string_takes_few_tests() -> None:
    asked = 0

    def fails(text: bytes) -> bool:
        nonlocal asked
        asked += 1
        return b"needle" in text and text.count(b'"') == 2

    data = b'["' + b"hay " * 500 + b"needle" + b" hay" * 500 + b'"]'
    assert b'"needle"' in thresher.reduce(data, fails, name="a.json").data
    assert asked < 100
