"""Tested candidates that are kept as files."""

from __future__ import annotations

from pathlib import Path

import pytest

from thresher.errors import UsageError
from thresher.kernel.outcome import Outcome
from thresher.session.files.candidates import INDEX, CandidateFolder, candidate_content, read_candidates


def test_candidates_are_numbered_and_found_again(tmp_path: Path) -> None:
    folder = CandidateFolder(tmp_path / "kept", ".c")
    assert folder.add(b"int x;", Outcome.FAIL, "exit 1", "d1")
    assert folder.add(b"", Outcome.UNRESOLVED, "timed out", "d2")
    assert CandidateFolder(tmp_path / "kept", ".c").add(b"\0\r\n", Outcome.PASS, "exit 0", "d3")
    found = list(read_candidates(tmp_path / "kept"))
    assert [each.file for each in found] == ["000001-fail.c", "000002-unresolved.c", "000003-pass.c"]
    assert [each.reason for each in found] == ["exit 1", "timed out", "exit 0"]
    assert candidate_content(tmp_path / "kept", found[2]) == b"\0\r\n"


def test_the_limits_hold_over_several_runs(tmp_path: Path) -> None:
    folder = CandidateFolder(tmp_path, "", most=2, most_bytes=10)
    assert not folder.add(b"x" * 11, Outcome.PASS, "", "a")
    assert folder.add(b"x" * 6, Outcome.PASS, "", "b")
    assert not folder.add(b"x" * 6, Outcome.PASS, "", "c")
    again = CandidateFolder(tmp_path, "", most=2, most_bytes=10)
    assert again.add(b"x" * 4, Outcome.PASS, "", "d")
    assert not again.add(b"", Outcome.PASS, "", "e")


@pytest.mark.parametrize(
    "line",
    [
        b"[]",
        b"{",
        b"null",
        b"\xff\xfe",
        b"[" * 5000,
        b'{"number": 1, "file": "../../etc/passwd", "outcome": "pass", "reason": "", "digest": "", "size": 1}',
        b'{"number": true, "file": "a", "outcome": "pass", "reason": "", "digest": "", "size": 1}',
        b'{"number": 1, "file": "a", "outcome": "maybe", "reason": "", "digest": "", "size": 1}',
        b'{"number": 1, "file": 3, "outcome": "pass", "reason": "", "digest": "", "size": 1}',
    ],
)
def test_a_damaged_index_is_skipped(tmp_path: Path, line: bytes) -> None:
    CandidateFolder(tmp_path, "").add(b"good", Outcome.PASS, "", "d")
    with (tmp_path / INDEX).open("ab") as index:
        index.write(line + b"\n")
    assert [each.number for each in read_candidates(tmp_path)] == [1]


def test_a_file_that_is_gone(tmp_path: Path) -> None:
    CandidateFolder(tmp_path, "").add(b"good", Outcome.PASS, "", "d")
    (found,) = read_candidates(tmp_path)
    (tmp_path / found.file).unlink()
    with pytest.raises(UsageError, match="candidate 1"):
        candidate_content(tmp_path, found)
