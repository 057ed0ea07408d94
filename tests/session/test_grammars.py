"""Grammar files, and the tables that are kept for them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from thresher.errors import GrammarError, UsageError
from thresher.grammars.parsing import Parser
from thresher.session.grammars import cache_folder, load_grammar, load_language

LISTS = 'start: "a" ("," "a")*\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the tables are kept."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "thresher" / "grammars"


@pytest.fixture
def lists(tmp_path: Path) -> Path:
    path = tmp_path / "lists.lark"
    path.write_text(LISTS)
    return path


def test_tables_are_made_once(folder: Path, lists: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = load_language(lists).parser.tables
    (kept,) = folder.iterdir()
    written = kept.stat().st_mtime_ns
    monkeypatch.delattr(Parser, "_make_tables")
    again = load_language(lists)
    assert again.parser.tables == made
    assert again.parser.accepts("a,a")
    assert kept.stat().st_mtime_ns == written


@pytest.mark.parametrize("size", [0, 5, 16, 40, -1])
def test_a_broken_file_of_tables_is_made_anew(folder: Path, lists: Path, size: int) -> None:
    load_language(lists)
    (kept,) = folder.iterdir()
    whole = kept.read_bytes()
    kept.write_bytes(whole[:size])
    assert load_language(lists).parser.accepts("a,a")
    assert kept.read_bytes() == whole
    kept.write_bytes(whole[:30] + b"?" + whole[31:])
    assert load_language(lists).parser.accepts("a,a")
    assert kept.read_bytes() == whole


def test_another_grammar_or_start_has_tables_of_its_own(folder: Path, lists: Path) -> None:
    lists.write_text(LISTS + 'other: "b" start\n')
    load_language(lists)
    assert load_language(lists, "other").parser.accepts("ba,a")
    lists.write_text(LISTS.replace(",", ";"))
    assert load_language(lists).parser.accepts("a;a")
    assert len([*folder.iterdir()]) == 3


def test_a_cache_folder_that_cannot_be_written_is_ignored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lists: Path
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert load_language(lists).parser.accepts("a,a")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_cache_folder_without_permission_is_ignored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lists: Path
) -> None:
    (tmp_path / "locked").mkdir(mode=0o500)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "locked"))
    assert load_language(lists).parser.accepts("a,a")


def test_the_cache_is_in_the_home_directory_by_default(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache_folder() == tmp_path / ".cache" / "thresher" / "grammars"


def test_files_beside_the_grammar_are_found(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "tokens.lark").write_text("NUMBER: /[0-9]+/\n")
    (tmp_path / "main.lark").write_text("start: NUMBER\n%import .tokens.NUMBER\n")
    assert load_language(tmp_path / "main.lark").parser.accepts("12")


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("bad.y", b"\xff", r"the grammar .*bad\.y is not UTF-8 text \(byte 0\)"),
        ("bad.txt", b"start: A", r"cannot determine what kind of grammar .*bad\.txt is; its name should end in \.y"),
        ("bad.lark", b"start: nowhere", r"bad\.lark:1:8: .*nowhere"),
        (
            "bad.lark",
            b'start: start "a"',
            r"bad\.lark:1:1: start derives no string: every way to write it needs itself",
        ),
    ],
)
def test_files_that_cannot_be_used(folder: Path, tmp_path: Path, name: str, content: bytes, message: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(UsageError, match=message):
        load_language(tmp_path / name)
    assert not folder.exists()


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"cannot read the grammar .*no\.y: No such file or directory"):
        load_grammar(tmp_path / "no.y")
    with pytest.raises(UsageError, match=r"cannot read the grammar .*: Is a directory"):
        load_grammar(tmp_path)


def test_a_start_rule_that_is_not_there(folder: Path, lists: Path) -> None:
    with pytest.raises(GrammarError, match="there is no rule 'other' to start from; there are start"):
        load_language(lists, "other")
