"""Malicious session folders: an error of one line, or the wrong values count as missing."""

from __future__ import annotations

import json
import os
import zlib
from pathlib import Path

import pytest

from tests.fuzz.readers import FOLDER
from tests.fuzz.readers import __file__ as beside
from thresher.errors import UsageError
from thresher.reports.html import write_report
from thresher.session.files.whole import write_own
from thresher.session.folder.about import ABOUT, CERTIFICATE, read_about, read_certificate
from thresher.session.folder.history import read_history
from thresher.session.folder.journal import Journal, decode, read
from thresher.session.folder.lock import Lock
from thresher.session.folder.versions import VERSIONS
from thresher.session.target_failure.criteria import restored

TESTED = {"at": 1.0, "digest": "d", "outcome": "fail", "reason": "r", "seconds": 1.0, "size": 1}
NUMBERS: list[object] = [10**400, -1, float("nan"), float("inf"), 1 << 63, True, None, "1", [], {}]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Of a session that is in order."""
    for kind, name in FOLDER.items():
        (tmp_path / name).write_bytes((Path(beside).with_name("corpus") / kind / "seed").read_bytes())
    return tmp_path


def line(**record: object) -> bytes:
    text = json.dumps(record).encode()
    return b"%s\t%08x\n" % (text, zlib.crc32(text))


@pytest.mark.parametrize("number", NUMBERS, ids=lambda each: str(each)[:8])
@pytest.mark.parametrize("name", ["at", "seconds", "size"])
def test_an_event_with_an_impossible_number_is_ignored(name: str, number: object) -> None:
    assert decode(line(kind="Tested", **TESTED)) is not None
    assert decode(line(kind="Tested", **TESTED | {name: number})) is None


@pytest.mark.parametrize("rate", [0, 1.5, -0.1])
def test_an_event_with_an_impossible_rate_is_ignored(rate: float) -> None:
    assert decode(line(kind="Flaky", at=0.0, rate=0.5, confidence=0.9)) is not None
    assert decode(line(kind="Flaky", at=0.0, rate=rate, confidence=0.9)) is None
    assert decode(line(kind="Flaky", at=0.0, rate=0.5, confidence=rate)) is None


def test_an_event_with_unprintable_text_is_ignored() -> None:
    assert decode(line(kind="Noted", at=0.0, message="\ud800")) is None


@pytest.mark.parametrize("name", ["size", "cached"])
@pytest.mark.parametrize("number", NUMBERS, ids=lambda each: str(each)[:8])
def test_a_number_that_cannot_be_in_about(folder: Path, name: str, number: object) -> None:
    record = json.loads((folder / ABOUT).read_bytes()) | {name: number}
    (folder / ABOUT).write_text(json.dumps(record))
    with pytest.raises(UsageError, match="is damaged"):
        read_about(folder)


@pytest.mark.parametrize("text", ["[]", "1", "{}", "[" * 100_000, '{"removals": [1], "complete": 1}', "\xff"])
def test_a_damaged_certificate_is_an_error(folder: Path, text: str) -> None:
    (folder / CERTIFICATE).write_text(text, "latin-1")
    with pytest.raises(UsageError, match="is damaged"):
        read_certificate(folder)


@pytest.mark.parametrize("text", ["[]", "1", "{}", "[" * 100_000, '{"date": 1}', '{"programs": {"name": []}}'])
def test_damaged_versions_are_an_error(folder: Path, text: str) -> None:
    (folder / VERSIONS).write_text(text)
    with pytest.raises(UsageError, match="is damaged"):
        write_report(folder)


def test_a_link_in_the_folder_is_not_followed(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    secret = tmp_path_factory.mktemp("home") / "secret"
    secret.write_text("the private key")
    (folder / "failure.txt").symlink_to(secret)
    (folder / "other-failures/x").mkdir(parents=True)
    (folder / "other-failures/x/input").write_text("x")
    (folder / "other-failures/x/message.txt").symlink_to(secret)
    text = write_report(folder).read_text()
    assert "Other failures" in text
    assert "private key" not in text


@pytest.mark.parametrize("text", ["[]", "1", "{}", "[" * 100_000, '{"content": 1}', '{"content": "", "pattern": []}'])
def test_a_damaged_explanation_is_an_error(folder: Path, text: str) -> None:
    (folder / "explanation.json").write_text(text)
    with pytest.raises(UsageError, match="is damaged"):
        write_report(folder)


def test_an_explanation_of_an_older_version_is_left_out_of_the_report(folder: Path) -> None:
    rows = [{"text": "a", "reason": "exit 1", "told": "exit 1"}]
    (folder / "explanation.json").write_text(json.dumps({"content": "", "pattern_said": "", "without": rows}))
    assert "Why each part is needed" not in write_report(folder).read_text()


@pytest.mark.parametrize(
    "text", ["", "[]", "1", "{}", "[" * 100_000, '{"exit_code": "1", "signal": null, "kind": "exit"}']
)
def test_an_impossible_learned_failure_is_an_error(text: str) -> None:
    with pytest.raises(UsageError, match="journal of this session is damaged"):
        restored(text)


def test_an_input_that_is_any_directory_is_not_read(folder: Path) -> None:
    record = json.loads((folder / ABOUT).read_bytes()) | {"input": "/", "size": 1 << 40}
    (folder / ABOUT).write_text(json.dumps(record))
    assert read_history(folder).before is None


def test_nobody_waits_for_a_fifo(folder: Path) -> None:
    (folder / "journal.jsonl").unlink()
    os.mkfifo(folder / "journal.jsonl")
    (folder / "successes").mkdir()
    os.mkfifo(folder / "successes" / "000001")
    assert list(read(folder / "journal.jsonl")) == []
    assert read_history(folder).successes == []
    (folder / ABOUT).unlink()
    os.mkfifo(folder / ABOUT)
    with pytest.raises(UsageError, match="is damaged"):
        read_about(folder)


def test_nothing_is_written_through_a_link(tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("precious")
    for name in ("journal.jsonl", "lock"):
        (tmp_path / name).symlink_to(precious)
    with pytest.raises(OSError, match="symbolic links"):
        Journal(tmp_path / "journal.jsonl")
    with pytest.raises(OSError, match="symbolic links"):
        Lock(tmp_path / "lock", does="", instead="")
    (tmp_path / "report.html").symlink_to(precious)
    write_own(tmp_path / "report.html", b"page")
    assert (tmp_path / "report.html").read_bytes() == b"page"
    assert precious.read_text() == "precious"


def test_long_texts_are_hidden_in_little_time(folder: Path) -> None:
    """It took 44 s of processor time when each place in a word was tried as the beginning of a name."""
    record = json.loads((folder / "command.json").read_bytes())
    record["arguments"] = ["x" * 200_000, "a.b" * 50_000]
    (folder / "command.json").write_text(json.dumps(record))
    assert write_report(folder).is_file()
