from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.formats.source.python_errors import python_error_kinds


@pytest.mark.parametrize(("text", "kinds"), [
    ("import os\nprint(os.sep, __name__, __file__)\n", ""),
    ("def f(a):\n    b = a\n    return [c + b for c in a]\n", ""),
    ("def f():\n    global x\n    x = 1\nprint(x)\n", ""),
    ("class A:\n    b = 1\n    c = b\n", ""),
    ("print(x)\n", "undefined in module"),
    ("def f():\n    return x\nclass A:\n    y = z\n", "undefined in class, undefined in function"),
    ("x = (1\n", "SyntaxError"),
    (" x = 1\n", "IndentationError"),
    ("return 1\n", "does not compile"),
    ("def f(a, a): 0\n", "does not compile"),
    ("x = 1 is 1\n", ""),
])  # fmt: skip
def test_kinds_of_errors(text: str, kinds: str) -> None:
    assert ", ".join(sorted(python_error_kinds(text.encode()))) == kinds


@given(st.binary(max_size=200))
def test_any_bytes_have_some_kinds_of_errors_or_none(data: bytes) -> None:
    assert python_error_kinds(data) == python_error_kinds(data)


@pytest.mark.parametrize(
    "text", ["-" * 15_000 + "1", "not " * 4_000 + "1", "lambda:" * 2_200 + "1", "x=" + "a." * 7_000 + "a"]
)
def test_deep_nesting_is_not_an_error(text: str) -> None:
    assert sys.getrecursionlimit() < 10_000
    assert python_error_kinds(text.encode()) <= {"undefined in module", "undefined in function"}
