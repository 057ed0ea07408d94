"""Real reductions with the screen over them, and the one curve that all show."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("textual")

from tests.cli.conftest import command
from thresher.engine.control import Control
from thresher.engine.record.best_result import SmallestContent
from thresher.engine.record.record import Record
from thresher.engine.record.stop_conditions import StopConditions
from thresher.errors import OracleBroken
from thresher.kernel.events import Improved
from thresher.reports.html import write_report
from thresher.session.folder.journal import read
from thresher.session.run import reduce_file
from thresher.session.settings import OracleSettings, SearchSettings
from thresher.session.task import Task
from thresher.tui import run_with_screen as showing
from thresher.tui.live import Live
from thresher.tui.run_with_screen import ScreenRun

DATA = b"".join(b"line %d\n" % number for number in range(60))


@pytest.fixture
def task(tmp_path: Path) -> Task:
    (tmp_path / "input.txt").write_bytes(DATA)
    oracle = OracleSettings(("grep", "-q", "17", "input.txt"), script=True)
    search = SearchSettings(stops=StopConditions(control=Control()))
    return Task(tmp_path / "input.txt", tmp_path / "input.min.txt", oracle, search, ("reduce", "input.txt"))


def test_the_curve_is_the_same_in_journal_screen_and_report(task: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Live] = []

    def watching(*arguments: object, **options: object) -> Live:
        seen.append(Live(*arguments, **options))  # type: ignore[arg-type]
        return seen[-1]

    monkeypatch.setattr(showing, "Live", watching)
    control = task.search.stops.control
    assert control
    result = reduce_file(task, lambda *_: None, until_end=ScreenRun(control, "input.txt", len(DATA), 1, delay=60))
    assert result.after == b"17"
    events = [event for event in read(result.folder / "journal.jsonl") if isinstance(event, Improved)]
    journal = [(0, 0.0, len(DATA)), *((event.tests, event.at, event.size) for event in events)]
    embedded = re.search(r'id="history">(.*?)</script>', write_report(result.folder).read_text())
    assert embedded
    assert len(journal) > 5
    assert seen[0].view().curve == journal
    assert [tuple(point) for point in json.loads(embedded[1])["curve"]] == journal
    assert result.statistics.curve == journal[1:]


@pytest.mark.usefixtures("default_signals")
def test_a_signal_stops_and_keeps(task: Task) -> None:
    control = task.search.stops.control
    assert control

    def hear(record: Record, *_: object) -> None:
        record.listen(lambda event: os.kill(os.getpid(), signal.SIGTERM) if isinstance(event, Improved) else None)

    result = reduce_file(task, hear, until_end=ScreenRun(control, "input.txt", len(DATA), 1, delay=60))
    assert (result.complete, result.why) == (False, "interrupted")
    assert b"17" in task.output.read_bytes() != DATA
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


def test_an_error_of_the_search_is_raised_where_it_was_begun(task: Task) -> None:
    def broken() -> None:
        raise OracleBroken("the disk is full")

    with pytest.raises(OracleBroken, match="disk is full"):
        ScreenRun(Control(), "input.txt", len(DATA), 1, delay=60)(
            broken, Record(SmallestContent(DATA), name="input.txt")
        )


class Terminal:
    """A command with a terminal of its own."""

    def __init__(self, arguments: list[str], directory: Path) -> None:
        self._screen, child = pty.openpty()
        environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"}
        self.process = subprocess.Popen(
            arguments, cwd=directory, stdin=child, stdout=child, stderr=child, env=environment, start_new_session=True
        )
        os.close(child)
        self.shown = b""

    def until(self, seen: Callable[[bytes], bool]) -> None:
        """Reads until something is shown."""
        while not seen(self.shown):
            assert select.select([self._screen], [], [], 120)[0], self.shown[-2000:]
            try:
                self.shown += os.read(self._screen, 65536)
            except OSError:  # its end
                break

    def press(self, key: bytes) -> None:
        os.write(self._screen, key)

    def end(self) -> int:
        self.until(lambda _: False)
        os.close(self._screen)
        return self.process.wait()


def test_on_a_real_terminal(tmp_path: Path) -> None:
    (tmp_path / "input.txt").write_bytes(DATA)
    slow = "sh -c 'sleep 0.2; grep -q 17 input.txt && grep -q 42 input.txt'"
    terminal = Terminal(command("reduce", "input.txt", "--tui", "-j", "1", "--test", slow), tmp_path)
    terminal.until(lambda shown: b"skip" in shown and b"at a time" in shown)
    terminal.press(b"p")
    terminal.until(lambda shown: b"PAUSED" in shown)
    terminal.press(b"q")
    assert terminal.end() == 1
    assert b"stopped early: stopped by the user" in terminal.shown
    assert b"17" in (tmp_path / "input.min.txt").read_bytes()


def test_without_a_terminal_there_is_no_screen(tmp_path: Path) -> None:
    (tmp_path / "input.txt").write_bytes(DATA)
    done = subprocess.run(
        command("reduce", "input.txt", "--tui", "--test", "grep -q 17 input.txt"),
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 2
    assert b"needs a terminal" in done.stderr
