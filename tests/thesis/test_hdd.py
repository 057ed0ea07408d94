"""The thesis' own interface, on its own examples."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from thresher.algorithms.lists.hgt.search import hgt
from thresher.kernel.outcome import Outcome
from thresher.thesis import FAIL, HDD, PASS, HDDTest, HDDTree


def program() -> HDDTree:
    """Figure 2.1."""
    condition = HDDTree("x!=0", replacement="0")
    branch = HDDTree("if (", condition, ") { ", HDDTree("y= x; "), "} else { ", HDDTree("return 0; "), "}\n")
    loop = HDDTree("while (", HDDTree("y!=0", replacement="0"), ") { ", HDDTree("y--; "), "} ")
    body = HDDTree("int x; "), HDDTree("int y; "), branch, loop, HDDTree("return y; ")
    return HDDTree(HDDTree(HDDTree("void "), "f() { ", *body, "}"))


class Compiler:
    """Fails on y-- in a program that declares what it uses."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def test(self, text: str | bytes) -> Outcome:
        assert isinstance(text, str)
        self.texts.append(text)
        declared = all(f"int {name};" in text for name in "xy" if f"{name}!=" in text or f"{name}-" in text)
        return FAIL if declared and "y--" in text else PASS


@pytest.mark.parametrize("minimizer", [None, hgt])
def test_the_motivating_example(minimizer: object) -> None:
    tree, compiler = program(), Compiler()
    options = {"minimizer": minimizer} if minimizer else {}
    text = HDD(tree, compiler, **options)  # type: ignore[arg-type]
    assert text == tree.unparse() == "f() { int y; while (0) { y--; } }"
    assert len(set(compiler.texts)) == len(compiler.texts) <= 30
    assert compiler.texts[0] == ""  # "Our algorithm will first try to exclude this function"


class Lines:
    """A tree of the user's own, in bytes, whose `tag` returns the numbers themselves."""

    def __init__(self, *lines: bytes) -> None:
        self._lines = list(lines)
        self._kept = list(lines)

    def setLevels(self) -> None:
        """There are two: the file and its lines."""

    def unparse(self) -> bytes:
        return b"".join(self._kept)

    def tag(self, level: int) -> list[int]:
        return [[0], list(range(len(self._lines))), []][level]

    def setRemove(self, level: int, tokeep: list[int]) -> None:
        self._kept = [self._lines[number] for number in tokeep] if level == 1 else self._lines if tokeep else []

    def clearRemove(self) -> None:
        self._kept = self._lines

    def commitRemove(self, level: int, tokeep: list[int]) -> None:
        self.setRemove(level, tokeep)
        self._lines = self._kept


class Contains:
    def __init__(self, word: bytes) -> None:
        self._word = word

    def test(self, text: str | bytes) -> bool:
        assert isinstance(text, bytes)
        return self._word in text


def test_a_tree_of_the_users_own() -> None:
    assert HDD(Lines(b"a\n", b"b\n", b"c\n", b"d\n"), Contains(b"c")) == b"c\n"
    assert HDD(Lines(b"a\n", b"b\n"), Contains(b"")) == b""


def test_a_tag_that_does_not_count() -> None:
    class Silent(Lines):
        def tag(self, level: int) -> list[int]:
            return None  # type: ignore[return-value]

    with pytest.raises(TypeError, match="how many nodes"):
        HDD(Silent(b"a"), Contains(b"a"))


def test_a_tree_of_a_hundred_thousand_levels() -> None:
    tree = HDDTree("x")
    for _ in range(100_000):
        tree = HDDTree("(", tree, ")")
    tree.setLevels()
    assert tree.tag(100_000) == 1
    tree.commitRemove(5, [])
    assert tree.unparse() == "((((()))))"


@pytest.fixture
def tester() -> Iterator[HDDTest]:
    code = "import sys; print('DIVIDE ZERO' if '/ 0' in open(sys.argv[1]).read() else 'fine')"
    found = HDDTest(".txt", f'{sys.executable} -c "{code}" %s', "DIVIDE ZERO")
    yield found
    found.close()


def test_the_driver_of_figure_7_2(tester: HDDTest, tmp_path: Path) -> None:
    tree = HDDTree("x = ", HDDTree("1"), HDDTree(" / 0"), "; ", HDDTree("y = 2;"))
    HDD(tree, tester)
    (tmp_path / "min.txt").write_text(tree.unparse())
    assert (tmp_path / "min.txt").read_text() == "x =  / 0; "
