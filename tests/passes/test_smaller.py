"""Smaller nodes from elsewhere."""

from __future__ import annotations

import re

import pytest

import thresher
from tests.passes.candidates import TEXTS, check_edits, rendered
from thresher import plan


@pytest.mark.parametrize(
    ("language", "data", "text"),
    [
        ("c", b"int x = 1, z = f(g(22) + h(33)); char buffer[100];", b"int x = 1, z = f(1); char buffer[100];"),
        ("c", b"struct s { int i; } x; struct s d; f(x, d);", b"struct s { int i; } x; int d; f(x, d);"),
        ("smt2", b"(assert (= x (+ 11 22)))(check-sat)(get-model)", b"(assert (= x x))(check-sat)(get-model)"),
        ("xml", b"<a><b><long name='1'>text</long></b><c/><d>more text here</d></a>",
         b"<a><b><c/></b><c/><d>more text here</d></a>"),
    ],
)  # fmt: skip
def test_a_candidate(language: str, data: bytes, text: bytes) -> None:
    assert text in rendered("smaller", language, data)


def test_what_promotion_and_removal_try_is_left_out() -> None:
    texts = rendered("smaller", "c", b"int main() { f(aa + b); g(1); }")
    assert b"int main() { f(b); g(1); }" not in texts  # promotion
    assert b"int main() { ; g(1); }" not in texts  # as good as removal
    assert b"int main() { f(1 + b); g(1); }" not in texts  # saves no token


@pytest.mark.parametrize(("language", "data"), TEXTS)
def test_edits_are_sound_and_few(language: str, data: bytes) -> None:
    check_edits("smaller", language, data)
    assert len(rendered("smaller", language, data)) <= 2 * len(re.findall(rb"\w+|\S", data))


def has_two_arguments(text: bytes) -> bool:
    return re.search(rb"int x;f\(x, ?(x|g.*\+.*h.*)\);", text) is not None


def test_a_reduction(monkeypatch: pytest.MonkeyPatch) -> None:
    data = b"int x;f(x, g(1) + h(2));"
    monkeypatch.setattr(plan, "LATE", ())
    assert thresher.reduce(data, has_two_arguments, name="input.c").data == b"int x;f(x,g+h);"
    monkeypatch.setattr(plan, "LATE", ("smaller",))
    assert thresher.reduce(data, has_two_arguments, name="input.c").data == b"int x;f(x,x);"
