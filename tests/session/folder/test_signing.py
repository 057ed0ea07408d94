"""The key that signs the user's sessions: there is one, complete, and only its owner can read it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from thresher.errors import UsageError
from thresher.session.folder.command import COMMAND, read_command, write_command
from thresher.session.folder.signing import NoKey, key_file, own_key

DAMAGED = [
    *["", "[]", "1", '"x"', "{}", '{"arguments": 1, "directory": "/"}', '{"arguments": [1], "directory": "/"}'],
    *['{"arguments": ["resume"], "directory": null}', '{"arguments": ["\\ud800"], "directory": "/"}'],
    *['{"arguments": ["a\\u0000"], "directory": "/"}', '{"arguments": [], "directory": "/", "digests": []}'],
    *['{"arguments": [], "directory": "/", "signature": 1}', "[" * 100_000, '{"a":' * 100_000],
]


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Of a session."""
    path = tmp_path / ".thresher" / "a-1"
    path.mkdir(parents=True)
    return path


def test_the_key_is_made_once_for_its_owner_alone(state: Path) -> None:
    with pytest.raises(NoKey, match="there is no"):
        own_key()
    key = own_key(create=True)
    assert own_key() == own_key(create=True) == key
    assert key_file() == state / "thresher" / "session.key"
    assert key_file().stat().st_mode & 0o777 == 0o600
    assert [path.name for path in key_file().parent.iterdir()] == ["session.key"]
    assert repr(key.secret) not in repr(key)


def test_processes_that_make_the_key_at_once_get_the_same(state: Path) -> None:
    text = (
        "import sys; from thresher.session.folder.signing import own_key\n"
        "sys.stdin.read(); print(own_key(create=True).secret)"
    )
    processes = [
        subprocess.Popen([sys.executable, "-c", text], stdin=subprocess.PIPE, stdout=subprocess.PIPE) for _ in range(4)
    ]
    for process in processes:
        assert process.stdin is not None
        process.stdin.close()
        process.stdin = None
    made = {process.communicate()[0] for process in processes}
    assert [process.returncode for process in processes] == [0] * 4
    assert made == {f"{own_key().secret!r}\n".encode()}


def test_a_key_that_others_can_read_or_that_is_damaged_is_none() -> None:
    own_key(create=True)
    key_file().chmod(0o644)
    with pytest.raises(NoKey, match="chmod 600"):
        own_key(create=True)
    key_file().chmod(0o600)
    key_file().write_bytes(b"short")
    with pytest.raises(NoKey, match="damaged"):
        own_key(create=True)


def test_a_state_directory_that_cannot_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    with pytest.raises(NoKey, match="Not a directory"):
        own_key(create=True)
    write_command(folder, ["reduce"], tmp_path)
    assert read_command(folder).key() is None


def test_a_relative_state_directory_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert key_file() == tmp_path / ".local/state/thresher/session.key"


def test_what_is_signed_cannot_be_changed(folder: Path, tmp_path: Path) -> None:
    write_command(folder, ["reduce", "x", "--", "true"], tmp_path)
    assert read_command(folder).key() is not None
    path = folder / COMMAND
    before = path.read_text()
    for old, new in (('"true"', '"false"'), (f'"{tmp_path}"', '"/tmp"'), ('"digests": {}', '"digests": {"0": ""}')):
        assert old in before
        path.write_text(before.replace(old, new))
        assert read_command(folder).key() is None
    path.write_text(before)
    assert read_command(folder).key() is not None


def test_a_signed_command_is_not_signed_in_another_folder(folder: Path, tmp_path: Path) -> None:
    """Nor is one that the user moved: it cannot be distinguished from one that somebody else put there."""
    write_command(folder, ["reduce"], tmp_path)
    link = tmp_path / "link"
    link.symlink_to(folder)
    assert read_command(link).key() is not None
    moved = tmp_path / "moved"
    os.rename(folder, moved)
    assert read_command(moved).key() is None


def test_a_command_signed_with_another_key(folder: Path, tmp_path: Path) -> None:
    write_command(folder, ["reduce"], tmp_path)
    key_file().unlink()
    assert read_command(folder).key() is None
    own_key(create=True)
    assert read_command(folder).key() is None


def test_secrets_are_not_filled_in_for_others(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("THE_PASSWORD", "hunter2-hunter2")
    write_command(folder, ["reduce", "x", "--", "p", "hunter2-hunter2", "<value of HOME>"], tmp_path)
    assert b"hunter2" not in (folder / COMMAND).read_bytes()
    assert read_command(folder).restored() == ["reduce", "x", "--", "p", "hunter2-hunter2", "<value of HOME>"]
    key_file().unlink()
    with pytest.raises(UsageError, match="secret in it"):
        read_command(folder).restored()


@pytest.mark.parametrize("text", DAMAGED)
def test_a_damaged_command_is_an_error(folder: Path, text: str) -> None:
    (folder / COMMAND).write_text(text)
    with pytest.raises(UsageError, match="is damaged"):
        read_command(folder)
