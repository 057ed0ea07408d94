"""`thresher report`, and the report that `thresher reduce` writes."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

from tests.cli.conftest import Thresher
from tests.cli.test_bad_input import expect_line


def test_a_reduction_ends_with_a_report(thresher: Thresher, lines: Path) -> None:
    done = thresher("reduce", lines, "--test", "grep -q 17 input.txt", API_SECRET="do-not-tell-me")
    report = next(lines.parent.glob(".thresher/*/report.html"))
    assert f"report: {report}" in done.talk
    text = report.read_text()
    assert "do-not-tell-me" not in text
    assert "complete" in text
    assert "None of the 5 single removals shows the failure: 5 were tried" in text
    assert "--test &#x27;grep -q 17 input.txt&#x27;" in text


def test_no_report_if_none_is_wanted(thresher: Thresher, lines: Path) -> None:
    done = thresher("reduce", lines, "--no-report", "--test", "grep -q 17 input.txt")
    assert "report:" not in done.talk
    assert not list(lines.parent.glob(".thresher/*/report.html"))
    assert thresher("report").out.decode().strip().endswith("report.html")
    assert len(list(lines.parent.glob(".thresher/*/report.html"))) == 1


def test_a_report_elsewhere(thresher: Thresher, lines: Path, tmp_path: Path) -> None:
    thresher("reduce", lines, "--max-tests", "5", "--test", "grep -q 17 input.txt")
    assert thresher("report", lines, "-o", "page.html").code == 0
    assert "stopped early" in (tmp_path / "page.html").read_text()


def test_a_reduction_in_place_has_its_input_in_the_report(thresher: Thresher, lines: Path) -> None:
    thresher("reduce", lines, "--in-place", "--test", "grep -q 17 input.txt")
    thresher("report")
    assert "line 59 has words" in next(lines.parent.glob(".thresher/*/report.html")).read_text()


def test_nothing_to_report(thresher: Thresher, lines: Path) -> None:
    expect_line(thresher("report"), 2, "has not been reduced")
    expect_line(thresher("report", lines), 2, "has not been reduced")
    expect_line(thresher("report", "nothing"), 2, "no file or directory")
    thresher("reduce", lines, "--test", "grep -q 17 input.txt")
    expect_line(thresher("report", "-o", "nowhere/page.html"), 2, "no directory nowhere")


def test_reports_for_other_programs(thresher: Thresher, lines: Path, tmp_path: Path) -> None:
    thresher("reduce", lines, "--no-report", "--test", "grep -q 17 input.txt")
    assert thresher("report", "--format", "markdown").out.decode().startswith("# input.txt: ")
    assert thresher("report", "--format", "junit").out.startswith(b"<?xml")
    done = thresher("report", "--format", "sarif", "-o", "found.sarif")
    assert done.out == b"found.sarif\n"
    assert json.loads((tmp_path / "found.sarif").read_text())["version"] == "2.1.0"
    issue = thresher("report", "--issue", "generic").out.decode()
    assert "grep -q 17 input.txt" in issue
    assert not list(tmp_path.glob(".thresher/*/report.html"))
    expect_line(thresher("report", "--issue", "gcc", "--format", "junit"), 2, "cannot be combined")


def test_a_report_runs_nothing(thresher: Thresher, lines: Path, script: Callable[[str], Path], tmp_path: Path) -> None:
    thresher("reduce", lines, "--no-report", "--test", script("grep -q 17 input.txt"))
    before = (tmp_path / "runs").read_bytes()
    for arguments in (("--format", "markdown"), ("--issue", "gcc"), ()):
        assert thresher("report", *arguments).code == 0
    assert (tmp_path / "runs").read_bytes() == before


def test_a_script_is_in_the_commands_that_reproduce_a_failure(thresher: Thresher, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("one\ntwo\nthree\n")
    script = tmp_path / "has-two.sh"
    script.write_text("#!/bin/sh\ngrep -q two a.txt\n")
    script.chmod(0o755)
    assert thresher("-q", "a.txt", "has-two.sh").code == 0
    said = thresher("report", "--issue", "gcc").out.decode()
    assert "mkdir case && cp a.min.txt case/a.txt && cd case\n../has-two.sh " in said
    command = said.partition("$ ")[2].partition("\n\n")[0]
    assert subprocess.run(command, shell=True, cwd=tmp_path, check=False).returncode == 0


def test_a_later_check_leaves_the_output_of_the_result_in_the_report(thresher: Thresher, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("one\ntwo\nthree\n")
    program = ("--", "sh", "-c", "cat a.txt >&2; ! grep -q two a.txt")
    words = ("a.txt", "--exit-code", "1", *program)
    assert thresher("-q", *words).code == 0
    before = thresher("report", "--issue", "generic").out
    assert b"three" not in before.partition(b"### Output")[2].partition(b"### Versions")[0]
    assert thresher("check", *words).code == 0
    assert thresher("report", "--issue", "generic").out == before
