"""The watchman cleans up when its master is gone, and the adopted orphans end with their run."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.oracle.test_process import gone
from thresher.oracle.guard import Guard

MASTER = """
import os, subprocess, sys
from pathlib import Path
from thresher.oracle.guard import Guard
root = Path(sys.argv[1])
guard = Guard(root, "THRESHER_RUN")
child = subprocess.Popen(["sleep", "1000"], env={**os.environ, "THRESHER_RUN": f"{root}/0"}, start_new_session=True)
print(child.pid, guard._process.pid, flush=True)
sys.stdin.read()
"""

DAEMON = """
import os, sys
from pathlib import Path
from thresher.oracle import orphans
from thresher.oracle.command import Program, observe
from thresher.oracle.rundir import RunDirectories
orphans.adopt()
directories = RunDirectories()
program = Program(("/bin/sh", "-c", "setsid sleep 1000 & echo $! > " + sys.argv[1]), "x")
observe(program, directories, bytes)
directories.close()
"""


def test_killed_with_9_nothing_is_left(tmp_path: Path) -> None:
    root = tmp_path / "runs"
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
    Guard(root, "THRESHER_RUN").close()
    assert not root.exists()


def test_a_daemon_ends_with_its_run(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    subprocess.run([sys.executable, "-c", DAEMON, str(note)], check=True, env=os.environ)
    assert gone(int(note.read_text()))
