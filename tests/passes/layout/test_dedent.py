"""A block in the place of its statement."""

from __future__ import annotations

import pytest

from tests.passes.candidates import TEXTS, check_edits, rendered

CODE = b"""\
class K:
    # why
    def m(self):
        if x:
            a = 1

            b = 2
        else:
            c = 3
        return a
"""


def test_each_block_takes_the_place_of_its_statement() -> None:
    assert rendered("dedent", "python", CODE) == [
        b"def m(self):\n    if x:\n        a = 1\n\n        b = 2\n    else:\n        c = 3\n    return a\n",
        b"class K:\n    # why\n    if x:\n        a = 1\n\n        b = 2\n    else:\n        c = 3\n    return a\n",
        b"class K:\n    # why\n    def m(self):\n        a = 1\n\n        b = 2\n        return a\n",
        CODE.replace(b"else:\n            c", b"c"),
    ]


def test_a_block_on_the_same_line_does_too() -> None:
    assert rendered("dedent", "python", b"def f(): a; b\nf()\n") == [b"a; b\nf()\n"]


def test_an_alternative_becomes_the_statement() -> None:
    code = b"try:\n  a\nfinally:\n  b\n"
    assert b"a\n" in rendered("dedent", "python", code)


def test_tabs_and_carriage_returns_stay_what_they_are() -> None:
    assert rendered("dedent", "python", b"if x:\r\n\ta\r\n\tb\r\n") == [b"a\r\nb\r\n"]


@pytest.mark.parametrize(("language", "data"), TEXTS)
def test_every_edit_changes_something(language: str, data: bytes) -> None:
    check_edits("dedent", language, data)
