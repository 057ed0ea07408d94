"""A session as it is seen from outside, while it is being written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from thresher.errors import UsageError
from thresher.kernel.events import Event, Finished, Improved, Tested
from thresher.kernel.outcome import Outcome
from thresher.service.views.attached import AttachedSessions, key_of
from thresher.service.views.report import rendered_report
from thresher.service.views.session_view import SessionView
from thresher.session.folder.about import About
from thresher.session.folder.journal import encode

TESTED = Tested(1.0, "d", Outcome.FAIL, "", 0.5, 50)


def session(place: Path, *, output: Path | None = None) -> Path:
    folder = place / ".thresher" / "a.c-0123"
    (folder / "successes").mkdir(parents=True)
    (folder / "command.json").write_text(json.dumps({"arguments": ["reduce", "a.c"], "directory": str(place)}))
    About(str(place / "a.c"), "d", 100, str(output or place / "a.min.c"), ["fails"], "lines").write(folder)
    return folder


def journal(folder: Path, *events: Event, end: bytes = b"") -> None:
    with (folder / "journal.jsonl").open("ab") as file:
        file.write(b"".join(map(encode, events)) + end)


def test_what_is_appended_is_seen(tmp_path: Path) -> None:
    folder = session(tmp_path)
    view = SessionView(folder)
    assert view.snapshot().after == 100
    journal(folder, TESTED, Improved(1.0, 50, 1), end=b'{"kind":"Improved",')
    assert (view.snapshot().tests, view.snapshot().after, view.snapshot().complete) == (1, 50, False)
    journal(folder, end=b"damaged\n")
    journal(folder, Finished(2.0, complete=True, why="all"))
    seen = view.snapshot()
    assert (seen.tests, seen.complete, seen.why, seen.running) == (1, True, "all", False)
    journal(folder, TESTED)
    assert not view.snapshot().complete  # resumed, with something new to try
    assert [point.size for point in view.snapshot().curve] == [100, 50]


def test_a_journal_that_was_replaced_is_read_from_its_beginning(tmp_path: Path) -> None:
    folder = session(tmp_path)
    view = SessionView(folder)
    journal(folder, TESTED, TESTED, Improved(1.0, 50, 1))
    assert view.snapshot().tests == 2
    (folder / "journal.jsonl").unlink()
    assert view.snapshot().tests == 0
    journal(folder, TESTED)
    assert (view.snapshot().tests, view.snapshot().after) == (1, 100)


def test_links_are_not_followed(tmp_path: Path) -> None:
    """Anybody who can write to an attached directory could otherwise read what the server can."""
    secret = tmp_path / "secret"
    secret.write_bytes(b"s" * 50)
    place = tmp_path / "place"
    folder = session(place, output=secret)
    journal(folder, TESTED, Improved(1.0, 50, 1))
    (folder / "successes" / "000001").symlink_to(secret)
    assert SessionView(folder).best() is None
    with pytest.raises(UsageError, match="in another directory"):
        rendered_report(folder)
    About(str(place / "a.c"), "d", 100, str(place / "a.min.c"), ["fails"], "lines").write(folder)
    assert b"s" * 50 not in rendered_report(folder)
    (place / "a.min.c").symlink_to(secret)
    with pytest.raises(UsageError, match="in another directory"):
        rendered_report(folder)
    (folder / "journal.jsonl").unlink()
    (folder / "journal.jsonl").symlink_to(secret)
    assert SessionView(folder).snapshot().tests == 0


def test_the_sessions_of_a_directory_keep_their_keys(tmp_path: Path) -> None:
    folder = session(tmp_path)
    sessions = AttachedSessions([tmp_path])
    assert list(sessions.views()) == [key_of(folder)] == list(AttachedSessions([tmp_path]).views())
    assert sessions.get(key_of(folder)) is sessions.get(key_of(folder))
    assert sessions.get("../..") is None
    with pytest.raises(UsageError, match="not a directory"):
        AttachedSessions([tmp_path / "none"])
