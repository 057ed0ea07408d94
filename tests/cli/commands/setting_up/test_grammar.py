"""`thresher grammar`, and `thresher reduce --grammar`, as a user sees them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Done, Thresher
from tests.cli.test_bad_input import expect_line

ARITHMETIC = """\
E: E '*' E | E '/' E | E '+' E | E '-' E | '(' E ')' | N ;
%%
SKIP : [|[ \\t\\r\\n]+|];
N : [|[0-9]+|] [|1|];
"""
CALCULATOR = "import sys\ntry: eval(open('sum.txt').read())\nexcept ZeroDivisionError: sys.exit(0)\nsys.exit(1)\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A grammar, an input and a calculator."""
    (tmp_path / "arithmetic.y").write_text(ARITHMETIC)
    (tmp_path / "sum.txt").write_text("((1+(2*3))/(2-2))+(3*5)")
    (tmp_path / "calculator.py").write_text(CALCULATOR)
    return tmp_path


def reduce(thresher: Thresher, folder: Path, *options: str) -> Done:
    test = f"{sys.executable} {folder / 'calculator.py'}"
    return thresher("reduce", "sum.txt", *options, "--test", test, XDG_CACHE_HOME=str(folder / "cache"))


def test_reduce_by_a_grammar(thresher: Thresher, folder: Path) -> None:
    done = reduce(thresher, folder, "--grammar", "arithmetic.y")
    assert done.code == 0, done.talk
    assert len(done.out.strip()) <= len("1/(1-1)")
    assert [*(folder / "cache" / "thresher" / "grammars").iterdir()]


def test_start_needs_a_grammar(thresher: Thresher, folder: Path) -> None:
    expect_line(reduce(thresher, folder, "--start", "E"), 2, "give the grammar with --grammar FILE")


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("bad.lark", b"start: nowhere", ["bad.lark:1:8:", "nowhere"]),
        ("bad.lark", b'start: start "a"', ["bad.lark:1:1: start derives no string"]),
        ("bad.lark", b"start: A\nA: /[/", ["bad.lark:2:1:", "unterminated character set at position 0"]),
        ("bad.lark", b"\xff\xfe", ["bad.lark is not UTF-8 text (byte 0)"]),
        ("bad.txt", b"start: A", ["cannot determine what kind of grammar bad.txt is", ".lark"]),
        ("other.lark", b'start: "x"', ["sum.txt:1:1: not in the language of other.lark (start)", ">>>((1+("]),
        (None, b"", ["cannot read the grammar no.y: No such file or directory"]),
    ],
    ids=["undefined", "empty language", "regular expression", "not UTF-8", "suffix", "input", "missing"],
)
def test_errors_are_one_line(
    thresher: Thresher, folder: Path, name: str | None, content: bytes, words: list[str]
) -> None:
    if name is not None:
        (folder / name).write_bytes(content)
    expect_line(reduce(thresher, folder, "--grammar", name or "no.y"), 2, *words)


def test_a_start_rule_that_is_not_there(thresher: Thresher, folder: Path) -> None:
    done = reduce(thresher, folder, "--grammar", "arithmetic.y", "--start", "F")
    expect_line(done, 2, "arithmetic.y: there is no rule 'F' to start from; there are E")


def test_check_says_what_a_grammar_is_like(thresher: Thresher, folder: Path) -> None:
    done = thresher("grammar", "check", "arithmetic.y")
    assert done.code == 0, done.talk
    for line in (
        b"arithmetic.y: 0 errors, 0 warnings",
        b"start rule        E",
        b"rules             1, in 6 productions",
        b"16 conflicts, where all branches are followed",
        b"recursive         E",
        b"lists             E (any element but the last can be removed, with its separator)",
    ):
        assert line in done.out


def test_check_names_every_problem_with_its_place_and_fails(thresher: Thresher, folder: Path) -> None:
    (folder / "bad.y").write_text("start: one two ;\n")
    done = thresher("grammar", "check", "bad.y")
    assert (done.code, done.talk) == (1, "")
    assert b"bad.y:1:8: error: one is used but not defined" in done.out
    assert b"bad.y:1:12: error: two is used but not defined" in done.out
    assert b"bad.y: 2 errors, 0 warnings" in done.out


@pytest.mark.parametrize(
    ("content", "message", "code"),
    [
        ('start: start "a"\n', b"bad.lark:1:1: error: start derives no string", 1),
        ('start: a start "x" | "y"\na: "z"?\n', b"warning: start is left-recursive after what can be empty", 0),
        ('start: a | "x"\na: start\n', b"warning: start can be derived from itself alone", 0),
        ('start: "x"\nb: "y"\n', b"warning: b cannot be reached from start", 0),
    ],
    ids=["empty language", "hidden left recursion", "cycle", "unused"],
)
def test_check_warns(thresher: Thresher, folder: Path, content: str, message: bytes, code: int) -> None:
    (folder / "bad.lark").write_text(content)
    done = thresher("grammar", "check", "bad.lark")
    assert (done.code, done.talk) == (code, "")
    assert message in done.out


def test_strings(thresher: Thresher, folder: Path) -> None:
    done = thresher("grammar", "strings", "arithmetic.y")
    assert done.code == 0, done.talk
    assert done.out.decode().splitlines()[0].split() == ["E", "1", "1"]
    (folder / "bad.lark").write_text('start: start "a" | "b"\nc: c\n')
    assert b"derives no string" in thresher("grammar", "strings", "bad.lark").out


def test_a_grammar_that_cannot_be_read(thresher: Thresher, folder: Path) -> None:
    expect_line(thresher("grammar", "check", "no.y"), 2, "cannot read the grammar no.y")
    expect_line(thresher("grammar", "strings", "sum.txt"), 2, "cannot determine what kind of grammar sum.txt is")
