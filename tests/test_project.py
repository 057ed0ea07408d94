"""What a public project says about itself agrees with what it is."""

from __future__ import annotations

import os
import re
import subprocess
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

import thresher
from tests.conftest import MARKS, NEEDS

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def test_the_version_has_one_source() -> None:
    assert metadata.version("thresher") == thresher.__version__
    assert "version" in PROJECT["project"]["dynamic"]
    assert re.search(r"^version: (.*)$", (ROOT / "CITATION.cff").read_text(), re.MULTILINE)[1] == thresher.__version__  # type: ignore[index]
    assert re.findall(r"^## \[(.*?)\]", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)[:2] == [
        "Unreleased",
        thresher.__version__,
    ]


def test_ci_runs_what_make_runs_on_every_supported_python() -> None:
    workflow = (ROOT / ".github/workflows/tests.yml").read_text()
    listed = re.search(r"python: \[(.*)\]", workflow)
    assert listed
    versions = re.findall(r'"([\d.]+)"', listed[1])
    classifiers = " ".join(PROJECT["project"]["classifiers"])
    assert versions == re.findall(r"Python :: (3\.\d+)", classifiers)
    assert f">={versions[0]}" == PROJECT["project"]["requires-python"]
    assert "run: make test\n" in workflow
    assert (ROOT / ".ci/run").read_text().endswith("make test\nmake demo\n")


def test_pre_commit_has_the_linters_of_make_lint() -> None:
    hooks = (ROOT / ".pre-commit-config.yaml").read_text()
    recipe = (ROOT / "Makefile").read_text().split("\nlint:")[1].split("\n\n")[0]
    linters = re.findall(r"\$\(BIN\)/([\w-]+(?: check| format)?)", recipe)
    assert linters == ["ruff check", "ruff format", "mypy", "lint-imports"]
    assert [linter for linter in linters if f"entry: .venv/bin/{linter}" not in hooks] == []
    assert re.findall(r"repo: (.*)", hooks) == ["local"]


@pytest.mark.parametrize("name", [*MARKS, *NEEDS])
def test_what_is_marked_exists(name: str) -> None:
    path, _, function = name.partition("::")
    assert (ROOT / path).exists()
    assert f"def {function}" in (ROOT / path).read_text() if function else True


@pytest.fixture
def packages(tmp_path: Path) -> dict[str, str]:
    """An environment where nothing is installed, and where nothing can be."""
    for name, body in {
        "dpkg-query": "exit 1",
        "apt-get": f'echo "$@" >> {tmp_path}/installed',
        "apt-cache": '[ "$2" != three ]',
        "id": "echo $USER_ID",
    }.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{body}\n")
        (tmp_path / name).chmod(0o755)
    return {"PATH": f"{tmp_path}:{os.environ['PATH']}"}


@pytest.mark.parametrize(
    ("user", "said"),
    [
        (
            "0",
            "no such system packages here; tests that need them are skipped: three\n"
            "installing system packages: one two\n",
        ),
        (
            "1000",
            "missing system packages; tests that need them are skipped. To install them:\n"
            "    sudo apt-get install -y --no-install-recommends one two three\n",
        ),
    ],
)
def test_missing_system_packages(packages: dict[str, str], tmp_path: Path, user: str, said: str) -> None:
    """As root they are named and installed, if there are such packages; otherwise the command that would is printed."""
    command = ["sh", str(ROOT / "tools/system-packages"), "one", "two", "three"]
    done = subprocess.run(command, env={**packages, "USER_ID": user}, capture_output=True, text=True, check=True)
    assert done.stdout == said
    asked = (tmp_path / "installed").read_text().splitlines() if user == "0" else []
    assert asked == (["update -qq", "install -y -qq --no-install-recommends one two"] if user == "0" else [])
    assert (tmp_path / "installed").exists() == (user == "0")


def test_tests_are_type_checked() -> None:
    assert PROJECT["tool"]["mypy"]["files"] == ["src", "tests"]
    assert PROJECT["tool"]["mypy"]["strict"]


def test_the_folders_of_tests_are_those_of_the_package() -> None:
    """What spans packages is in `faults` and `fuzz`; CONTRIBUTING.md has the table."""
    tests, package = ROOT / "tests", ROOT / "src" / "thresher"
    folders = {path.parent.relative_to(tests) for path in tests.rglob("test_*.py")}
    assert sorted(str(folder) for folder in folders if not (package / folder).is_dir()) == ["faults", "fuzz"]


def test_a_test_file_is_in_the_folder_of_its_module() -> None:
    """A test file that has the name of a module or a folder of its package is where that is."""
    tests, package = ROOT / "tests", ROOT / "src" / "thresher"
    places: dict[tuple[str, str], set[Path]] = {}
    for path in (path.relative_to(package) for path in package.rglob("*.py")):
        places.setdefault((path.parts[0], path.stem), set()).add(path.parent)
        places.setdefault((path.parts[0], path.parent.name), set()).update((path.parent, path.parent.parent))
    named = {path.relative_to(tests): path.stem.removeprefix("test_") for path in tests.glob("*/**/test_*.py")}
    known = {path: places.get((path.parts[0], name)) for path, name in named.items()}
    assert [str(path) for path, folders in known.items() if folders and path.parent not in folders] == []
