"""No output for quick reductions, progress for long ones."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import redirect_stderr
from pathlib import Path

import pytest

from tests.cli.conftest import Thresher, on_a_terminal
from thresher.session.target_failure import first_run

LONG = "grep -q 'line 0 ' input.txt && test $(wc -c < input.txt) -gt 900"


def test_a_short_result_is_shown_on_a_terminal_before_the_summary(lines: Path) -> None:
    code, shown = on_a_terminal("reduce", lines, "--test", "grep -q 17 input.txt", directory=lines.parent)
    last = [line.removeprefix("\x1b[K") for line in shown.splitlines()]
    assert code == 0
    assert "17" in last
    assert last.index("17") < next(at for at, line in enumerate(last) if line.startswith("written to"))


def test_a_long_result_is_not_poured_onto_a_terminal(lines: Path, thresher: Thresher) -> None:
    words = ("reduce", lines, "--min-granularity", "lines", "--test", f"sh -c {LONG!r}")
    _, shown = on_a_terminal(*words, directory=lines.parent)
    assert "has words" not in shown
    assert "written to" in shown
    assert b"has words" in thresher(*words).out


def test_a_partial_result_is_not_shown_on_a_terminal(lines: Path) -> None:
    words = ("reduce", lines, "--max-tests", "8", "--test", "grep -q 17 input.txt")
    code, shown = on_a_terminal(*words, directory=lines.parent)
    assert code == 1
    assert "has words" not in shown
    assert "stopped early" in shown


def test_with_an_output_file_the_result_is_there_only(thresher: Thresher, lines: Path) -> None:
    done = thresher("reduce", lines, "-o", "small.txt", "--test", "grep -q 17 input.txt")
    assert (done.code, done.out) == (0, b"")
    assert (lines.parent / "small.txt").read_text().strip() == "17"


def test_stages_are_named_only_when_asked_for(thresher: Thresher, lines: Path) -> None:
    words = ("reduce", lines, "--fresh", "--test", "grep -q 17 input.txt")
    assert "(hgt)" not in thresher(*words).talk
    assert "lines (hgt): 60 lines" in thresher(*words, "--verbose").talk


def test_the_log_has_every_test(thresher: Thresher, lines: Path) -> None:
    done = thresher("reduce", lines, "--quiet", "--log", "all.log", "--test", "grep -q 17 input.txt")
    assert (done.code, done.talk) == (0, "")
    log = (lines.parent / "all.log").read_text()
    assert log.startswith("thresher reduce ")
    assert log.count("  test: ") >= 10
    assert all(word in log for word in ("target failure", "stagestarted", "smaller: ", "finished: complete True"))


def test_an_input_that_passes_gets_a_hint_about_flaky_failures(thresher: Thresher, lines: Path) -> None:
    assert "--checks 20" in thresher("reduce", lines, "--", "true", "{}").talk
    assert "--checks" not in thresher("reduce", lines, "--checks", "1", "--", "true", "{}").talk


def test_a_long_first_run_says_so(lines: Path, script: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """The run waits until it has been announced."""
    from thresher.cli.main import main

    monkeypatch.chdir(lines.parent)
    monkeypatch.setattr(first_run, "SLOW_FIRST_RUN", 0.01)
    said = lines.parent / "said"
    test = script(f"until grep -q 'still runs' {said}; do sleep 0.05; done; grep -q 17 input.txt")
    with said.open("w") as file, redirect_stderr(file):
        assert main(["reduce", str(lines), "--test", str(test)]) == 0
    assert "still runs" in said.read_text()
    assert "--hang" in said.read_text()
    assert "--timeout" in said.read_text()
