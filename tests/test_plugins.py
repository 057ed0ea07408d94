"""The template project: built, installed beside thresher, and used."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.cli.conftest import Done, command

TEMPLATE = Path(__file__).parent.parent / "examples" / "plugin"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with the built package, as pip would install it."""
    pytest.importorskip("hatchling")
    place = tmp_path_factory.mktemp("plugin")
    source = place / "source"
    shutil.copytree(TEMPLATE, source)
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", place], cwd=source, check=True)
    with zipfile.ZipFile(next(place.glob("*.whl"))) as wheel:
        wheel.extractall(place / "site")
    return place / "site"


def run(site: Path, directory: Path, *arguments: str) -> Done:
    environment = {**os.environ, "PYTHONPATH": str(site)}
    done = subprocess.run(command(*arguments), cwd=directory, capture_output=True, check=False, env=environment)
    return Done(done.returncode, done.stdout, done.stderr.decode())


def test_a_format_an_algorithm_an_executor_and_a_failure_reader(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "x.rec").write_text("".join(f"record {number};\n" for number in range(12)))
    (tmp_path / "solver.sh").write_text(
        'grep -q "record 7" "$1" && { echo "WRONG: expected sat, got unsat (seed $$)" >&2; exit 3; }\nexit 0\n'
    )
    options = ("--algorithm", "once", "--executor", "logged", "--no-report")
    done = run(installed, tmp_path, "reduce", "x.rec", *options, "--", "sh", "solver.sh", "{}")
    assert done.code == 0, done.talk
    assert done.out == b"record 7"
    assert "(wrong answer): expected sat, got unsat" in done.talk
    assert "format: records" in done.talk
    assert "tests were started" in done.talk


def test_a_pass_is_a_stage_of_the_plan_and_can_be_left_out(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "x.c").write_text("int f(int x){while(x)x--;return 0;}\n")
    assert "transform: run_once" in run(installed, tmp_path, "plan", "x.c").out.decode()
    assert "run_once" not in run(installed, tmp_path, "plan", "x.c", "--without", "run_once").out.decode()
    test = "grep -Eq '(while|if) *[(]x[)]' x.c"
    done = run(installed, tmp_path, "reduce", "x.c", "--no-report", "--test", f'sh -c "{test}"')
    assert done.code == 0, done.talk
    assert done.out == b"if(x)"


def test_a_plug_in_that_cannot_be_loaded_is_named(installed: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    shutil.copytree(installed, site)
    (site / "thresher_example" / "records.py").write_text("import nothing_of_this_name\n")
    (tmp_path / "x.txt").write_text("x\n")
    done = run(site, tmp_path, "plan", "x.txt")
    assert done.code == 2
    assert "the plug-in records of thresher-example cannot be loaded" in done.talk


def test_an_executor_that_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text("x\n")
    done = run(tmp_path, tmp_path, "reduce", "x.txt", "--executor", "moon", "--test", "grep -q x x.txt")
    assert done.code == 2
    assert "unknown executor 'moon'; choose from local, dask" in done.talk
