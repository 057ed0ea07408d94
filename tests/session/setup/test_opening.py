"""One way to open a session, and that everything in it is closed in order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import thresher
from thresher.engine.record.best_result import SmallestContent
from thresher.engine.record.record import Record
from thresher.errors import NotFailing
from thresher.kernel.outcome import Outcome
from thresher.oracle.answer import CallOracle
from thresher.session.folder.storage import FolderStorage
from thresher.session.setup.opening import Answering, SessionParts, in_threads, open_session, open_store

SOURCE = Path(thresher.__file__).parent
OPENERS = {"session/setup/opening.py", "api/call.py"}  # the latter for sequences of anything, which have no session


def test_sessions_are_opened_in_one_place() -> None:
    made = re.compile(r"(?<!class )\b(?:Driver|Record)(?:\[\w+\])?\(")
    found = {
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.rglob("*.py")
        if made.search(path.read_text()) and not path.name.startswith("records")
    }
    assert found <= OPENERS


def test_a_session_in_memory_asks_its_oracle() -> None:
    parts = SessionParts("x", SmallestContent(b"ab"))
    oracle = CallOracle[bytes](lambda data: b"a" in data)
    with open_session(parts, lambda _: in_threads(oracle, 2)) as session:
        assert session.driver.ask(b"a").verdict.outcome is Outcome.FAIL
        assert session.record.known(b"a") is not None


def test_the_folder_is_released_if_the_oracle_cannot_be_opened(tmp_path: Path) -> None:
    @contextmanager
    def answering(record: Record) -> Iterator[Answering[CallOracle[bytes]]]:
        record.note("about to fail")
        raise NotFailing("the input does not fail")
        yield

    for _ in range(2):
        storage = FolderStorage(open_store(tmp_path / "session", fresh=False, arguments=("reduce",)))
        with (
            pytest.raises(NotFailing),
            open_session(SessionParts("x", SmallestContent(b"ab"), storage), answering),
        ):
            pass


def test_a_fresh_session_forgets_what_an_earlier_one_found(tmp_path: Path) -> None:
    def known(*, fresh: bool) -> bool:
        storage = FolderStorage(open_store(tmp_path / "session", fresh=fresh))
        with open_session(
            SessionParts("x", SmallestContent(b"ab"), storage),
            lambda _: in_threads(CallOracle[bytes](lambda data: True)),
        ) as session:
            before = session.record.known(b"a") is not None
            session.driver.ask(b"a")
            return before

    assert [known(fresh=False), known(fresh=False), known(fresh=True)] == [False, True, False]
