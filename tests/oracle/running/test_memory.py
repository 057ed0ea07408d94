"""What counts as the memory of a run, wherever a program puts it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from thresher.errors import UsageError
from thresher.oracle.command import Program, observe
from thresher.oracle.running.limits import Limits
from thresher.oracle.running.run_directory import RunDirectories
from thresher.oracle.running.sandbox import Sandbox

LIMIT, TAKEN = 150 << 20, 400 << 20

# Each takes memory in small steps and then waits, so that only the limit can end it.
WAYS = {
    "memfd": "take(os.memfd_create('x'))",
    "unlinked file": "take(os.open('/dev/shm', os.O_TMPFILE | os.O_RDWR))",
    "daemon": "daemon(lambda: kept.extend(bytearray(1 << 20) for _ in range(STEPS)))",
    "daemon with a memfd": "daemon(lambda: take(os.memfd_create('x')))",
    "closed memfd that is mapped": "take_mapped()",
}
PROGRAM = """
import mmap, os, signal, sys
STEPS, kept = %d, []
def take(file):
    kept.append(file)
    for _ in range(STEPS):
        os.write(file, bytes(1 << 20))
def take_mapped():
    for _ in range(STEPS):
        file = os.memfd_create("x")
        os.truncate(file, 1 << 20)
        kept.append(mmap.mmap(file, 1 << 20, mmap.MAP_SHARED))
        os.close(file)
        kept[-1][:] = bytes(1 << 20)
def daemon(work):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            work()
            signal.pause()
        os._exit(0)
    os.wait()
%s
signal.pause()
"""
RUN = """
import os, sys
from thresher.oracle.running import orphans
from thresher.oracle.command import Program, observe
from thresher.oracle.running.limits import Limits
from thresher.oracle.running.run_directory import RunDirectories
if sys.argv[1] == "adopts":
    orphans.adopt()
directories = RunDirectories()
try:
    program = Program((sys.executable, "-c", sys.argv[2]), "x")
    seen = observe(program, directories, bytes, limits=Limits(seconds=60, memory=int(sys.argv[3])))
    left = orphans.marked(orphans.MARKER + "=" + str(directories.root) + "/0", set())
finally:
    directories.close()
print(seen.limit, "and left" if left else "")
for pid in left:
    os.kill(pid, 9)
"""


@pytest.mark.parametrize("adopts", ["adopts", "does not adopt"])
@pytest.mark.parametrize("way", WAYS)
def test_memory_limit_counts(way: str, adopts: str) -> None:
    program = PROGRAM % (TAKEN >> 20, WAYS[way])
    done = subprocess.run(
        [sys.executable, "-c", RUN, adopts, program, str(LIMIT)], capture_output=True, text=True, check=False
    )
    assert done.stdout.split()[:1] == ["memory"], done.stderr
    if adopts == "adopts":
        assert done.stdout.split() == ["memory"]


def test_memory_limit_counts_a_daemon_without_environment_in_a_sandbox() -> None:
    try:
        directories = RunDirectories(sandbox=Sandbox.opened([Path(sys.executable)]))
    except UsageError as reason:
        pytest.skip(str(reason))
    work = f"import signal\nkept = [bytearray(1 << 20) for _ in range({TAKEN >> 20})]\nsignal.pause()"
    start = f"daemon(lambda: os.execve(sys.executable, [sys.executable, '-c', {work!r}], dict()))"
    program = Program((sys.executable, "-c", PROGRAM % (TAKEN >> 20, start)), "x")
    try:
        assert observe(program, directories, bytes, limits=Limits(seconds=60, memory=LIMIT)).limit == "memory"
    finally:
        directories.close()
