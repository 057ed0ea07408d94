"""Every fault by name; its docstring is its line in the table of docs/faults.md.

A fault disturbs the reduction of a scene, which counts the damage, and then lets the reduction finish.
"""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

from tests.faults import clock
from tests.faults.cluster import Processes, cluster
from tests.faults.scene import Scene, until

Fault = Callable[[Path, Random], Scene]
FAULTS: dict[str, Fault] = {}
UNRESOLVED = ("--timeout", "3")
ANYTHING_BUT_SUCCESS = "the run should have been ended by the fault"


class Impossible(Exception):
    """This machine does not allow the fault; says why."""


def fault(function: Fault) -> Fault:
    """Registers it."""
    FAULTS[function.__name__.replace("_", " ")] = function
    return function


def disturbed(place: Path, send: Callable[[subprocess.Popen[bytes]], object], random: Random, jobs: int) -> Scene:
    """One run that is disturbed at a random moment, and one that ends the reduction."""
    scene = Scene(place, jobs=jobs)
    process = scene.start()
    scene.wait_for_runs(random.randrange(35), process)
    send(process)
    scene.end(process)
    scene.run()
    return scene


@fault
def killed(place: Path, random: Random) -> Scene:
    """kill -9 at a random moment, one test at a time"""
    return disturbed(place, lambda process: process.kill(), random, 1)


@fault
def killed_in_parallel(place: Path, random: Random) -> Scene:
    """kill -9 at a random moment, four tests at a time"""
    return disturbed(place, lambda process: process.kill(), random, 4)


@fault
def killed_again_and_again(place: Path, random: Random) -> Scene:
    """kill -9 within a few tests, five times in the same reduction"""
    scene = Scene(place)
    for _ in range(5):
        process = scene.start()
        scene.wait_for_runs(random.randrange(1, 6), process)
        process.kill()
        scene.end(process)
    scene.run()
    return scene


@fault
def terminated(place: Path, random: Random) -> Scene:
    """SIGTERM, SIGHUP or Ctrl-C at a random moment"""
    number = random.choice([signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
    return disturbed(place, lambda process: process.send_signal(number), random, 2)


@fault
def watchman_killed(place: Path, random: Random) -> Scene:
    """kill -9 of the process that cleans up after a kill -9"""
    scene = Scene(place)
    process = scene.start()
    scene.wait_for_runs(1 + random.randrange(10), process)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    for child in children:
        with suppress(FileNotFoundError):  # a test that is over by now
            if b"thresher-guard" in Path(f"/proc/{child}/cmdline").read_bytes():
                os.kill(int(child), signal.SIGKILL)
    scene.end(process)
    return scene


@contextmanager
def clustered(place: Path, random: Random) -> Iterator[tuple[Scene, subprocess.Popen[bytes], Processes]]:
    """A run on a Dask cluster, some tests after its start."""
    with cluster(place) as processes:
        scene = Scene(place, jobs=4, options=processes.options)
        process = scene.start()
        scene.wait_for_runs(1 + random.randrange(20), process)
        yield scene, process, processes


@fault
def worker_killed(place: Path, random: Random) -> Scene:
    """kill -9 of a worker of a Dask cluster"""
    with clustered(place, random) as (scene, process, processes):
        processes.workers[0].kill()
        scene.end(process)
    return scene


@fault
def scheduler_killed(place: Path, random: Random) -> Scene:
    """kill -9 of the scheduler of a Dask cluster; continued without a cluster"""
    with clustered(place, random) as (scene, process, processes):
        processes.scheduler.kill()
        ended = scene.end(process)
        assert ended.code == 0 or "the scheduler at" in ended.talk, ended.talk
    scene.options = Scene(place, jobs=4).options
    scene.run()
    return scene


@contextmanager
def small_disk(place: Path, size: str) -> Iterator[Path]:
    """A file system of its own."""
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "none", str(place)]
    if os.geteuid() or subprocess.run(mount, check=False).returncode:
        raise Impossible("mounting a small file system is not allowed here")
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", place], check=True)


@fault
def disk_full(place: Path, random: Random) -> Scene:
    """the disk of output and journal fills up, and is freed again"""
    with small_disk(place / "work", "10M") as disk:
        scene = Scene(place)
        process = scene.start()
        scene.wait_for_runs(1 + random.randrange(10), process)
        with (disk / "big").open("wb", buffering=0) as big, suppress(OSError):
            while True:
                big.write(bytes(4096))
        done = scene.end(process)
        assert done.code == 1, ANYTHING_BUT_SUCCESS
        assert "No space left" in done.talk
        (disk / "big").unlink()
        scene.run()
        return scene


@fault
def read_only(place: Path, random: Random) -> Scene:
    """the output directory becomes read-only, and writable again"""
    with small_disk(place / "work", "10M") as disk:
        scene = Scene(place)
        scene.options += ("--max-tests", str(10 + random.randrange(10)))
        scene.run()
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        done = scene.run()
        assert done.code == 2
        assert "Read-only" in done.talk
        subprocess.run(["mount", "-o", "remount,rw", disk], check=True)
        scene.options = scene.options[:-2]
        scene.run()
        return scene


def mischievous(place: Path, mischief: str, *options: str) -> Scene:
    scene = Scene(place, mischief=mischief, options=options)
    scene.run()
    assert (place / "once").exists() or "once" not in mischief
    return scene


@fault
def hangs(place: Path, random: Random) -> Scene:
    """the test hangs"""
    return mischievous(place, "once && sleep 1000", *UNRESOLVED)


@fault
def ignores_signals(place: Path, random: Random) -> Scene:
    """the test hangs and ignores SIGTERM, SIGINT and SIGHUP"""
    return mischievous(place, "once && { trap '' TERM INT HUP; while :; do sleep 1; done; }", *UNRESOLVED)


@fault
def forks(place: Path, random: Random) -> Scene:
    """the test leaves children that hold its output open"""
    return mischievous(place, "once && for i in 1 2 3 4 5; do (sleep 1000; sleep 1000) & done")


@fault
def daemonizes(place: Path, random: Random) -> Scene:
    """the test leaves a daemon in a session of its own"""
    daemon = "setsid sh -c \"echo \\$\\$ >> 'SCENE/pids'; cd /; exec sleep 1000\" </dev/null >/dev/null 2>&1 &"
    return mischievous(place, f"once && {{ {daemon} }}")


@fault
def prints_gigabytes(place: Path, random: Random) -> Scene:
    """the test prints a gigabyte"""
    return mischievous(place, "once && head -c 1G /dev/zero")


@fault
def eats_memory(place: Path, random: Random) -> Scene:
    """the test allocates memory without end"""
    return mischievous(place, "once && tail -n 1 /dev/zero", "--memory", "200M")


@fault
def fills_its_directory(place: Path, random: Random) -> Scene:
    """the test writes a file without end"""
    return mischievous(place, "once && cat /dev/zero > big", "--file-size", "20M")


@fault
def writes_outside(place: Path, random: Random) -> Scene:
    """the test writes above its directory and over the output"""
    return mischievous(place, "once && { echo x > ../x; echo x > ../../x; echo x > 'SCENE/work/input.min.txt'; }")


@fault
def removes_the_output(place: Path, random: Random) -> Scene:
    """the output file disappears"""
    return mischievous(place, "once && rm -f 'SCENE/work/input.min.txt'")


@fault
def changes_its_input(place: Path, random: Random) -> Scene:
    """the test changes, removes and replaces its own input"""
    changes = "if needed; then : > input.txt; rm input.txt; mkdir input.txt; chmod 0 input.txt; exit 0; fi"
    scene = Scene(place, mischief=changes)
    scene.run()
    return scene


@fault
def disappears(place: Path, random: Random) -> Scene:
    """the test is removed while it is needed, and restored"""
    scene = Scene(place)
    text = scene.test.read_bytes()
    process = scene.start()
    scene.wait_for_runs(1 + random.randrange(10), process)
    scene.test.unlink()
    done = scene.end(process)
    assert done.code == 2, ANYTHING_BUT_SUCCESS
    scene.test.write_bytes(text)
    scene.test.chmod(0o755)
    scene.run()
    return scene


@fault
def clock_jumps(place: Path, random: Random) -> Scene:
    """the clock jumps by years, back and forth, at each reading"""
    scene = Scene(place)
    shim = clock.built(place)
    if shim is None:
        raise Impossible("gcc is not installed")
    process = scene.start(LD_PRELOAD=str(shim))
    scene.wait_for_runs(1 + random.randrange(20), process)
    process.kill()
    scene.end(process)
    scene.run(LD_PRELOAD=str(shim))
    return scene


def damaged(place: Path, random: Random, damage: Callable[[bytes], bytes]) -> Scene:
    """A reduction that is stopped, and resumed with a damaged journal."""
    scene = Scene(place)
    scene.options += ("--max-tests", str(8 + random.randrange(25)))
    scene.run()
    scene.options = scene.options[:-2]
    (journal,) = scene.journals()
    journal.write_bytes(damage(journal.read_bytes()))
    scene.run()
    return scene


@fault
def journal_cut(place: Path, random: Random) -> Scene:
    """the journal ends in the middle of a line"""
    return damaged(place, random, lambda data: data[: random.randrange(len(data))])


@fault
def journal_flipped(place: Path, random: Random) -> Scene:
    """a byte of the journal changes"""

    def flip(data: bytes) -> bytes:
        place = random.randrange(len(data))
        return data[:place] + bytes([data[place] ^ random.randrange(1, 256)]) + data[place + 1 :]

    return damaged(place, random, flip)


@fault
def twice_at_a_time(place: Path, random: Random) -> Scene:
    """a second session is started on the same reduction"""
    return _second(place, "already working on this reduction")


@fault
def two_outputs(place: Path, random: Random) -> Scene:
    """a second session is started that would write to the same output"""
    return _second(place, "already writing to", "--signal", "SEGV")


def _second(place: Path, said: str, *options: str) -> Scene:
    wait = "echo x >> 'SCENE/waits'; while ! [ -e 'SCENE/go' ]; do sleep 0.05; done"
    scene = Scene(place, mischief=wait)
    first = scene.start()
    until((place / "waits").exists)
    command = scene.command()
    if options:
        command = [*command[: command.index("--test")], *options, "--", "sh", "-c", "kill -SEGV $$"]
    second = subprocess.run(command, cwd=scene.work, capture_output=True, text=True, check=False)
    assert second.returncode == 2, second.stderr
    assert said in second.stderr
    assert str(first.pid) in second.stderr
    (place / "go").touch()
    scene.end(first)
    return scene
