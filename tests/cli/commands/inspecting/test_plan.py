"""`thresher plan` shows what would be done, and does nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.conftest import Thresher
from tests.cli.test_bad_input import expect_line
from thresher.plan import PlanOptions, plan_for


def test_every_stage_is_listed_with_its_reason(thresher: Thresher, tmp_path: Path) -> None:
    (tmp_path / "crash.c").write_text("int main(void) { return 0; }\n")
    done = thresher("plan", "crash.c")
    lines = done.out.decode().splitlines()
    assert (done.code, done.talk) == (0, "")
    assert lines[0] == "crash.c: 29 bytes, format source (c)"
    assert "remove declarations (binary_reduction)" in lines[1]
    assert "remove source nodes (heaviest)" in lines[7]
    numbered = [line for line in lines if re.match(r" *\d+\. ", line)]
    assert len(numbered) == len(plan_for("crash.c", (tmp_path / "crash.c").read_bytes(), PlanOptions()).stages)
    assert [path.name for path in tmp_path.iterdir()] == ["crash.c"]


@pytest.mark.parametrize(
    ("options", "stages"),
    [
        (["--format", "lines"], ["remove lines (hgt)"]),
        (["--algorithm", "ddmin"], ["remove lines (ddmin)", "remove tokens (ddmin)"]),
        (["--algorithm", "hdd"], ["remove source nodes (hdd)", "remove tokens (hgt)"]),
    ],
)
def test_options_change_the_plan(thresher: Thresher, tmp_path: Path, options: list[str], stages: list[str]) -> None:
    (tmp_path / "crash.c").write_text("int main(void) { return 0; }\n")
    listed = thresher("plan", "crash.c", *options).out.decode().splitlines()[1:-1]
    assert [stage in line for stage, line in zip(stages, listed, strict=True)] == [True] * len(stages)


def test_bad_input(thresher: Thresher, tmp_path: Path) -> None:
    expect_line(thresher("plan", "missing.c"), 2, "there is no file missing.c")
    (tmp_path / "a.txt").write_text("words")
    expect_line(thresher("plan", "a.txt", "--algorithm", "hdd"), 2, "--language")
