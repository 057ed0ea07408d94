"""The commands on the pages print what the pages say."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from benchmarks.faults import BEGIN, END, updated

from tests.fakes import answered
from tests.transcripts import Step, steps
from thresher.formats.source.source import parse_document
from thresher.kernel.selection import Selection

ROOT = Path(__file__).parent.parent
CODE = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PAGES = ("README.md", "docs/tutorial.md", "docs/commands.md", "docs/states.md")
NAMED_PATH = re.compile(r"`((?:\w+/)+(?:\w+\.\w+)?|tests/[\w/]+)`")
WITH_PATHS = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "benchmarks/README.md"]
WITH_PATHS += sorted(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md"))
ELSEWHERE = {
    "docs/grammars.md": ("src/grammar.json",),  # in somebody's repository
    "docs/serve.md": ("serve/",),  # in the state directory
    "docs/web.md": ("aria/", "xpath/", "text/", "pierce/"),  # beginnings of selectors
}
NAMED_TEST = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.timeout(600)
def test_a_page(page: str, tmp_path: Path) -> None:
    """One after the other, in a copy of the examples."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    folder, environment = tmp_path, {**os.environ, "PATH": f"{programs(tmp_path)}:{os.environ['PATH']}"}
    for step in steps((ROOT / page).read_text()):
        if step.command.startswith("cd "):
            folder = folder / step.command.removeprefix("cd ")
            continue
        check(step, folder, environment)


def check(step: Step, folder: Path, environment: dict[str, str]) -> None:
    done = subprocess.run(
        ["sh", "-c", step.command],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert step.matches(done.stdout), f"$ {step.command}\n{done.stdout}\n--- the page says:\n{step.expected}"


def programs(tmp_path: Path) -> Path:
    """A folder with `thresher` and the Python that runs the tests."""
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "thresher").write_text(f'#!/bin/sh\nexec {sys.executable} -m thresher "$@"\n')
    (folder / "thresher").chmod(0o755)
    (folder / "python3").symlink_to(sys.executable)
    return folder


def test_the_code_for_contributors_works() -> None:
    """The format cuts as it says, the algorithm finds what is needed, and the pass edits each loop."""
    code: dict[str, Any] = {}
    for block in CODE.findall((ROOT / "CONTRIBUTING.md").read_text()):
        exec(block, code)
    assert len(code["parse"](b"a;\nb;c")) == 3
    assert code["confidence"]("x.rec", b"") > code["confidence"]("x.txt", b"")
    found = answered(code["once"](Selection.all(8)), lambda kept: {1, 6} <= set(kept))
    assert (list(found.result), found.runs) == ([1, 6], 8)
    loops = parse_document("a.c", b"void f() { while (a) while (b) c(); }", "c")
    assert [edit.cuts for edit in code["edits"](loops)] == [((11, 16, b"if"),), ((21, 26, b"if"),)]


def test_the_python_example_of_the_readme_gives_what_it_says() -> None:
    imports, _, examples = CODE.findall((ROOT / "README.md").read_text())[0].partition("\n\n")
    names: dict[str, Any] = {}
    exec(imports, names)
    lines = [line.rpartition("  # ") for line in examples.splitlines()]
    assert len(lines) == 3
    assert [eval(expression, names) for expression, _, _ in lines] == [eval(result) for _, _, result in lines]


@pytest.mark.parametrize("page", ["faults.md", "safety.md"])
def test_the_tests_that_a_page_names_exist(page: str) -> None:
    named = NAMED_TEST.findall((ROOT / "docs" / page).read_text())
    assert [f"{path}::{name}" for path, name in named if f"def {name}(" not in (ROOT / path).read_text()] == []
    assert named or page == "safety.md"


def test_make_soak_keeps_the_text_around_its_table() -> None:
    page = (ROOT / "docs" / "faults.md").read_text()
    replaced = updated(page, "| new |\n")
    assert replaced.count("| new |") == 1
    assert replaced.partition(BEGIN)[0] == page.partition(BEGIN)[0]
    assert replaced.partition(END)[2] == page.partition(END)[2]
    assert "kill -9 at a random moment" not in replaced


@pytest.mark.parametrize("page", WITH_PATHS)
def test_the_paths_that_a_page_names_exist(page: str) -> None:
    """From the root, the page or the package, or, for the folder of a table's row, anywhere below the package."""
    package = ROOT / "src" / "thresher"
    folders = (ROOT, (ROOT / page).parent, package)
    named = [name for name in NAMED_PATH.findall((ROOT / page).read_text()) if "X/" not in name and "NAME/" not in name]
    known = ("site/", "dist/", "results/", "other-failures/", *ELSEWHERE.get(page, ()))
    missing = [
        name
        for name in named
        if not (any((folder / name).exists() for folder in folders) or any(package.rglob(name))) and name not in known
    ]
    assert missing == []
