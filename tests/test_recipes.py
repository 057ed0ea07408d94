"""The recipes: each one that can be run here is run, and every command in them is understood."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.test_pages import ROOT, programs
from thresher.cli.main import parsed

PAGE = (ROOT / "docs" / "recipes.md").read_text()
RECIPES = dict(re.findall(r"<!-- run: ([\w-]+) -->\n```sh\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
JOBS = dict(re.findall(r"### (GitHub Actions|GitLab)\n.*?```yaml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))


def script(path: Path, text: str) -> None:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


def a_program(folder: Path) -> None:
    """Fails on inputs with an x and a y."""
    script(folder / "program", 'grep -q x "$1" && grep -q y "$1" && { echo broken >&2; exit 3; }\nexit 0')
    (folder / "crash.json").write_text('{"a": [1, 2, "x"], "b": {"c": "y", "d": null}}\n')


def fuzzer(folder: Path) -> None:
    script(folder / "fuzz_target", 'grep -aq boom "$1" && { echo "ERROR: out of bounds" >&2; exit 77; }\nexit 0')
    (folder / "crash-2ab9").write_bytes(b"\x00\x01 a long input with boom in it \xff")


def findings(folder: Path) -> None:
    fuzzer(folder)
    (folder / "findings").mkdir()
    for name in ("crash-11", "crash-22"):
        (folder / "findings" / name).write_bytes(b"boom and " + name.encode())


def gcc(folder: Path) -> None:
    (folder / "crash.c").write_text("#include <stddef.h>\nint a;\nint g(void) { return a +; }\n")


def wrong_code(folder: Path) -> None:
    test = "#ifdef __OPTIMIZE__\n#define X 1\n#else\n#define X 2\n#endif\n"
    (folder / "crash.c").write_text(f'int printf(const char*,...);\n{test}int main(void){{printf("%d",X);return 0;}}\n')


def llvm(folder: Path) -> None:
    body = "".join(f"define i32 @f{number}() {{\n  ret i32 {number}\n}}\n" for number in range(4))
    (folder / "crash.ll").write_text(body + "define i32 @g() {\n  ret i64 3\n}\n")


def rustc(folder: Path) -> None:
    (folder / "crash.rs").write_text("pub fn a() -> u8 { 1 }\npub fn b() -> u8 { missing_name }\n")


def sqlite(folder: Path) -> None:
    rows = "".join(f"INSERT INTO t VALUES ({number});\n" for number in range(3))
    (folder / "case.sql").write_text(f"CREATE TABLE t (a);\n{rows}SELECT a, missing FROM t;\nSELECT count(*) FROM t;\n")


SETUPS: dict[str, tuple[Callable[[Path], None], list[str], str]] = {
    "fuzzer": (fuzzer, [], "crash-2ab9.min"),
    "findings": (findings, [], "bugs"),
    "gcc": (gcc, ["gcc"], "bug.txt"),
    "wrong-code": (wrong_code, ["gcc"], "crash.min.c"),
    "llvm": (llvm, ["opt"], "bug.md"),
    "rustc": (rustc, ["rustc"], "bug.md"),
    "sqlite": (sqlite, ["sqlite3"], "case.min.sql"),
}
"""What a recipe needs, in files and programs, and what it writes."""


def run(text: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    path = f"{programs(folder)}:{os.environ['PATH']}"
    return subprocess.run(
        ["sh", "-e", "-c", text],
        cwd=folder,
        env={**os.environ, "PATH": path, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def require(*names: str) -> None:
    missing = [name for name in names if shutil.which(name) is None]
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)}")


@pytest.mark.parametrize("name", SETUPS)
def test_a_recipe(name: str, tmp_path: Path) -> None:
    prepare, needed, written = SETUPS[name]
    require(*needed)
    prepare(tmp_path)
    done = run(RECIPES[name], tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / written).exists()


def test_a_browser_says_what_the_recipe_looks_for(tmp_path: Path) -> None:
    """A reduction would take a second for each test, so the command is run once, without thresher."""
    require("chromium")
    (tmp_path / "page.html").write_text("<p>text</p><script>null.missing()</script>")
    words = shlex.split(RECIPES["browser"].replace("\\\n", " "))
    command = [word.replace("{}", "page.html") for word in words[words.index("--") + 1 :]]
    profile = f"--user-data-dir={tmp_path / 'profile'}"
    done = subprocess.run([*command, profile], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert re.search(words[words.index("--stderr") + 1], done.stderr)


def test_the_steps_for_github_make_a_summary_and_a_sarif_file(tmp_path: Path) -> None:
    yaml = pytest.importorskip("yaml")
    steps: list[dict[str, Any]] = yaml.safe_load(JOBS["GitHub Actions"])
    a_program(tmp_path)
    summary = tmp_path / "summary.md"
    done = run(_without_installation(steps[0]["run"]), tmp_path, GITHUB_STEP_SUMMARY=str(summary))
    assert done.returncode == 0, done.stderr
    assert "## Reproduce" in summary.read_text()
    assert (tmp_path / "small.json").read_text()
    assert (tmp_path / steps[2]["with"]["sarif_file"]).exists()
    assert list(tmp_path.glob(steps[1]["with"]["path"].split()[-1]))


def test_the_job_for_gitlab_makes_a_junit_file(tmp_path: Path) -> None:
    yaml = pytest.importorskip("yaml")
    job = yaml.safe_load(JOBS["GitLab"])["reduce"]
    a_program(tmp_path)
    done = run(_without_installation("\n".join(job["script"])), tmp_path)
    assert done.returncode == 0, done.stderr
    assert "<failure" in (tmp_path / job["artifacts"]["reports"]["junit"]).read_text()


def _without_installation(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if "install thresher" not in line)


def commands() -> Iterator[str]:
    """The command lines of the page that begin with thresher, without what a shell does with them."""
    page = PAGE.replace("\\\n", " ")
    for line, inline in re.findall(r"^\s*(?:- )?(thresher .*)$|`(thresher [^`]*)`", page, re.MULTILINE):
        yield re.split(r" > | >> | \|\| ", line or inline)[0]


@pytest.mark.parametrize("line", [line for line in commands() if "..." not in line and len(line.split()) > 2])
def test_a_command_is_understood(line: str) -> None:
    assert parsed(shlex.split(line)[1:]).run
