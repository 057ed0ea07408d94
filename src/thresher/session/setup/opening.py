"""Opens a session: every command, the web service, the pytest plugin and the API do it here.

Sessions differ in their result, in where they keep it, and in what answers their questions; the record, the driver
and the order in which all of it is closed are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, TypeVar

from thresher.engine.driver import Driver
from thresher.engine.record.best_result import BestResult
from thresher.engine.record.record import OnAnswer, Record
from thresher.engine.record.stop_conditions import StopConditions
from thresher.engine.record.storage import MemoryStorage, Storage
from thresher.engine.record.verdict_cache import Inference
from thresher.executors import executor_for
from thresher.oracle.answer import Oracle
from thresher.session.folder.store import Store

ResultT = TypeVar("ResultT", bound=BestResult)
OracleT = TypeVar("OracleT", bound=Oracle[bytes])


@dataclass(frozen=True, slots=True)
class SessionParts(Generic[ResultT]):
    """What the record of a session is made of. Without a storage nothing is kept on disk."""

    name: str
    result: ResultT
    storage: Storage = field(default_factory=MemoryStorage)
    stops: StopConditions = field(default_factory=StopConditions)
    inference: Inference | None = None
    on_answer: OnAnswer | None = None


@dataclass(frozen=True, slots=True)
class Answering(Generic[OracleT]):
    """What answers the questions of a session: an oracle, where it runs, and by which criterion it judges, in words."""

    oracle: OracleT
    executor: Executor
    jobs: int = 1
    criterion: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Session(Generic[ResultT, OracleT]):
    """An open session: the driver answers questions, and the record keeps the answers."""

    record: Record
    result: ResultT
    oracle: OracleT
    driver: Driver[bytes]
    criterion: list[str]

    @property
    def folder(self) -> Path:
        """The folder of a session that is kept on disk."""
        assert self.record.storage.folder is not None
        return self.record.storage.folder


@contextmanager
def open_session(
    parts: SessionParts[ResultT], answering: Callable[[Record], AbstractContextManager[Answering[OracleT]]]
) -> Iterator[Session[ResultT, OracleT]]:
    """A session with these parts, whose oracle may learn from the record, and add to it, before the driver exists.

    Everything that was opened is closed at the end, the storage last.
    """
    with closing(parts.storage):
        record = Record(
            parts.result,
            name=parts.name,
            storage=parts.storage,
            stops=parts.stops,
            inference=parts.inference,
            on_answer=parts.on_answer,
        )
        with answering(record) as answers:
            driver = Driver(answers.oracle, answers.executor, record, jobs=answers.jobs, control=parts.stops.control)
            yield Session(record, parts.result, answers.oracle, driver, list(answers.criterion))


def open_store(folder: Path, *, fresh: bool, arguments: tuple[str, ...] | None = None) -> Store:
    """The folder of a session, without earlier results if `fresh`; the `arguments` are for `thresher resume`."""
    store = Store(folder)
    if fresh:
        store.forget()
    if arguments is not None:
        store.save_command(list(arguments), Path.cwd())
    return store


@contextmanager
def in_threads(oracle: OracleT, jobs: int = 1, criterion: Iterable[str] = ()) -> Iterator[Answering[OracleT]]:
    """An oracle that is asked in threads of this process."""
    with executor_for(jobs) as executor:
        yield Answering(oracle, executor, jobs, tuple(criterion))
