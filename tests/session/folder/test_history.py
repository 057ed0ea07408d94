from __future__ import annotations

from pathlib import Path

import pytest

from thresher.errors import UsageError
from thresher.session.folder.history import find, read_history
from thresher.session.run import reduce_file
from thresher.session.settings import OracleSettings, SearchSettings
from thresher.session.task import Task


@pytest.fixture
def task(tmp_path: Path) -> Task:
    (tmp_path / "input.txt").write_bytes(b"".join(b"line %d\n" % number for number in range(30)))
    oracle = OracleSettings(("grep", "-q", "17", "input.txt"), script=True)
    return Task(tmp_path / "input.txt", tmp_path / "input.min.txt", oracle, SearchSettings(), ("reduce", "input.txt"))


def test_the_history_of_a_session_is_complete(task: Task) -> None:
    result = reduce_file(task, lambda *_: None)
    past = read_history(result.folder)
    assert past.before == result.before
    assert past.after == result.after == b"17"
    assert past.statistics.curve == result.statistics.curve
    assert past.statistics.tests == result.statistics.tests
    assert past.statistics.cached == result.statistics.cached
    assert [success.path.read_bytes() for success in past.successes if success.path][-1] == b"17"
    assert all(success.path and success.event.size == success.path.stat().st_size for success in past.successes)
    assert past.certificate is not None
    assert past.certificate.minimal
    assert past.about.criterion == result.criterion


def test_an_input_that_was_changed_is_not_shown_as_the_input(task: Task) -> None:
    result = reduce_file(task, lambda *_: None)
    task.input.rename(task.input.with_name("input.txt.orig"))
    assert read_history(result.folder).before == result.before  # found in the backup
    task.input.with_name("input.txt.orig").unlink()
    task.input.write_bytes(b"x" * len(result.before))
    past = read_history(result.folder)
    assert past.before is None
    assert past.after == b"17"


def test_a_success_that_was_not_saved_has_no_content(task: Task) -> None:
    result = reduce_file(task, lambda *_: None)
    first, *rest = sorted(result.folder.glob("successes/*"))
    first.unlink()
    past = read_history(result.folder)
    assert past.successes[0].path is None
    assert [success.path for success in past.successes[1:]] == rest


def test_a_session_is_found_by_its_input_its_output_its_folder_or_its_directory(task: Task, tmp_path: Path) -> None:
    folder = reduce_file(task, lambda *_: None).folder
    assert {find(where) for where in (task.input, task.output, folder, tmp_path)} == {folder}
    (tmp_path / "other").write_text("x")
    for where in (tmp_path / "other", tmp_path / "nothing", folder / "successes"):
        with pytest.raises(UsageError, match=r"thresher reduce first|no file or directory"):
            find(where)


@pytest.mark.parametrize("name", ["about.json", "command.json", "certificate.json"])
def test_a_damaged_folder_is_an_error(task: Task, name: str) -> None:
    folder = reduce_file(task, lambda *_: None).folder
    (folder / name).write_bytes(b'{"half')
    with pytest.raises(UsageError, match="damaged"):
        read_history(folder)
