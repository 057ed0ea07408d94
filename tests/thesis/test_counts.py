"""Counts of tests beside those that the thesis prints (Table 4.1, bug.c): HDD 86, HDD* 164, ddmin 680 tests.

Its programs and its compiler are not ours, so the input is one of the same kind and size, and the compiler's fault is a
test here: a loop that changes an array by an index that it computes, with all names declared.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from thresher import Reduced, reduce
from thresher.formats.units.tokens import count_tokens

PROGRAM = (Path(__file__).parents[2] / "examples" / "thesis" / "mean.c").read_bytes()
LOOP = re.compile(r"for\([^(){};]*;[^(){};]*;[^(){};]*\)\{([^{}]*;)?i=i\+k\+1;([^{}]*;)?v\[i\]=v\[i\]\*\(v\[0\]\+0\);")
ROUND = 3 + 1 + 3  # the runs of the input, of the empty input and of the result


def crashes(text: bytes) -> bool:
    """The loop is there, and whatever it needs is declared."""
    dense = re.sub(r"\s", "", text.decode())
    words = set(re.findall(r"\w+", text.decode()))
    declared = all(re.search(rf"int(\w+,)*{name}[,;]", dense) for name in "ik") and re.search(r"\w\(double\*?v", dense)
    known = ("sum" not in words or "doublesum" in dense) and ("n" not in words or "int n" in text.decode())
    return LOOP.search(dense) is not None and bool(declared) and known


def reduced(algorithm: str, **options: str) -> Reduced:
    return reduce(PROGRAM, crashes, name="mean.c", algorithm=algorithm, only=True, **options)  # type: ignore[arg-type]


def test_the_counts_of_table_4_1() -> None:
    hdd, star, ddmin = reduced("hdd"), reduced("hdd*"), reduced("ddmin", format="characters")
    tests = [each.statistics.tests - ROUND for each in (hdd, star, ddmin)]
    assert tests == [112, 185, 1280]  # in the thesis 86, 164 and 680
    assert [count_tokens(each.data) for each in (hdd, star)] == [53, 50]  # in the thesis 51 and 51
    assert count_tokens(PROGRAM) == 297  # in the thesis 277


@pytest.mark.parametrize(
    ("algorithm", "tests"), [("hdd+", 151), ("hddr", 63), ("hdd_preorder", 64), ("hdd_leaves", 94)]
)
def test_the_variants_count(algorithm: str, tests: int) -> None:
    """One list per branch takes fewer tests than one per level here, and leaves two tokens more."""
    done = reduced(algorithm)
    assert done.statistics.tests - ROUND == tests
    assert crashes(done.data)


def test_nothing_is_tried_after_the_algorithm() -> None:
    """HDD leaves a declaration whose last use it removed on a deeper level; the default plan does not."""
    assert b"double sum" in reduced("hdd").data
    assert b"double sum" not in reduce(PROGRAM, crashes, name="mean.c").data
