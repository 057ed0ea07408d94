"""Runs the program of an earlier session once more on one content."""

from __future__ import annotations

from thresher.engine.record.best_result import SmallestContent
from thresher.oracle.answer import Answer
from thresher.session.folder.storage import FolderStorage
from thresher.session.folder.store import Store
from thresher.session.run import read_content, subject_of
from thresher.session.setup.opening import SessionParts
from thresher.session.setup.program_session import open_program_session
from thresher.session.task import Task


def repeat(task: Task, content: bytes) -> Answer:
    """The answer for a content, asked again. No result is written; the test is not part of the reduction."""
    data = read_content(task.input)

    def parts_in(store: Store) -> SessionParts[SmallestContent]:
        storage = FolderStorage(store, journals=(store.journal, store.notes))
        return SessionParts(task.input.name, SmallestContent(data), storage, task.search.stops)

    with open_program_session(task, [data], parts_in, subject_of(task)) as session:
        return session.driver.ask(content)
