"""Where results go: nothing that thresher did not write is replaced, and nothing is overwritten without a message."""

from __future__ import annotations

import os
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Thresher, command
from tests.cli.test_bad_input import expect_line

Script = Callable[[str], Path]
RESULT = b"line 7 has words\n"


@pytest.fixture
def seven(script: Script) -> Path:
    """A test that looks for one line."""
    return script('grep -q "^line 7 has words$" input.txt')


def options(test: Path) -> list[str]:
    return ["--format", "lines", "-j", "1", "--no-report", "--test", str(test)]


def test_output_through_a_symlink_keeps_the_link(thresher: Thresher, lines: Path, seven: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    link = tmp_path / "link.txt"
    link.symlink_to("elsewhere/real.txt")
    assert thresher("reduce", lines, "-o", link, *options(seven)).code == 0
    assert link.is_symlink()
    assert (tmp_path / "elsewhere/real.txt").read_bytes() == RESULT


def test_output_to_a_device_writes_through_it(thresher: Thresher, lines: Path, seven: Path, tmp_path: Path) -> None:
    """A node of our own that is the null device, or a link to it where nodes cannot be made."""
    device = tmp_path / "null"
    try:
        os.mknod(device, 0o666 | 0o020000, os.stat(os.devnull).st_rdev)
        os.close(os.open(device, os.O_WRONLY))
    except OSError:
        device.unlink(missing_ok=True)
        device.symlink_to(os.devnull)
    done = thresher("reduce", lines, "-o", device, *options(seven))
    assert (done.code, done.out) == (0, b""), done.talk
    assert device.is_char_device()
    assert not list(tmp_path.glob("null.*"))


def test_output_to_a_fifo_waits_for_its_reader_and_says_so(lines: Path, seven: Path, tmp_path: Path) -> None:
    fifo = tmp_path / "pipe"
    os.mkfifo(fifo)
    arguments = command("reduce", lines, "-q", "-o", fifo, *options(seven))
    with subprocess.Popen(arguments, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, cwd=tmp_path) as process:
        assert process.stderr is not None
        assert b"waiting for a program to read" in process.stderr.readline()
        assert fifo.read_bytes() == RESULT
        assert process.wait(100) == 0
    assert fifo.is_fifo()


def test_output_to_a_fifo_with_a_reader(thresher: Thresher, lines: Path, seven: Path, tmp_path: Path) -> None:
    fifo, read = tmp_path / "pipe", list[bytes]()
    os.mkfifo(fifo)
    reader = threading.Thread(target=lambda: read.append(fifo.read_bytes()))
    reader.start()
    assert thresher("reduce", lines, "-o", fifo, *options(seven)).code == 0
    reader.join(100)
    assert read == [RESULT]


def test_output_dash_is_standard_output(thresher: Thresher, lines: Path, seven: Path, tmp_path: Path) -> None:
    done = thresher("reduce", lines, "-o", "-", *options(seven))
    assert (done.code, done.out) == (0, RESULT)
    assert {path.name for path in tmp_path.iterdir()} == {"input.txt", "test.sh", "runs", ".thresher"}
    again = thresher("reduce", lines, "-o", "-", *options(seven))
    assert again.out == RESULT
    assert "0 in this run" in again.talk
    expect_line(thresher("reduce", lines, "-o", "-", "--json", *options(seven)), 2, "--json", "standard output")


def test_output_that_is_standard_output_by_another_name(lines: Path, seven: Path, tmp_path: Path) -> None:
    """`-o FILE > FILE`, and `-o /dev/stdout` to a file: written once, nothing set aside."""
    for name in (tmp_path / "out.txt", Path("/dev/stdout")):
        with (tmp_path / "out.txt").open("wb") as out:
            subprocess.run(command("reduce", lines, "-q", "-o", name, *options(seven)), stdout=out, check=True)
        assert (tmp_path / "out.txt").read_bytes() == RESULT
        assert not list(tmp_path.glob("out.*.txt"))


def test_output_that_is_a_directory_is_one_line(thresher: Thresher, lines: Path, seven: Path, tmp_path: Path) -> None:
    expect_line(thresher("reduce", lines, "-o", tmp_path, *options(seven)), 2, "is a directory", "-o")


@pytest.mark.parametrize("name", ["reduce", "verify", "events reduce"])
def test_the_input_is_never_overwritten(
    thresher: Thresher, lines: Path, seven: Path, tmp_path: Path, name: str
) -> None:
    link = tmp_path / "link.txt"
    link.symlink_to(lines)
    (tmp_path / "log.jsonl").write_text('{"event": "click", "args": ["a"]}\n')
    given = tmp_path / "log.jsonl" if name == "events reduce" else lines
    link = given if name == "events reduce" else link
    before = given.read_bytes()
    expect_line(thresher(*name.split(), given, "-o", link, "--test", seven), 2, "would overwrite the input")
    assert given.read_bytes() == before


def test_a_result_of_another_session_is_kept_under_a_numbered_name(
    thresher: Thresher, lines: Path, script: Script, tmp_path: Path
) -> None:
    arguments = options(script('grep -q "^line 7 has words$" input.txt'))
    assert thresher("reduce", lines, *arguments).code == 0
    other = [*options(script('grep -q "^line 9 has words$" input.txt')), "--max-tests", "5"]
    done = thresher("reduce", lines, *other)
    assert done.code == 1
    assert (tmp_path / "input.min.1.txt").read_bytes() == RESULT
    assert b"line 9 has words" in (tmp_path / "input.min.txt").read_bytes()
    said = [line for line in done.talk.splitlines() if "input.min.1.txt" in line]
    assert len(said) == 1, done.talk
    assert "is kept as" in said[0]


def test_a_result_of_the_same_session_is_overwritten(
    thresher: Thresher, lines: Path, seven: Path, tmp_path: Path
) -> None:
    for more in (["--max-tests", "6"], ["--max-tests", "9"], [], ["--fresh"], []):
        done = thresher("reduce", lines, *more, *options(seven))
        assert "is kept as" not in done.talk
    assert (tmp_path / "input.min.txt").read_bytes() == RESULT
    assert not list(tmp_path.glob("input.min.*.txt"))


def test_two_sessions_in_turn_keep_one_copy_of_each_result(
    thresher: Thresher, lines: Path, script: Script, tmp_path: Path
) -> None:
    for number in (7, 9, 7, 9, 7):
        test = script(f'grep -q "^line {number} has words$" input.txt')
        assert thresher("reduce", lines, *options(test)).code == 0
    kept = {path.read_bytes() for path in tmp_path.glob("input.min.*.txt")}
    assert kept == {RESULT, b"line 9 has words\n"}
    assert len(list(tmp_path.glob("input.min.*.txt"))) == 2
    assert (tmp_path / "input.min.txt").read_bytes() == RESULT


def test_a_file_that_no_session_made_is_kept(thresher: Thresher, lines: Path, seven: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_bytes(b"precious")
    (tmp_path / "empty.txt").touch()
    done = thresher("reduce", lines, "-o", "mine.txt", *options(seven))
    assert (tmp_path / "mine.txt").read_bytes() == RESULT
    assert (tmp_path / "mine.1.txt").read_bytes() == b"precious"
    assert "mine.1.txt" in done.talk
    assert "is kept" not in thresher("reduce", lines, "-o", "empty.txt", *options(seven)).talk


def test_isolate_keeps_files_of_others(thresher: Thresher, lines: Path, seven: Path, tmp_path: Path) -> None:
    good = tmp_path / "good.txt"
    good.write_bytes(lines.read_bytes().replace(RESULT, b""))
    (tmp_path / "input.pass.txt").write_bytes(b"precious")
    test = ["--test", str(seven)]
    done = thresher("isolate", good, lines, *test)
    assert done.code == 0, done.talk
    assert (tmp_path / "input.pass.1.txt").read_bytes() == b"precious"
    good.rename(tmp_path / "input.pass.txt")
    done = thresher("isolate", tmp_path / "input.pass.txt", lines, *test)
    expect_line(done, 2, "would overwrite the input")


def test_a_directory_of_another_session_is_kept(thresher: Thresher, tmp_path: Path) -> None:
    (tmp_path / "project").mkdir()
    for name in ("a", "b", "c"):
        (tmp_path / "project" / name).write_text(f"this is {name}\n")
    for name in ("a", "b"):
        assert thresher("reduce", "project", "--", "sh", "-c", f"! test -e {name}").code == 0
    assert [path.name for path in (tmp_path / "project.min").iterdir()] == ["b"]
    assert [path.name for path in (tmp_path / "project.min.1").iterdir()] == ["a"]


def test_what_a_killed_process_left_half_written_is_removed(
    thresher: Thresher, lines: Path, seven: Path, tmp_path: Path
) -> None:
    """By the next command with the same -o, whichever it is."""
    assert thresher("reduce", lines, "-o", "out.txt", *options(seven)).code == 0
    left, other = tmp_path / ".out.html.4194305.part", tmp_path / f".out.html.{os.getpid()}.part"
    left.touch()
    other.touch()
    assert thresher("report", "-o", "out.html").code == 0
    assert not left.exists()
    assert other.exists()


def test_report_to_standard_output(thresher: Thresher, lines: Path, seven: Path) -> None:
    assert thresher("reduce", lines, *options(seven)).code == 0
    done = thresher("report", "-o", "-")
    assert done.out.lstrip().lower().startswith(b"<!doctype html>")
    assert b"</html>" in done.out[-20:]


def test_in_place_through_a_symlink(thresher: Thresher, lines: Path, seven: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    real = tmp_path / "elsewhere" / "input.txt"
    lines.rename(real)
    lines.symlink_to(real)
    assert thresher("reduce", lines, "--in-place", *options(seven)).code == 0
    assert lines.is_symlink()
    assert real.read_bytes() == RESULT
