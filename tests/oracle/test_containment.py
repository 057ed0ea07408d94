"""What a run in a sandbox can reach, tried as root (where the tests run as root) and as an ordinary user."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from thresher.errors import UsageError
from thresher.oracle.command import Program, observe
from thresher.oracle.running.limits import Limits
from thresher.oracle.running.run_directory import RunDirectories
from thresher.oracle.running.sandbox import NOBODY, Sandbox

ROOT, ORDINARY = "root", "ordinary user"
WHO = pytest.mark.parametrize("who", [ROOT, ORDINARY])


def sandbox(*needed: Path) -> Sandbox:
    try:
        return Sandbox.opened(needed)
    except UsageError as reason:
        pytest.skip(str(reason))


@pytest.fixture
def top() -> Iterator[Path]:
    """The directory of a run, which an ordinary user may enter."""
    made = Path(tempfile.mkdtemp(dir="/var/tmp"))
    yield made
    shutil.rmtree(made)


@pytest.fixture
def at_home(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A directory in the home directory, which is not a temporary directory."""
    try:
        made = Path(tempfile.mkdtemp(dir=Path.home(), prefix="thresher-test-"))
    except OSError as error:
        pytest.skip(f"the home directory cannot be written: {error}")
    yield made
    shutil.rmtree(made)


def output(who: str, script: str, top: Path) -> str:
    """What a shell script prints in a sandbox that was made by root or by an ordinary user."""
    if who == ROOT and os.geteuid() != 0:
        pytest.skip("these tests are not run as root")
    command = sandbox().command(["/bin/sh", "-c", script], top=str(top), temporary=str(top), work=str(top))
    user, groups = None, None
    if who == ORDINARY and os.geteuid() == 0:
        os.chown(top, int(NOBODY), int(NOBODY))
        user, groups = int(NOBODY), list[int]()
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        user=user,
        group=user,
        extra_groups=groups,
    )
    if done.stderr.startswith("bwrap: "):
        pytest.skip(f"no sandbox for an ordinary user: {done.stderr}")
    assert done.returncode == 0, done.stderr
    return done.stdout


@WHO
def test_no_file_of_proc_sys_can_be_opened_for_writing(who: str, top: Path) -> None:
    script = 'find /proc/sys -type f | while read -r f; do (: >> "$f") 2>/dev/null && echo "$f"; done; echo end'
    assert output(who, script, top) == "end\n"


@WHO
def test_a_run_has_no_capability_and_is_not_root(who: str, top: Path) -> None:
    printed = output(who, "id -u; grep ^Cap /proc/self/status", top).splitlines()
    assert printed[0] != "0"
    assert {line.split()[1] for line in printed[1:]} == {"0000000000000000"}


@WHO
def test_a_run_cannot_get_capabilities_back_in_a_namespace_of_its_own(who: str, top: Path) -> None:
    assert output(who, "unshare -Ur true 2>/dev/null && echo root again; echo end", top) == "end\n"


@WHO
def test_only_the_directory_of_the_run_can_be_written(who: str, top: Path) -> None:
    places = "/ /dev /proc /run /sys /etc /usr /var /home ~ /dev/shm /tmp /var/tmp ."
    script = f"for place in {places}; do (echo x > $place/written) 2>/dev/null && echo $place; done; echo end"
    assert output(who, script, top).split() == ["/dev/shm", "/tmp", "/var/tmp", ".", "end"]
    assert [path.name for path in top.iterdir() if path.is_file()] == ["written"]  # the other three are this one


def reached(target: Path, script: str, *needed: Path) -> bytes:
    """What a Python script in a sandbox says about reaching a path."""
    directories = RunDirectories(sandbox=sandbox(Path(sys.executable), *needed))
    try:
        program = Program((sys.executable, "-c", script, str(target)), "input.txt")
        seen = observe(program, directories, bytes, limits=Limits(60.0))
    finally:
        directories.close()
    assert seen.exit_code == 0, seen.stderr
    return seen.stdout


CONNECT = """
import socket, sys
try:
    socket.socket(socket.AF_UNIX).connect(sys.argv[1])
    print("connected")
except OSError as error:
    print(error.strerror)
"""


def test_a_unix_socket_in_the_home_directory_is_out_of_reach(at_home: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(at_home / "s"))
        server.listen()
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(str(at_home / "s"))  # reachable from outside
        assert reached(at_home / "s", CONNECT) == b"No such file or directory\n"


def test_an_abstract_unix_socket_is_out_of_reach(at_home: Path) -> None:
    name = f"thresher-{at_home.name}"
    script = CONNECT.replace("sys.argv[1]", r"chr(0) + sys.argv[1].rpartition('/')[2]")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(f"\0{name}")
        server.listen()
        assert reached(at_home / name, script) == b"Connection refused\n"


def test_a_unix_socket_in_the_directory_of_the_run_works(tmp_path: Path) -> None:
    script = "import socket\ns = socket.socket(socket.AF_UNIX)\ns.bind('s')\ns.listen()\n" + CONNECT
    assert reached(Path("s"), script) == b"connected\n"


def test_a_fifo_in_the_home_directory_is_out_of_reach(at_home: Path) -> None:
    fifo = at_home / "fifo"
    os.mkfifo(fifo)
    reader = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
    try:
        os.close(os.open(fifo, os.O_WRONLY | os.O_NONBLOCK))  # reachable from outside
        script = "import os, sys\nprint(os.path.exists(sys.argv[1]))"
        assert reached(fifo, script) == b"False\n"
    finally:
        os.close(reader)


def test_files_in_the_home_directory_are_hidden_unless_named(at_home: Path) -> None:
    (at_home / "named").write_text("named\n")
    (at_home / "other").write_text("other\n")
    script = "import os, sys\nprint(os.listdir(os.path.dirname(sys.argv[1])), os.access(sys.argv[1], os.W_OK))"
    assert reached(at_home / "named", script, at_home / "named") == b"['named'] False\n"


def test_a_directory_that_is_named_is_shown_with_all_that_is_in_it(at_home: Path) -> None:
    (at_home / "inner").mkdir()
    (at_home / "inner" / "file").touch()
    script = "import os, sys\nprint(os.listdir(sys.argv[1]))"
    assert reached(at_home / "inner", script, at_home / "inner") == b"['file']\n"


def test_a_program_in_a_bin_directory_is_shown_with_its_libraries(at_home: Path) -> None:
    for name in ("bin/program", "lib/library", "secrets/key"):
        (at_home / name).parent.mkdir()
        (at_home / name).touch()
    (at_home / "bin" / "link").symlink_to("program")
    script = "import os, sys\nprint(sorted(os.listdir(sys.argv[1])))"
    assert reached(at_home, script, at_home / "bin" / "link") == b"['bin', 'lib']\n"


def test_the_home_directory_as_a_whole_is_not_shown(at_home: Path) -> None:
    script = "import os, sys\nprint(os.path.exists(sys.argv[1]))"
    assert reached(at_home, script, Path.home(), Path("/"), Path.home().parent) == b"False\n"


def test_variables_that_look_like_secrets_are_not_given_to_a_run() -> None:
    variables = {b"API_TOKEN": b"abcdef-123456", b"ADDRESS": b"https://me:password@example.org/", b"LANG": b"C"}
    program = Program(("/usr/bin/env",), "input.txt", environment=variables)
    directories = RunDirectories(sandbox=sandbox())
    try:
        lines = observe(program, directories, bytes, limits=Limits(60.0)).stdout.splitlines()
    finally:
        directories.close()
    assert {line.partition(b"=")[0] for line in lines} & variables.keys() == {b"LANG"}
