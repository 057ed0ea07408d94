"""The shortest indentation."""

from __future__ import annotations

import pytest

from tests.passes.candidates import TEXTS, check_edits, reduced, rendered


@pytest.mark.parametrize(
    ("language", "data", "texts"),
    [
        ("go", b"package a\nfunc f() {\n\t\tx()\n\t\ty()\n}\n", [b"package a\nfunc f() {\nx()\ny()\n}\n"]),
        ("python", b"if a:\n    b\n    if c:\n            d\n", [b"if a:\n b\n if c:\n  d\n"]),
        ("python", b"if a:\n\n  # c\n  b\ne\n", [b"if a:\n # c\n b\ne\n"]),
        ("python", b"if a:\r\n    '''x\r\n      y'''\r\n    b\r\n", [b"if a:\n '''x\r\n      y'''\n b\r\n"]),
        ("c", b"int a;\nint b;\n", []),
        ("xml", b"<a>\n  <b/>\n</a>", []),
    ],
)
def test_candidates(language: str, data: bytes, texts: list[bytes]) -> None:
    assert [text for text in rendered("indentation", language, data) if text in texts] == texts
    assert texts or rendered("indentation", language, data) == []


@pytest.mark.parametrize(("language", "data"), TEXTS)
def test_edits_are_sound(language: str, data: bytes) -> None:
    check_edits("indentation", language, data)


def test_a_reduction() -> None:
    data = b"class A:\n        def f():\n                x\n                return\n"
    needed = (b"class", b"def", b"x\n", b"return")
    result = reduced(data, lambda text: all(each in text for each in needed), "a.py", "indentation")
    assert result == b"class A:\n def f():\n  x\n  return"
