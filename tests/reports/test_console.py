from __future__ import annotations

import io
from collections import Counter
from pathlib import Path

import pytest

from thresher.cli.progress_output import ProgressOutput
from thresher.engine.record.best_result import SmallestContent
from thresher.engine.record.record import Record
from thresher.engine.record.statistics import Statistics
from thresher.kernel.events import Event, Flaky, Improved, Noted, OtherFailure, StageStarted, Tested
from thresher.kernel.outcome import Outcome
from thresher.plan import PlanOptions, plan_for
from thresher.reports.console import Console, details, progress_parts, summary
from thresher.reports.sizes import sizes
from thresher.session.folder.storage import FolderStorage
from thresher.session.folder.store import Store


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def play(stream: io.StringIO, *, verbose: bool = False) -> str:
    """A short session, shown on a console."""
    done = Statistics()
    console = Console(done, 1000, stream=stream, verbose=verbose)
    events: list[Event] = [
        StageStarted(0.0, "lines", "hgt", 50),
        Tested(1.0, "a", Outcome.FAIL, "SIGABRT", 0.1, 500),
        Improved(1.0, 500, 1),
        OtherFailure(1.5, "sigsegv-1", 300),
        OtherFailure(1.6, "sigsegv-1", 200),
        Noted(2.0, "something to know"),
        Tested(12.0, "b", Outcome.UNRESOLVED, "timed out", 10.0, 400),
    ]
    for event in events:
        done.add(event)
        console(event)
    console.clear()
    return stream.getvalue()


def test_in_a_file_lines_are_added_now_and_then() -> None:
    talk = play(io.StringIO())
    assert "\x1b" not in talk
    assert talk.count("tests") == 1
    assert talk.count("other failure, saved in other-failures/") == 1
    assert "something to know\n" in talk
    assert "hgt" not in talk
    assert "lines (hgt): 50 lines" in play(io.StringIO(), verbose=True)


def test_on_a_terminal_one_line_is_rewritten() -> None:
    talk = play(Terminal())
    assert talk.count("\r\x1b[K") >= 3
    assert "500 bytes (50.0%)" in talk
    assert talk.endswith("\r\x1b[K")
    assert all(len(line) < 80 for line in talk.replace("\r\x1b[K", "\n").splitlines())


def test_percentages_of_a_resumed_session_are_relative_to_the_original_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for size in (400, 100):
        output = tmp_path / "x.min"
        result = SmallestContent(b"x" * 1000, output=output)
        storage = FolderStorage(Store(tmp_path / "session"), output=output)
        record = Record(result, name="x", storage=storage)
        ProgressOutput(quiet=False).opened(record, [], plan_for("x", result.original, PlanOptions(format="lines")))
        record.hit(b"x" * size, Outcome.FAIL, "")
        record.emit(Noted(record.elapsed + 60, "a minute later"))
        storage.close()
        assert f"{size} bytes ({size / 1000:.1%})" in capsys.readouterr().err


def test_program_time_is_not_part_of_the_time_that_passed() -> None:
    done = Statistics(tests=384, seconds=38.8, oracle_seconds=41.4)
    lines = summary(done, before=b"ab", after=b"a", output=Path("x"), folder=Path("s"), new_tests=384)
    assert "in 38.8 s (program time over all jobs: 41.4 s)" in lines[1]


def test_the_progress_line_has_sizes_speed_and_reasons() -> None:
    done = Statistics(tests=20, cached=3, seconds=10.0)
    done.reasons = Counter({"fail: SIGABRT": 5, "pass: exit 0": 15})
    assert progress_parts(done, 1000, 250, "bytes", (0, 10)) == ["250 bytes (25.0%)", "20 tests", "0.00 s to 5 s left"]
    assert details(done) == ["2.0/s", "", "3 cached", "15 pass: exit 0, 5 fail: SIGABRT"]


def test_the_summary_has_the_sizes_before_and_after() -> None:
    done = Statistics(tests=5, rejected=2, flaky=Flaky(0.0, 0.5, 0.99))
    done.other_failures["sigsegv-1"] = 3
    lines = "\n".join(
        summary(done, before=b"a b\nc\n", after=b"c\n", output=Path("x.min"), folder=Path("session"), new_tests=2)
    )
    assert "6 -> 2 bytes, 2 -> 1 lines, 3 -> 1 tokens" in lines
    assert "5 tests, 2 in this run" in lines
    assert "flaky" in lines
    assert "1 other failure; the smallest input for each is saved in session/other-failures" in lines
    assert "2 candidates were rejected by the program with an ordinary error" in lines
    assert "written to x.min" in lines


def test_a_line_without_line_end_counts() -> None:
    assert sizes(b"a\nb")["lines"] == 2
    assert sizes(b"")["lines"] == 0
