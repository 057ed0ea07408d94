"""A queue of reductions, as a user runs it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Thresher
from thresher.errors import UsageError
from thresher.session.batch import items_of


def folder(place: Path, name: str, word: str) -> None:
    where = place / name
    where.mkdir(parents=True)
    (where / "input.txt").write_text(f"some lines\nof {word} text\nthat nobody needs\n")
    (where / "test.sh").write_text(f"#!/bin/sh\ngrep -q {word} input.txt\n")
    (where / "test.sh").chmod(0o755)


def test_folders_are_reduced_and_a_second_time_costs_no_test(thresher: Thresher, tmp_path: Path) -> None:
    for name, word in (("one", "blue"), ("two", "green")):
        folder(tmp_path / "queue", name, word)
    first = thresher("batch", "queue", "-j", "2")
    assert first.code == 0, first.talk
    assert (tmp_path / "queue/one/input.min.txt").read_text() == "blue"
    assert (tmp_path / "queue/two/input.min.txt").read_text() == "green"
    told = json.loads((tmp_path / "queue.batch.json").read_text())
    assert {each["name"]: each["state"] for each in told} == {"one": "complete", "two": "complete"}
    assert "2 of 2 complete" in (tmp_path / "queue.batch.md").read_text()
    assert "2 of 2 complete" in (tmp_path / "queue.batch.html").read_text()
    assert thresher("batch", "queue", "-j", "2", "-q").code == 0
    again = json.loads((tmp_path / "queue.batch.json").read_text())
    assert {each["name"]: each["tests"] for each in again} == {each["name"]: each["tests"] for each in told}


def test_one_that_fails_does_not_stop_the_others(thresher: Thresher, tmp_path: Path) -> None:
    folder(tmp_path, "one", "red")
    (tmp_path / "list.txt").write_text(
        "# two of them\nthresher reduce one/input.txt --test one/test.sh\nreduce none.txt --test one/test.sh\n"
    )
    done = thresher("batch", "list.txt", "-j", "1")
    assert done.code == 1
    assert "1 of 2 complete" in (tmp_path / "list.batch.md").read_text()
    assert "none.txt" in done.talk


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("list.txt", "thresher reduce a.c --test ./t.sh\n\n# no\n"),
        ("list.json", '["a.c --test ./t.sh"]'),
        ("list.toml", 'reductions = [["reduce", "a.c", "--test", "./t.sh"]]'),
    ],
)
def test_a_list_may_be_written_in_several_ways(name: str, text: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text)
    (item,) = items_of(tmp_path / name)
    assert item.arguments == ("a.c", "--test", "./t.sh")
    assert item.directory == tmp_path


def test_options_go_before_the_command(tmp_path: Path) -> None:
    (tmp_path / "list").write_text("reduce a.c -q -- ./program {}")
    (item,) = items_of(tmp_path / "list")
    assert item.with_options(("-j", "2")) == ("a.c", "-q", "-j", "2", "--", "./program", "{}")


@pytest.mark.parametrize("text", ["", "'", "reduce"])
def test_a_file_that_is_not_a_queue_is_an_error(text: str, tmp_path: Path) -> None:
    (tmp_path / "list").write_text(text)
    with pytest.raises(UsageError):
        items_of(tmp_path / "list")
