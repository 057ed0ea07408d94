"""The program of a session: what it finds in its directory and environment."""

from __future__ import annotations

from pathlib import Path

import pytest

from thresher.errors import UsageError
from thresher.session.settings import OracleSettings
from thresher.session.setup.program_session import running_place
from thresher.ui.sessions.program import program_of


def test_files_that_the_command_names_are_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("sub").mkdir()
    Path("sub/a.txt").write_text("a")
    Path("rc").write_text("rc")
    program = program_of(("cat", "sub/a.txt", "none.txt", "x" * 300), [Path("rc")])
    assert program.names == ("rc", "sub/a.txt")
    with running_place(OracleSettings(command=()), 0) as directories, program.prepared(directories) as place:
        Path(place.work, "sub/a.txt").write_text("changed")
    assert Path("sub/a.txt").read_text() == "a"


def test_nothing_leads_to_the_desktop_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/run/user/0/bus")
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    program = program_of(("true",), [])
    with running_place(OracleSettings(command=()), 0) as directories, program.prepared(directories) as place:
        environment = program.environment(place, TERM="xterm")
    assert environment["HOME"] == place.work
    assert not {"DBUS_SESSION_BUS_ADDRESS", "WAYLAND_DISPLAY"} & environment.keys()


def test_a_file_of_the_recording_must_be_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match=r"had a file n\.txt, which is not here; give it with --with n\.txt"):
        program_of(("true",), [], recorded=["n.txt"], folder=tmp_path)
