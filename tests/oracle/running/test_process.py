"""Real processes: how they end, what they print, what stops them, and that nothing is left."""

from __future__ import annotations

import os
import signal
import sys
import threading
from pathlib import Path

import pytest

from tests.waiting import until
from thresher.errors import OracleBroken
from thresher.oracle.failures.observation import Observation
from thresher.oracle.running.capture import KEPT
from thresher.oracle.running.handle import RunHandle
from thresher.oracle.running.limits import UNLIMITED, Limits
from thresher.oracle.running.process import STARTED, run


def shell(script: str, directory: Path, *, limits: Limits = UNLIMITED, running: RunHandle | None = None) -> Observation:
    return run(["/bin/sh", "-c", script], directory=directory, environment=os.environ, limits=limits, running=running)


def alive(pid: int) -> bool:
    """Whether a process exists and is not a zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def gone(pid: int) -> bool:
    """True once a process that was killed has ended."""
    until(lambda: not alive(pid))
    return True


def test_exit_code_and_output(tmp_path: Path) -> None:
    seen = shell("echo out; echo err >&2; exit 3", tmp_path)
    assert (seen.exit_code, seen.signal, seen.stdout, seen.stderr) == (3, None, b"out\n", b"err\n")
    assert not seen.timed_out
    assert not STARTED


def test_a_signal(tmp_path: Path) -> None:
    seen = shell("kill -SEGV $$", tmp_path)
    assert (seen.exit_code, seen.signal) == (None, signal.SIGSEGV)


def test_standard_input_is_empty_or_a_file(tmp_path: Path) -> None:
    (tmp_path / "input").write_bytes(b"a\0b\r\n")
    assert shell("cat", tmp_path).stdout == b""
    seen = run(["cat"], directory=tmp_path, environment=os.environ, stdin=tmp_path / "input")
    assert seen.stdout == b"a\0b\r\n"


def test_time_runs_out_for_the_whole_group(tmp_path: Path) -> None:
    seen = shell("sleep 1000 & echo $! > child; wait", tmp_path, limits=Limits(seconds=0.5))
    assert seen.timed_out
    assert gone(int((tmp_path / "child").read_text()))


def test_an_ignored_sigterm_does_not_help(tmp_path: Path) -> None:
    seen = shell("trap '' TERM INT HUP; while :; do :; done", tmp_path, limits=Limits(seconds=0.3))
    assert seen.timed_out
    assert seen.signal == signal.SIGKILL


def test_a_background_child_neither_delays_nor_survives(tmp_path: Path) -> None:
    seen = shell("sleep 1000 & echo $! > child; echo done", tmp_path, limits=Limits(seconds=60))
    assert seen.stdout == b"done\n"
    assert gone(int((tmp_path / "child").read_text()))


def test_gigabytes_of_output_cost_little(tmp_path: Path) -> None:
    script = "import sys\nfor _ in range(300): sys.stdout.write('x' * 1_000_000)\nprint('the end')"
    seen = run([sys.executable, "-c", script], directory=tmp_path, environment=os.environ)
    assert seen.exit_code == 0
    assert len(seen.stdout) < 4 * KEPT
    assert seen.stdout.startswith(b"xxx")
    assert seen.stdout.endswith(b"the end\n")
    assert b"bytes left out" in seen.stdout


def test_memory_runs_out(tmp_path: Path) -> None:
    script = "blocks = []\nwhile True: blocks.append(bytearray(5_000_000))"
    limits = Limits(seconds=60, memory=200 << 20)
    seen = run([sys.executable, "-c", script], directory=tmp_path, environment=os.environ, limits=limits)
    assert seen.limit == "memory"
    assert not seen.timed_out


def test_files_count_as_memory(tmp_path: Path) -> None:
    seen = shell("exec cat /dev/zero > big", tmp_path, limits=Limits(seconds=60, memory=100 << 20))
    assert seen.limit == "memory"


def test_a_file_grows_too_large(tmp_path: Path) -> None:
    limited = "until grep -q 'Max file size *1048576 ' /proc/$$/limits; do :; done"
    seen = shell(f"{limited}; exec cat /dev/zero > big", tmp_path, limits=Limits(seconds=60, file_size=1 << 20))
    assert seen.limit == "file size"
    assert (tmp_path / "big").stat().st_size <= 1 << 20


def test_cancelled_from_another_thread(tmp_path: Path) -> None:
    running = RunHandle()
    seen: list[Observation] = []
    thread = threading.Thread(target=lambda: seen.append(shell("touch up; sleep 1000", tmp_path, running=running)))
    thread.start()
    until((tmp_path / "up").exists)
    running.cancel()
    thread.join()
    assert seen[0].signal == signal.SIGKILL


def test_cancelled_before_it_began(tmp_path: Path) -> None:
    running = RunHandle()
    running.cancel()
    assert shell("sleep 1000", tmp_path, running=running).signal == signal.SIGKILL


def test_a_program_that_cannot_be_started_has_no_outcome(tmp_path: Path) -> None:
    with pytest.raises(OracleBroken, match="cannot run /no/such/program: No such file"):
        run(["/no/such/program"], directory=tmp_path, environment={})
