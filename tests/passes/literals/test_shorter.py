"""Shorter words and operators."""

from __future__ import annotations

import pytest

from tests.passes.candidates import TEXTS, check_edits, reduced, rendered
from thresher.passes.literals.shorter import SHORTER


@pytest.mark.parametrize(
    ("language", "data", "text"),
    [
        ("javascript", b"a===b", b"a<b"),
        ("javascript", b"d+=1", b"d++"),
        ("python", b"x = True\ny = True\n", b"x = 1\ny = 1\n"),
        ("python", b"x = True\ny = True\n", b"x = True\ny = 1\n"),
        ("go", b"package a\nconst b=1\n", b"package a\nvar b=1\n"),
        ("typescript", b"let a:string;", b"let a:any;"),
        ("cpp", b"template<typename T>int a;", b"template<class T>int a;"),
        ("c", b"unsigned a;", b"int a;"),
        ("go", b"package a\nvar b interface{}\n", b"package a\nvar b any\n"),
        ("smt2", b"(set-logic QF_LIA)", b"(set-logic ALL)"),
        ("smt2", b"(set-logic QF_BV)", b"(set-logic BV)"),
        ("go", b"package a\ntype b[N comparable]int\n", b"package a\ntype b[N any]int\n"),
    ],
)
def test_a_candidate(language: str, data: bytes, text: bytes) -> None:
    assert text in rendered("shorter", language, data)


def test_every_entry_is_shorter() -> None:
    assert all(len(new) < len(old) for old, choices in SHORTER.items() for new in choices[:1])


@pytest.mark.parametrize(("language", "data"), TEXTS)
def test_edits_are_sound(language: str, data: bytes) -> None:
    check_edits("shorter", language, data)


def test_a_reduction() -> None:
    def fails(text: bytes) -> bool:
        return text.count(b"==") + text.count(b"<") == 2 and text.count(b";") == 2

    assert reduced(b"a===b;c===d;", fails, "a.js", "shorter") == b"0<0;0<0;"
