"""`thresher triage` as a user runs it."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Thresher
from tests.oracle.programs import needs
from tests.triage.planted import BUGS, build, fill
from thresher.cli.main import main

CHEAP = {"ASAN_OPTIONS": "detect_leaks=0"}


def test_two_hundred_inputs_and_seven_bugs(thresher: Thresher, tmp_path: Path) -> None:
    program, planted = build(tmp_path), fill(tmp_path / "out", 200)
    done = thresher("triage", "out", "--checks", "1", "--json", "--", program, "{}", **CHEAP)
    assert done.code == 0, done.talk
    told = json.loads(done.out)
    groups = [{planted[name] for name in bug["inputs"]} for bug in told["bugs"]]
    assert sorted(map(sorted, groups)) == sorted([bug] for bug in BUGS)
    assert sum(len(bug["inputs"]) for bug in told["bugs"]) == 200
    assert not told["passing"]
    assert not told["flaky"]
    for bug, (name,) in zip(told["bugs"], groups, strict=True):
        folder = tmp_path / bug["folder"]
        assert (folder / "reduced").read_bytes() == BUGS[name].encode()
        assert bug["contained"] == len(bug["inputs"])
        assert bug["reproduces"]
        assert planted[Path(bug["original"]["path"]).name] == name
        assert {path.name for path in folder.iterdir()} == {
            *("original", "reduced", "signature.json", "log.txt", "reproduce.sh")
        }
    assert "7 distinct failures in 200 inputs" in (tmp_path / "out.triage" / "triage.md").read_text()
    assert "<h1>7 distinct failures in 200 inputs</h1>" in (tmp_path / "out.triage" / "triage.html").read_text()


@needs("gcc", "gdb")
def test_silent_crashes_are_distinguished_by_gdb(thresher: Thresher, tmp_path: Path) -> None:
    source = (
        "#include <stdio.h>\n"
        "void one(int *where) { *where = 1; }\n"
        "void two(int *where) { *where = 2; }\n"
        'int main(int n, char **a) { int c = getc(fopen(a[1], "r")); if (c == 49) one(0); if (c == 50) two(0); }\n'
    )
    (tmp_path / "crash.c").write_text(source)
    subprocess.run(["gcc", "-g", "-O0", "-o", tmp_path / "crash", tmp_path / "crash.c"], check=True)
    for name, text in (("a", "1"), ("b", "2"), ("c", "1x")):
        (tmp_path / "in").mkdir(exist_ok=True)
        (tmp_path / "in" / name).write_text(text)
    done = thresher("triage", "in", "--checks", "1", "-o", "found", "--", tmp_path / "crash", "{}")
    assert done.code == 0, done.talk
    assert b"2 distinct failures in 3 inputs" in done.out
    assert b"one (crash.c) < main (crash.c)" in done.out
    without = thresher("triage", "in", "--checks", "1", "-o", "g", "--no-debugger", "--", tmp_path / "crash", "{}")
    assert b"1 distinct failure in 3 inputs" in without.out
    assert b"known by SIGSEGV alone: may be several bugs" in without.out


@pytest.fixture
def mixed(tmp_path: Path, script: Callable[[str], Path]) -> Path:
    """A folder with inputs that fail, pass, hang and do now this, now that; and a script that reads them."""
    script(
        f"""case $(cat $1) in
        *first*) echo "error: first thing" >&2; exit 1;;
        *second*) echo "error: second thing" >&2; exit 1;;
        *odd*) echo x >> {tmp_path}/odd; [ $(($(wc -l < {tmp_path}/odd) % 2)) = 0 ] || exit 3;;
        *hang*) sleep 100;;
        esac"""
    )
    folder = tmp_path / "in"
    folder.mkdir()
    contents = {
        "a.txt": "some first text",
        "b.txt": "first",
        "b2.txt": "first",
        "c.txt": "(second)",
        "fine.txt": "fine",
        "odd.txt": "odd",
        "hang.txt": "hang",
    }
    for name, text in contents.items():
        (folder / name).write_text(text)
    return folder


def test_passing_flaky_and_hanging_inputs(
    thresher: Thresher, tmp_path: Path, mixed: Path, runs: Callable[[], int]
) -> None:
    (mixed / "odd.txt").rename(tmp_path / "odd.txt")
    arguments = ("triage", "in", "--timeout", "1", "--json", "--", "./test.sh", "{}")
    done = thresher(*arguments)
    assert done.code == 0, done.talk
    told = json.loads(done.out)
    assert {tuple(bug["inputs"]): bug["reduced"] for bug in told["bugs"]} == {
        ("b.txt", "b2.txt", "a.txt"): 5,
        ("c.txt",): 6,
        ("hang.txt",): 4,
    }
    assert told["passing"] == ["fine.txt"]
    assert told["bugs"][0]["different"] == 2
    assert (tmp_path / told["bugs"][0]["folder"] / "reduced.txt").read_text() == "first"
    before = runs()
    assert json.loads(thresher(*arguments).out) == told
    assert runs() - before == len(told["bugs"])  # nothing but the scripts in the folders


def test_an_input_that_fails_sometimes_is_marked_flaky(thresher: Thresher, tmp_path: Path, mixed: Path) -> None:
    for path in mixed.iterdir():
        if path.name not in ("odd.txt", "b.txt"):
            path.unlink()
    done = thresher("triage", "in", "--max-tests", "40", "--jobs", "1", "--", "./test.sh", "{}")
    assert b"1 input with runs that differ (flaky):\n    odd.txt" in done.out


def test_mistakes_are_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS"):  # put back at the end
        monkeypatch.setenv(name, "")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a").write_text("a")
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "file").touch()
    mistakes = {
        ("nowhere", "--", "cat", "{}"): "does not exist",
        ("in/a", "--", "cat", "{}"): "is a file",
        ("in",): "no command to run",
        ("in", "--", "cat"): "put {} there, or use --stdin",
        ("in", "-o", "taken", "--", "cat", "{}"): "has other files in it",
        ("in", "-o", ".", "--", "cat", "{}"): "choose another folder",
        ("in", "--", "nosuchprogram", "{}"): "was not found",
        ("taken", "--layout", "afl", "--", "cat", "{}"): "no input of afl",
    }
    for arguments, message in mistakes.items():
        assert main(["triage", *arguments]) == 2, arguments
        talk = capsys.readouterr().err
        assert message in talk.splitlines()[-1], talk
        assert "Traceback" not in talk
