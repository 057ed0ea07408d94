"""Which programs are asked for their versions, and that asking is harmless."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from thresher.oracle.command import CommandOracle, Program
from thresher.oracle.failures.criterion import ExitZeroCriterion
from thresher.oracle.running.run_directory import RunDirectories
from thresher.session.folder.versions import VERSIONS, read_versions
from thresher.session.program_versions import programs_of, save_versions

PYTHON = Path(sys.executable).name


@pytest.fixture(autouse=True)
def _in_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two installed programs, and one script of the user's own."""
    for name in ("bin/compiler", "bin/linker", "own.sh"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/asked\necho "{path.name} 7.1"\n')
        path.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/usr/bin:/bin")


def names(*command: str) -> list[str]:
    return [path.name for path in programs_of(command)]


def test_the_program_of_a_command(tmp_path: Path) -> None:
    assert names("compiler", "-O2", "{}") == ["compiler"]
    assert names(str(tmp_path / "bin/compiler"), "{}") == ["compiler"]
    assert names("timeout", "-s", "KILL", "10", "compiler", "{}") == ["compiler"]
    assert names("sh", "-c", "compiler {} 2>&1 | grep -q x && linker out") == ["compiler", "linker"]
    assert names(str(tmp_path / "own.sh"), "{}") == []
    assert names("grep", "-q", "x", "{}") == []


def test_the_programs_of_a_script(tmp_path: Path) -> None:
    script = tmp_path / "test.sh"
    script.write_text("#!/bin/bash\n# the linker is not run\nif ! timeout 10 compiler -c x.c; then\n  grep -q y\nfi\n")
    script.chmod(0o755)
    assert names(str(script)) == ["compiler"]


def oracle_of(directories: RunDirectories, *command: str) -> CommandOracle:
    return CommandOracle(Program(command, "x.c"), directories, criterion=ExitZeroCriterion())


def test_a_session_asks_once(tmp_path: Path) -> None:
    folder, directories = tmp_path / "session", RunDirectories()
    folder.mkdir()
    for _ in range(2):
        save_versions(folder, oracle_of(directories, "compiler", "{}"), fresh=False)
    directories.close()
    found = read_versions(folder)
    assert found is not None
    assert [(each.name, each.short) for each in found.programs] == [("compiler", "compiler 7.1")]
    assert found.python == sys.version.split()[0]
    assert (tmp_path / "asked").read_text() == "--version\n"


@pytest.mark.parametrize("text", ["exit 3", "echo no number", "exec sleep 60"])
def test_a_program_that_does_not_say_has_no_version(tmp_path: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("thresher.session.program_versions.LIMITS", _short())
    (tmp_path / "bin/compiler").write_text(f"#!/bin/sh\n{text}\n")
    directories = RunDirectories()
    save_versions(tmp_path, oracle_of(directories, "compiler", "{}"), fresh=False)
    directories.close()
    found = read_versions(tmp_path)
    assert found is not None
    assert found.programs == []
    assert (tmp_path / VERSIONS).is_file()


def _short() -> object:
    from thresher.oracle.running.limits import Limits

    return Limits(seconds=0.3)
