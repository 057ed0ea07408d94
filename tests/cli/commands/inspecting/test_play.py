"""`thresher play`: the examples of books and lectures, step by step."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Thresher
from tests.cli.test_bad_input import expect_line


def test_the_trace_of_example_5_8(thresher: Thresher) -> None:
    lines = thresher("play", "--example", "select", "--algorithm", "complement").out.decode().splitlines()
    assert len(lines) == 1 + 48 + 1
    assert lines[-1].endswith("what is left: <SELECT>")


def test_the_quiz_of_the_lecture(thresher: Thresher) -> None:
    done = thresher("play", "--example", "quiz")
    lines = done.out.decode().splitlines()
    assert done.code == 0
    assert lines[1].split()[:3] == ["1", "24..", "PASS"]
    assert lines[9] == "   9  .424  FAIL                drop part 1 of 4: progress, continue with these 3 units"
    assert lines[-1] == "9 tests; what is left: 42"


def test_words_and_unresolved_candidates(thresher: Thresher) -> None:
    words = ("the needle in the hay", "--words", "--contains", "needle", "--unresolved", "in the")
    expect_line(thresher("play", *words), 2, "the whole text does not fail")
    done = thresher(
        "play", "ab needle cd", "--words", "--contains", "needle", "--unresolved", "xx", "--algorithm", "hgt"
    )
    assert b"what is left: needle" in done.out


def test_a_page_with_every_step(thresher: Thresher, tmp_path: Path) -> None:
    done = thresher("play", "a<b>&c", "--contains", "<b>", "--html", "steps.html")
    assert done.out == b"steps.html\n"
    page = (tmp_path / "steps.html").read_text()
    assert "&lt;" in page
    assert "<b><</b>" not in page
    assert "what is left: &lt;b&gt;" in page
    assert page.count("<tr class=") == page.count("</tr>") - 1


def test_what_cannot_be_played(thresher: Thresher) -> None:
    expect_line(thresher("play"), 2, "give a text and what fails in it")
    expect_line(thresher("play", "abc", "--contains", "x"), 2, "does not fail")
    expect_line(thresher("play", "abc", "--example", "quiz"), 2, "leave out TEXT")
    expect_line(thresher("play", "a" * 500, "--contains", "a"), 2, "at most 200")
    expect_line(thresher("play", "abc", "--contains", "a", "--algorithm", "none"), 2, "unknown list algorithm")
