"""Verdicts for event logs: what one run says about others, over several runs of a session and for flaky failures."""

from __future__ import annotations

from pathlib import Path

from thresher.engine.questions import Question
from thresher.engine.record.best_result import SmallestContent
from thresher.engine.record.prefix_inference import PrefixInference
from thresher.engine.record.record import Record
from thresher.formats.events.events import write_log
from thresher.kernel.events import Flaky
from thresher.kernel.outcome import Outcome, Verdict
from thresher.oracle.answer import Answer
from thresher.session.folder.storage import FolderStorage
from thresher.session.folder.store import Store
from thresher.structures.events import EventLog, LogStep


def log(events: str) -> bytes:
    return write_log(EventLog(tuple(LogStep(event, state=number) for number, event in enumerate(events))))


def opened(folder: Path | None = None) -> Record:
    storage = FolderStorage(Store(folder)) if folder else None
    return Record(SmallestContent(log("abcdef")), name="log", storage=storage, inference=PrefixInference())


def tell(record: Record, events: str, verdict: Verdict) -> None:
    data = log(events)
    record.answered(Question(record.key(data), len(data), lambda: data), Answer(verdict))


def asked(record: Record, events: str) -> Verdict | None:
    return record.recall(record.key(log(events)))


def test_a_run_answers_for_prefixes_and_for_what_gets_stuck_as_it_did() -> None:
    record = opened()
    tell(record, "abc", Verdict(Outcome.PASS))
    tell(record, "bcd", Verdict(Outcome.UNRESOLVED, "no button", used=2))
    assert asked(record, "ab") == record.known(log("ab"))
    assert [
        answer and answer.outcome for answer in (asked(record, "ab"), asked(record, "bca"), asked(record, "ba"))
    ] == [
        Outcome.PASS,
        Outcome.UNRESOLVED,
        None,
    ]
    assert record.known(b'{"steps": [,]}') is None
    assert record.statistics.tests == 2
    assert record.statistics.cached == 3


def test_the_next_run_of_the_session_knows_it_too(tmp_path: Path) -> None:
    record = opened(tmp_path / "session")
    tell(record, "abc", Verdict(Outcome.UNRESOLVED, "stuck", used=2))
    record.storage.close()
    again = opened(tmp_path / "session")
    assert asked(again, "abd") is None  # not before the search has come to what was asked then
    assert asked(again, "abc") == Verdict(Outcome.UNRESOLVED, "stuck", 2)
    assert asked(again, "abd") == Verdict(Outcome.UNRESOLVED, "stuck", 2)
    again.storage.close()


def test_chance_is_forgotten() -> None:
    record = opened()
    tell(record, "abc", Verdict(Outcome.PASS))
    record.emit(Flaky(0.0, 0.5, 0.99))
    assert asked(record, "ab") is None
