"""Whole projects: files first, then what is in them."""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

import pytest

from thresher.cli.main import main

MAKEFILE = "all:\n\tgcc -fsyntax-only -Iinclude src/*.c\nclean:\n\trm -f *.o\n"
WRONG = "int wrong(struct point *p) { int more = 1; return p->missing + more; }\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Sixty programs, one of which does not compile."""
    monkeypatch.chdir(tmp_path)
    top = Path("project")
    for name in ("src", "include", "doc/empty"):
        (top / name).mkdir(parents=True)
    (top / "Makefile").write_text(MAKEFILE)
    (top / "include" / "point.h").write_text("struct point { int x, y; };\n")
    (top / "doc" / "notes.txt").write_text("nothing to see\n" * 100)
    for number in range(60):
        text = f'#include "point.h"\nint f{number}(int x) {{ return x + {number}; }}\n'
        (top / "src" / f"f{number}.c").write_text(text + (WRONG if number == 37 else ""))
    return top


FAILURE = ["--stderr", "no member named", "--checks", "1", "--no-report", "-j2"]


def test_of_sixty_files_three_are_left(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["reduce", "project/", *FAILURE, "--min-granularity", "parts", "--", "make"]
    assert main(command) == 0
    left = sorted(str(path) for path in Path("project.min").rglob("*") if path.is_file())
    assert left == ["project.min/Makefile", "project.min/include/point.h", "project.min/src/f37.c"]
    assert Path("project.min/src/f37.c").read_bytes() == (project / "src" / "f37.c").read_bytes()
    said = capsys.readouterr()
    assert "project.min/src/f37.c" in said.out
    assert main(command) == 0
    assert "0 in this run" in capsys.readouterr().err


def test_then_each_file_by_its_own_format(project: Path) -> None:
    for number in set(range(60)) - {37, 38}:
        (project / "src" / f"f{number}.c").unlink()
    (project / "Makefile").write_text("all:\n\tgcc -fsyntax-only -Iinclude src/f37.c src/f38.c\n")
    assert main(["reduce", "project", *FAILURE, "-o", "small", "-q", "--without", "clang_delta", "--", "make"]) == 0
    assert "f38" not in Path("small/Makefile").read_text()
    assert "missing" not in Path("small/src/f37.c").read_text() or len(Path("small/src/f37.c").read_text()) < 70
    assert len(Path("small/include/point.h").read_text()) <= len("struct point{};")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--in-place"], "--in-place is for files"),
        (["-o", "project/inside"], "would lie in"),
        (["--stdin"], "are for files"),
        (["-o", "missing/there"], "no directory missing"),
    ],
)
def test_options_that_contradict_each_other_are_an_error(
    arguments: list[str], message: str, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["reduce", str(project), *FAILURE, *arguments, "--", "make"]) == 2
    assert message in capsys.readouterr().err


def test_an_archive_is_an_archive_again(project: Path) -> None:
    with zipfile.ZipFile("project.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(project.rglob("*")):
            archive.write(path)
    script = Path("test.sh")
    unpack = f"{sys.executable} -m zipfile -e project.zip . 2>/dev/null"
    script.write_text(f"#!/bin/sh\n{unpack}; grep -q missing project/src/f37.c\n")
    script.chmod(0o755)
    assert main(["reduce", "project.zip", "--test", "./test.sh", "-q", "--checks", "1", "-j2", "--no-report"]) == 0
    with zipfile.ZipFile("project.min.zip") as archive:
        assert archive.testzip() is None
        assert {info.filename: archive.read(info) for info in archive.infolist()} == {"project/src/f37.c": b"missing"}
