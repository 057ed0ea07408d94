"""Plans end at bytes: a format makes a search fast, and never its result larger."""

from __future__ import annotations

import gzip
import re

import pytest
from benchmarks.formats import DOCUMENTS
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.fakes import answered
from thresher import reduce
from thresher.algorithms.lists.galloping import galloping
from thresher.algorithms.lists.spread import spread
from thresher.kernel.outcome import Outcome
from thresher.kernel.selection import Selection
from thresher.plan import PlanOptions, plan_for
from thresher.plan.stages import GeneralStage

WORDS = st.text("abcdef", min_size=4, max_size=9)
NAMES = ("a.xml", "a.json", "a.c", "a.py", "a.ini", "a.smt2", "a.yaml", "a.md", "a.unknown")


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=5, deadline=None, phases=[Phase.generate], derandomize=True)
@given(words=st.lists(WORDS, min_size=4, max_size=12, unique=True), data=st.data())
def test_no_format_leaves_more_than_characters(name: str, words: list[str], data: st.DataObject) -> None:
    content = DOCUMENTS[name](words).encode()
    places = data.draw(st.lists(st.integers(0, len(content) - 4), min_size=1, max_size=3))
    needed = [content[place : place + 4] for place in places]

    def fails(text: bytes) -> bool:
        return all(piece in text for piece in needed)

    by_format = reduce(content, fails, name=name)
    by_characters = reduce(content, fails, name=name, format="characters")
    assert len(by_format.data) <= 1.1 * len(by_characters.data) + 4


MARKDOWN = b"""# abefdeb

* abefdeb *abefdeb*

# daecdcece

* daecdcece *daecdcece*
"""


def test_long_words_are_cut_after_the_first_hit() -> None:
    reduced = reduce(MARKDOWN, lambda data: all(each in data for each in (b"efde", b" *ab", b"ece\n")), name="a.md")
    assert len(reduced.data) <= 13


def test_characters_of_a_name_whose_length_matters_are_not_all_tried() -> None:
    name = "".join(chr(ord("a") + number * 7 % 26) for number in range(150)).encode()

    def fails(data: bytes) -> bool:
        return (found := re.fullmatch(rb"def (\w+)\(\): *0\s*", data)) is not None and len(found[1]) >= 80

    reduced = reduce(b"def %b(): 0\n" % name, fails, name="a.py")
    assert len(reduced.data) == len(b"def ():0") + 80
    assert reduced.statistics.tests < 90


def test_a_packed_file_is_cut_where_only_its_first_bytes_matter() -> None:
    packed = gzip.compress(bytes(range(256)) * 8, mtime=0)
    reduced = reduce(packed, lambda data: data.startswith(b"\x1f\x8b") and len(data) > 99, name="x.gz")
    assert len(reduced.data) == 100


def test_valid_keeps_the_format() -> None:
    stages = plan_for("a.c", b"int a;", PlanOptions(valid=True)).stages
    assert not any(isinstance(stage, GeneralStage) for stage in stages)
    reduced = reduce(b"<a><b>needle</b><c/></a>", lambda data: b"eedl" in data, name="a.xml", valid=True)
    assert reduced.data == b"<a>needle</a>"
    assert reduce(b"<a><b>needle</b><c/></a>", lambda data: b"eedl" in data, name="a.xml").data == b"eedl"


@pytest.mark.parametrize("options", [{"algorithm": "hdd"}, {"min_granularity": "tokens"}, {"format": "lines"}])
def test_what_the_user_chose_is_all_that_is_done(options: dict[str, str]) -> None:
    plan = plan_for("a.c", b"int a;", PlanOptions(**options))  # type: ignore[arg-type]
    assert not any(isinstance(stage, GeneralStage) for stage in plan.stages)


@given(st.integers(2, 30), st.data())
def test_windows_are_tried_before_the_minimizer(units: int, data: st.DataObject) -> None:
    needed = Selection.of(data.draw(st.sets(st.integers(0, units - 1), min_size=1, max_size=4)))
    windows = [Selection((at, min(at + 5, units))) for at in range(0, units, 5)][::-1]

    def outcome(kept: Selection) -> Outcome:
        return Outcome.FAIL if needed <= kept else Outcome.PASS

    assert answered(spread(Selection.all(units), windows, galloping), outcome).result == needed
