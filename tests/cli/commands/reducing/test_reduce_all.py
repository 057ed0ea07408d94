"""`thresher reduce --all`: from a command with everything around it to a folder that can be sent."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from tests.cli.conftest import Thresher
from tests.cli.test_bad_input import expect_line

CHECK = """\
#!/bin/sh
# fails if the input has a needle, the option says strict, the configuration is on and a variable is set
file=$1
shift
case " $* " in *" --level high "*) ;; *) exit 0 ;; esac
[ -n "$MODE" ] && [ -n "$LOGIN_TOKEN" ] || exit 0
grep -q needle "$file" && grep -q 'power = on' settings.ini && { echo "error: overload" >&2; exit 9; }
exit 0
"""


@pytest.fixture
def case(tmp_path: Path) -> list[str]:
    """A command line with more of everything than the failure needs."""
    (tmp_path / "check.sh").write_text(CHECK)
    (tmp_path / "check.sh").chmod(0o755)
    (tmp_path / "hay.txt").write_text("some hay\nmore hay\na needle in it\nhay again\n")
    (tmp_path / "settings.ini").write_text("[colours]\nsky = blue\n\n[engine]\nspeed = 3\npower = on\n")
    (tmp_path / "unused.txt").write_text("nothing\n")
    with_files = ["--with", "settings.ini", "--with", "unused.txt"]
    return ["hay.txt", *with_files, "--", "./check.sh", "{}", "-v", "--level", "high", "--depth", "3", "-q"]


def test_a_folder_that_can_be_sent(thresher: Thresher, tmp_path: Path, case: list[str]) -> None:
    surroundings = {"MODE": "it's odd", "LOGIN_TOKEN": "hunter22hunter22"}
    done = thresher("reduce", "--all", "-o", "bug", *case, **surroundings)
    assert done.code == 0, done.talk
    assert re.search(r"^conditions: 1 option, \d+ variables, 1 file left, \d+ tests$", done.talk, re.MULTILINE)
    folder = tmp_path / "bug"
    assert sorted(path.name for path in folder.iterdir()) == ["check.sh", "hay.txt", "reproduce.sh", "settings.ini"]
    assert (folder / "hay.txt").read_text() == "needle"
    assert (folder / "settings.ini").read_text().strip() == "power = on"
    script = (folder / "reproduce.sh").read_text()
    assert "--level high" in script
    assert "--depth" not in script
    assert "hunter22" not in script + done.talk
    assert shown(folder, {**surroundings, "PATH": "/usr/bin:/bin"}) == (0, "error: overload\n")
    assert shown(folder, {"PATH": "/usr/bin:/bin"})[0] not in (0, 1)  # it says that a value is to be given
    assert sorted(path.name for path in folder.iterdir()) == ["check.sh", "hay.txt", "reproduce.sh", "settings.ini"]
    (folder / "hay.txt").write_text("nothing")
    assert shown(folder, {**surroundings, "PATH": "/usr/bin:/bin"}) == (1, "")
    again = thresher("reduce", "--all", "-o", "bug", "--json", *case, **surroundings)
    record = json.loads(again.out)
    assert record["tests"] == 0
    assert record["options"] == ["--level high"]
    assert {"LOGIN_TOKEN", "MODE"} <= set(record["variables"])
    assert record["files"] == ["settings.ini"]


def shown(folder: Path, environment: dict[str, str]) -> tuple[int, str]:
    done = subprocess.run([folder / "reproduce.sh"], env=environment, capture_output=True, cwd="/", check=False)
    return done.returncode, done.stderr.decode()


def test_a_stopped_run_can_be_resumed(thresher: Thresher, tmp_path: Path, case: list[str]) -> None:
    surroundings = {"MODE": "1", "LOGIN_TOKEN": "x"}
    done = thresher("reduce", "--all", "--max-tests", "30", *case, **surroundings)
    assert done.code == 1
    assert "stopped early" in done.talk
    assert (tmp_path / "hay.reproduction" / "reproduce.sh").is_file()
    assert thresher("reduce", "--all", *case, **surroundings).code == 0


def test_a_script_and_standard_input(thresher: Thresher, tmp_path: Path) -> None:
    (tmp_path / "data").write_text("one\ntwo\nthree\n")
    done = thresher("reduce", "--all", "data", "--stdin", "--exit-code", "0", "--", "grep", "-c", "-i", "-e", "TWO")
    assert done.code == 0, done.talk
    assert "< data" in (tmp_path / "data.reproduction" / "reproduce.sh").read_text()
    (tmp_path / "test.sh").write_text("#!/bin/sh\ngrep -q two data\n")
    (tmp_path / "test.sh").chmod(0o755)
    done = thresher("reduce", "--all", "data", "-o", "other", "--test", "./test.sh -x")
    assert done.code == 0, done.talk
    assert (tmp_path / "other" / "data").read_text() == "two"
    assert "./test.sh >" in (tmp_path / "other" / "reproduce.sh").read_text()


def test_bad_input(thresher: Thresher, tmp_path: Path, case: list[str]) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine").write_text("keep\n")
    expect_line(thresher("reduce", "--all", "-o", "full", *case), 2, "has other files in it")
    expect_line(thresher("reduce", "--all", "-o", "hay.txt", *case), 2, "is a file")
    expect_line(thresher("reduce", "--all", "--in-place", *case), 2, "--in-place")
    expect_line(thresher("reduce", "--all", "hay.txt"), 2, "no command to run")
    expect_line(thresher("reduce", "--all", "nowhere", "--", "false"), 2, "there is no file nowhere")
    expect_line(thresher("reduce", "--all", "hay.txt", "--", "true"), 3, "succeeds")
