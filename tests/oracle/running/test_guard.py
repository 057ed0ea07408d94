"""The guard cleans up when thresher is gone, and adopted orphans end with their run."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.oracle.running.test_process import gone
from thresher.oracle.running import orphans
from thresher.oracle.running.guard import CleanupGuard

MASTER = """
import os, subprocess, sys
from pathlib import Path
from thresher.oracle.running.guard import CleanupGuard
root = Path(sys.argv[1])
guard = CleanupGuard(root, "THRESHER_RUN")
environment = {**os.environ, "THRESHER_RUN": f"{root}/0"}
child = subprocess.Popen(["sleep", "1000"], env=environment, start_new_session=True, stdout=subprocess.DEVNULL)
print(child.pid, guard.pid, flush=True)
sys.stdin.read()
"""

DAEMON = """
import os, sys
from pathlib import Path
from thresher.oracle.running import orphans
from thresher.oracle.command import (Program, observe)
from thresher.oracle.running.run_directory import RunDirectories
orphans.adopt()
directories = RunDirectories()
program = Program(("/bin/sh", "-c", "setsid sleep 1000 & echo $! > " + sys.argv[1]), "x")
observe(program, directories, bytes)
directories.close()
"""

CANCELLED = """
import os, sys, threading
from pathlib import Path
from thresher.oracle.running import orphans
from thresher.oracle.command import (Program, observe)
from thresher.oracle.running.handle import RunHandle
from thresher.oracle.running.run_directory import RunDirectories
orphans.adopt()
directories = RunDirectories()
for number in range(100):
    note = Path(sys.argv[1]) / str(number)
    script = f"sleep 1000 & echo $! > {note}.part; mv {note}.part {note}; wait"
    running = RunHandle()
    arguments = (Program(("/bin/sh", "-c", script), "x"), directories, bytes)
    test = threading.Thread(target=observe, args=arguments, kwargs={"running": running})
    test.start()
    while not note.exists():
        os.sched_yield()
    running.cancel()
    test.join()
    if Path("/proc", note.read_text().strip()).exists():
        sys.exit(f"left after run {number}")
directories.close()
"""


@pytest.mark.parametrize("name", ["runs", "a[b", "a.*b", "back\\slash", "new\nline", "$(exit)", "-f", "\udcff\u00e9"])
def test_killed_with_9_nothing_is_left_whatever_the_directory_is_called(tmp_path: Path, name: str) -> None:
    root = tmp_path / name / "runs"
    (root / "0" / "work").mkdir(parents=True)
    master = subprocess.Popen(
        [sys.executable, "-c", MASTER, str(root)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert master.stdout is not None
    child, guard = map(int, master.stdout.readline().split())
    master.send_signal(signal.SIGKILL)
    master.communicate()
    assert gone(child)
    assert gone(guard)
    assert not root.exists()


def test_closing_ends_the_guard(tmp_path: Path) -> None:
    root = tmp_path / "runs"
    root.mkdir()
    CleanupGuard(root, "THRESHER_RUN").close()
    assert not root.exists()


def test_a_daemon_ends_with_its_run(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    subprocess.run([sys.executable, "-c", DAEMON, str(note)], check=True, env=os.environ)
    assert gone(int(note.read_text()))


def test_a_child_that_is_still_dying_ends_with_its_run(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-c", CANCELLED, str(tmp_path)], check=True)


SWEPT = """
import subprocess, threading
from thresher.oracle.running import orphans
from thresher.oracle.running.process import STARTED, run

def sweep():
    while not done.is_set():
        orphans.sweep("THRESHER_RUN=/nowhere", STARTED)

orphans.adopt()
done = threading.Event()
sweeper = threading.Thread(target=sweep)
sweeper.start()
try:
    for _ in range(100):
        assert run(["/bin/sh", "-c", "exit 7"], directory="/", environment={}).exit_code == 7
        assert subprocess.run(["/bin/sh", "-c", "exit 7"]).returncode == 7
finally:
    done.set()
    sweeper.join()
"""


def test_what_was_just_started_is_not_taken_for_an_orphan() -> None:
    subprocess.run([sys.executable, "-c", SWEPT], check=True)


class StuckProcess(orphans.ProcessTable):
    """One child that is dying, but does not end, as one that waits for a disk."""

    def __init__(self) -> None:
        self.checks = 0

    def children(self) -> set[int]:
        return {os.getpid()}

    def end_of(self, pid: int) -> tuple[bool, bool]:
        self.checks += 1
        return False, True


def test_a_child_that_does_not_end_blocks_nothing() -> None:
    table = StuckProcess()
    orphans.sweep("THRESHER_RUN=/nowhere", set(), table)
    assert table.checks > 1
