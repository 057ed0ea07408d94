"""What a run in a sandbox can and cannot do."""

from __future__ import annotations

import shutil
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.oracle.running.test_process import gone
from thresher.errors import OracleBroken, UsageError
from thresher.oracle.command import Program, observe
from thresher.oracle.failures.observation import Observation
from thresher.oracle.running.handle import RunHandle
from thresher.oracle.running.limits import Limits
from thresher.oracle.running.run_directory import RunDirectories
from thresher.oracle.running.sandbox import Sandbox


@pytest.fixture
def directories(tmp_path: Path) -> Iterator[RunDirectories]:
    """With a sandbox that shows the file `shown`."""
    shown = tmp_path / "shown"
    shown.write_text("to be seen\n")
    try:
        made = RunDirectories(sandbox=Sandbox.opened([shown]))
    except UsageError as reason:
        pytest.skip(str(reason))
    yield made
    made.close()


def seen(directories: RunDirectories, script: str, limits: Limits | None = None) -> Observation:
    program = Program(("/bin/sh", "-c", script, "{}"), "input.txt")
    return observe(program, directories, lambda: b"content", limits=limits or Limits(60.0))


def test_its_own_directory_is_as_always(directories: RunDirectories) -> None:
    script = 'cat input.txt; echo x > new && echo y > "$TMPDIR/z" && rm input.txt && pwd >&2'
    found = seen(directories, script)
    assert (found.exit_code, found.stdout) == (0, b"content")
    assert found.stderr.endswith(b"/work\n")


def test_nothing_else_can_be_written(directories: RunDirectories, tmp_path: Path) -> None:
    places = f"/etc/x /usr/x /root/x {Path.home()}/x {tmp_path}/shown {directories.root}/x"
    found = seen(directories, f"for place in {places}; do (echo x > $place) 2>/dev/null && echo $place; done; true")
    assert found.stdout.decode().split() in ([], [f"{directories.root}/x"])  # which is a place of its own
    assert (tmp_path / "shown").read_text() == "to be seen\n"
    assert not (directories.root / "x").exists()


def test_temporary_files_are_its_own_and_what_is_named_is_there(directories: RunDirectories, tmp_path: Path) -> None:
    (tmp_path / "unnamed").touch()
    found = seen(directories, f"echo x > /tmp/y; echo x > /dev/shm/y; cat {tmp_path}/shown; ls {tmp_path}")
    assert found.stdout == b"to be seen\nshown\n"
    assert not Path("/tmp/y").exists()
    assert not Path("/dev/shm/y").exists()


def test_there_is_no_network(directories: RunDirectories) -> None:
    if shutil.which("bash") is None:
        pytest.skip("bash is not installed")
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        connect = ["bash", "-c", f"exec 3<>/dev/tcp/127.0.0.1/{port}"]
        assert subprocess.run(connect, check=False).returncode == 0
        found = seen(directories, f"bash -c 'exec 3<>/dev/tcp/127.0.0.1/{port}'")
    assert found.exit_code == 1


def test_a_signal_is_seen_through_the_walls(directories: RunDirectories) -> None:
    assert seen(directories, "kill -SEGV $$").how == "SIGSEGV"
    assert seen(directories, "exit 7").how == "exit 7"


def test_whatever_it_starts_ends_with_it_even_without_a_trace(directories: RunDirectories, tmp_path: Path) -> None:
    """A daemon that has left its session and cleared its environment."""
    mark = f"{tmp_path.name}-{tmp_path.parent.name}"
    daemon = f"env -i setsid sh -c 'while :; do sleep 1; done' {mark} </dev/null >/dev/null 2>&1 &"
    found = seen(directories, f"{daemon} echo")
    assert found.exit_code == 0
    running = [path for path in Path("/proc").glob("[0-9]*/cmdline") if mark in _content(path)]
    assert all(gone(int(path.parent.name)) for path in running)


def _content(path: Path) -> str:
    try:
        return path.read_text(errors="replace")
    except OSError:
        return ""


def test_limits_hold(directories: RunDirectories) -> None:
    assert seen(directories, "sleep 1000", Limits(0.5)).timed_out
    assert seen(directories, "cat /dev/zero > /tmp/big", Limits(60.0, memory=50 << 20)).limit == "memory"


def test_a_program_that_is_not_there_is_no_outcome(directories: RunDirectories) -> None:
    with pytest.raises(OracleBroken, match="sandbox"):
        observe(Program(("/no/program",), "input.txt"), directories, bytes, running=RunHandle())


def test_no_bubblewrap(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UsageError, match="apt-get install bubblewrap"):
        Sandbox.opened([])


def test_a_bubblewrap_that_may_not(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    refuses = tmp_path / "bwrap"
    refuses.write_text("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n")
    refuses.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UsageError, match="No permissions to create new namespace"):
        Sandbox.opened([])
