"""The kernel limits the memory of a run in a control group, whatever the program does to hide it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.oracle.running.test_process import gone
from tests.waiting import until
from thresher.oracle.command import Program, observe
from thresher.oracle.failures.observation import Observation
from thresher.oracle.python.function import PythonFunction
from thresher.oracle.python.workers import Workers
from thresher.oracle.running.control_groups import (
    VERSION_1,
    VERSION_2,
    MemoryGroup,
    MemoryGroups,
    find_parent,
)
from thresher.oracle.running.handle import RunHandle
from thresher.oracle.running.limits import Limits
from thresher.oracle.running.run_directory import RunDirectories

LIMITS = Limits(seconds=60, memory=100 << 20, enforced=True)
HOLD = "held = bytearray(300 << 20)"

# A daemon that nothing but its control group connects with its run.
DAEMON = """
import os, signal, sys
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.close(1)
        os.close(2)
        os.execve(sys.executable, [sys.executable, "-c", {code!r}], dict())
    os._exit(0)
os.wait()
"""
HELD = "import os, signal; open({note!r}, 'w').write(str(os.getpid())); signal.pause()"
KILLED = """
import sys
from pathlib import Path
from thresher.oracle.command import Program, observe
from thresher.oracle.running.guard import CleanupGuard
from thresher.oracle.running.limits import Limits
from thresher.oracle.running.orphans import MARKER
from thresher.oracle.running.run_directory import RunDirectories
root = Path(sys.argv[1])
guard = CleanupGuard(root, MARKER)
directories = RunDirectories(root=root)
print(directories.groups.prefix, flush=True)
program = Program((sys.executable, "-c", sys.argv[2]), "x")
observe(program, directories, bytes, limits=Limits(seconds=600, memory=100 << 20, enforced=True))
"""


def can_create_groups() -> bool:
    with MemoryGroups(Path("thresher-probe")).fresh(LIMITS) as group:
        return group is not None


needs_groups = pytest.mark.skipif(not can_create_groups(), reason="no control group for memory can be created here")


@pytest.fixture
def directories() -> Iterator[RunDirectories]:
    with closing(RunDirectories()) as directories:
        yield directories
        assert not groups_of(directories.groups.prefix)


def groups_of(prefix: str) -> list[Path]:
    parent, _, name = prefix.rpartition("/")
    return [path for path in Path(parent).iterdir() if path.name.startswith(name)] if prefix else []


def python(directories: RunDirectories, code: str, limits: Limits = LIMITS) -> Observation:
    return observe(Program((sys.executable, "-c", code), "x"), directories, bytes, limits=limits)


@needs_groups
def test_what_is_exceeded_between_two_counts_is_noticed(directories: RunDirectories) -> None:
    assert python(directories, HOLD).limit == "memory"


@needs_groups
def test_a_program_within_its_limit_is_left_alone(directories: RunDirectories) -> None:
    seen = python(directories, "held = bytearray(20 << 20); print(len(held))")
    assert (seen.exit_code, seen.limit, seen.stdout) == (0, None, b"20971520\n")


@needs_groups
def test_a_child_that_is_killed_for_its_memory_is_the_limit_of_the_run(directories: RunDirectories) -> None:
    parent = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {HOLD!r}])"
    seen = python(directories, parent)
    assert seen.limit == "memory"


@needs_groups
def test_a_daemon_without_an_environment_is_limited(directories: RunDirectories) -> None:
    code = DAEMON.format(code=f"import signal; {HOLD}; signal.pause()") + "signal.pause()"
    assert python(directories, code).limit == "memory"


@needs_groups
def test_a_daemon_without_an_environment_ends_with_its_run(directories: RunDirectories, tmp_path: Path) -> None:
    note = str(tmp_path / "pid")
    wait = f"\nwhile not (os.path.exists({note!r}) and open({note!r}).read()): os.sched_yield()"
    seen = python(directories, DAEMON.format(code=HELD.format(note=note)) + wait)
    assert (seen.exit_code, seen.limit) == (0, None)
    assert gone(int(Path(note).read_text()))


@needs_groups
def test_killed_with_9_no_group_and_no_daemon_is_left(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    code = DAEMON.format(code=HELD.format(note=str(note))) + "signal.pause()"
    master = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(tmp_path / f"thresher-{os.getpid()}"), code],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert master.stdout is not None
    prefix = master.stdout.readline().strip()
    until(lambda: note.exists() and bool(note.read_text()))
    assert len(groups_of(prefix)) == 1
    master.send_signal(signal.SIGKILL)
    master.communicate()
    assert gone(int(note.read_text()))
    until(lambda: not groups_of(prefix))


@needs_groups
def test_the_memory_of_a_function_is_limited(directories: RunDirectories, tmp_path: Path) -> None:
    module = tmp_path / "code.py"
    module.write_text("def test(data):\n    held = bytearray(len(data) * 300 << 20)\n    return True\n")
    workers = Workers(PythonFunction(str(module), "test", module), directories, "x")
    try:
        assert workers.call(lambda: b"x", LIMITS, RunHandle()).observation.limit == "memory"
        assert workers.call(bytes, LIMITS, RunHandle()).observation.limit is None
    finally:
        workers.close()


def test_no_group_is_made_for_a_limit_that_is_only_counted(directories: RunDirectories) -> None:
    with directories.groups.fresh(Limits(memory=100 << 20)) as group:
        assert group is None


def test_a_refused_group_leaves_nothing_behind(tmp_path: Path) -> None:
    groups = MemoryGroups(Path("runs"), lambda: (str(tmp_path), VERSION_2))  # without the files of a group
    with groups.fresh(LIMITS) as group:
        assert group is None
    assert not [*tmp_path.iterdir()]


def test_a_hierarchy_without_the_memory_controller_is_refused() -> None:
    unified = Path("/sys/fs/cgroup/unified")
    if not os.access(unified, os.W_OK) or "memory" in (unified / "cgroup.controllers").read_text().split():
        pytest.skip("no writable cgroup2 hierarchy without a memory controller")
    with MemoryGroups(Path("thresher-probe"), lambda: (str(unified), VERSION_2)).fresh(LIMITS) as group:
        assert group is None
    assert not [*unified.glob("thresher-probe*")]


def test_version_2_is_limited_without_swap_and_killed_as_a_whole(tmp_path: Path) -> None:
    names = ("memory.max", "memory.swap.max", "memory.oom.group", "cgroup.procs")
    for name in names:
        (tmp_path / name).touch()
    events = tmp_path / "memory.events"
    events.write_text("low 0\nhigh 0\nmax 3\noom 0\noom_kill 0\noom_group_kill 0\n")
    group = MemoryGroup(str(tmp_path), VERSION_2)
    group.set_limit(1000)
    group.add(os.getpid())
    assert not group.exceeded()
    events.write_text("low 0\nhigh 0\nmax 7\noom 1\noom_kill 2\noom_group_kill 1\n")
    assert group.exceeded()
    assert [(tmp_path / name).read_text() for name in names[:3]] == ["1000", "0", "1"]


def test_version_2_is_used_in_the_nearest_group_that_hands_the_controller_on(tmp_path: Path) -> None:
    own = tmp_path / "user.slice" / "app.slice" / "terminal.scope"
    own.mkdir(parents=True)
    for path, controllers in ((own, "pids"), (own.parent, "memory pids"), (own.parent.parent, "cpu memory pids")):
        (path / "cgroup.subtree_control").write_text(controllers + "\n")
        (path / "cgroup.procs").touch()
    mounts = f"1 2 0:3 / {tmp_path} rw,relatime shared:4 - cgroup2 cgroup2 rw,nsdelegate\n"
    groups = "0::/user.slice/app.slice/terminal.scope\n"
    assert find_parent(mounts, groups) == (str(own.parent), VERSION_2)


def test_version_1_is_used_below_our_own_group(tmp_path: Path) -> None:
    own = tmp_path / "job"
    own.mkdir()
    (own / "cgroup.procs").touch()
    mounts = (
        "1 2 0:3 / /nowhere rw - cgroup2 cgroup2 rw\n"
        "1 2 0:3 / /elsewhere rw - cgroup cgroup rw,cpu\n"
        f"1 2 0:3 /part {tmp_path} rw,relatime - cgroup cgroup rw,memory\n"
    )
    assert find_parent(mounts, "5:cpu:/\n4:memory,hugetlb:/part/job\n0::/\n") == (str(own), VERSION_1)
    assert find_parent(mounts, "4:memory:/other\n0::/\n") is None  # another part of the hierarchy is mounted


@pytest.mark.skipif(os.getuid() == 0, reason="root may write everywhere")
def test_a_group_of_somebody_else_is_not_used() -> None:
    assert find_parent("1 2 0:3 / /proc rw - cgroup cgroup rw,memory\n", "4:memory:/\n") is None


def test_a_system_without_control_groups_has_none() -> None:
    assert find_parent("1 2 0:3 / /proc rw - proc proc rw\n", "") is None
