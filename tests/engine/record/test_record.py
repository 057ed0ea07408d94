"""The record of a session: its parts, and the order in which results are saved, accepted and reported."""

from __future__ import annotations

from pathlib import Path

import pytest

from thresher.engine.questions import Question
from thresher.engine.record.best_result import SmallestContent
from thresher.engine.record.record import STOPPED_EARLY, Record
from thresher.engine.record.storage import MemoryStorage
from thresher.kernel.events import Event, Improved, Noted
from thresher.kernel.outcome import Outcome, Verdict
from thresher.oracle.answer import Answer
from thresher.session.folder.storage import FolderStorage
from thresher.session.folder.store import Store


class BrokenDisk(MemoryStorage):
    """Every output is interrupted while it is written."""

    def write_output(self, path: Path, content: bytes) -> str | None:
        raise KeyboardInterrupt


def in_folder(folder: Path, data: bytes) -> Record:
    output = folder / "x.min"
    storage = FolderStorage(Store(folder / "session"), output=output)
    return Record(SmallestContent(data, output=output), name="x", storage=storage)


def test_an_improvement_is_on_disk_before_its_event(tmp_path: Path) -> None:
    record, written = in_folder(tmp_path, b"abcd"), []

    def listener(event: Event) -> None:
        if isinstance(event, Improved):
            written.append(((tmp_path / "x.min").read_bytes(), record.best, record.storage.successes()[0]))

    record.listen(listener)
    record.hit(b"ab", Outcome.FAIL, "")
    record.hit(b"abc", Outcome.FAIL, "larger")
    record.hit(b"a", Outcome.PASS, "not failing")
    record.storage.close()
    assert written == [(b"ab", b"ab", b"ab")]


def test_an_interrupted_write_does_not_change_the_best_result(tmp_path: Path) -> None:
    record = Record(SmallestContent(b"abcd", output=tmp_path / "x.min"), name="x", storage=BrokenDisk())
    with pytest.raises(KeyboardInterrupt):
        record.hit(b"ab", Outcome.FAIL, "")
    assert record.best == b"abcd"
    assert record.statistics.curve == []


def test_a_large_best_result_is_read_from_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("thresher.engine.record.best_result.MOST_HELD", 1)
    output = tmp_path / "x.min"
    result = SmallestContent(b"abcd", output=output, reread=Path.read_bytes)
    record = Record(result, name="x", storage=FolderStorage(Store(tmp_path / "session"), output=output))
    record.hit(b"abc", Outcome.FAIL, "")
    output.write_bytes(b"xyz")
    record.storage.close()
    assert record.best == b"xyz"


def test_the_next_run_continues_with_the_best_result_and_the_verdicts(tmp_path: Path) -> None:
    first = in_folder(tmp_path, b"abcd")
    for content, outcome in ((b"ab", Outcome.FAIL), (b"b", Outcome.PASS)):
        first.answered(Question.check(first.key(content), content), Answer(Verdict(outcome)))
    first.hit(b"ab", Outcome.FAIL, "")
    first.storage.close()
    again = in_folder(tmp_path, b"abcd")
    again.storage.close()
    assert again.best == b"ab"
    assert again.known(b"b") == Verdict(Outcome.PASS)
    assert (again.statistics.tests, again.events.tests_this_run) == (2, 0)


def test_the_empty_content_is_not_a_result_and_not_counted_as_cached() -> None:
    record = Record(SmallestContent(b"a"), name="x")
    record.answered(Question.check(record.key(b""), b""), Answer(Verdict(Outcome.FAIL)))
    assert record.recall(record.key(b"")) == Verdict(Outcome.UNRESOLVED, "empty")
    assert record.known(b"") == Verdict(Outcome.FAIL)
    assert record.statistics.cached == 0


def test_the_first_listener_gets_earlier_notes() -> None:
    record = Record(SmallestContent(b"a"), name="x")
    first: list[Event] = []
    second: list[Event] = []
    record.note("early")
    record.listen(first.append)
    record.listen(second.append)
    record.note("late")
    assert [event.message for event in first if isinstance(event, Noted)] == ["early", "late"]
    assert [event.message for event in second if isinstance(event, Noted)] == ["late"]


def test_every_answer_is_handed_to_the_observer() -> None:
    seen: list[tuple[bytes, Outcome]] = []
    record = Record(
        SmallestContent(b"ab"),
        name="x",
        on_answer=lambda question, answer: seen.append((question.content(), answer.verdict.outcome)),
    )
    record.answered(Question.check(record.key(b"a"), b"a"), Answer(Verdict(Outcome.PASS)))
    assert seen == [(b"a", Outcome.PASS)]


def test_a_test_that_was_stopped_early_is_noted_once() -> None:
    record = Record(SmallestContent(b"abcd"), name="x")
    for content in (b"a", b"b"):
        stopped = Answer(Verdict(Outcome.UNRESOLVED, "timed out"), stopped_early=True)
        record.answered(Question.check(content, content), stopped)
    assert record.statistics.notes == [STOPPED_EARLY]
