"""Explains the result of a reduction, in a session of its own journal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

from thresher.explain.explained_result import ExplainedResult
from thresher.explain.explanation import Explanation, Options
from thresher.explain.part_inquiry import PartInquiry
from thresher.oracle.flaky import RepeatedOracle, Repetition
from thresher.plan import plan_for
from thresher.session.folder.storage import FolderStorage
from thresher.session.folder.store import Store
from thresher.session.folder.versions import read_versions
from thresher.session.interrupts import until_stopped
from thresher.session.run import Hear, check_language, read_content, subject_of
from thresher.session.setup.opening import Session, SessionParts
from thresher.session.setup.program_session import ProgramOracle, open_program_session
from thresher.session.task import Task

ExplainSession: TypeAlias = Session[ExplainedResult, ProgramOracle]


class OptionsExplainer(Protocol):
    """Asks about the options of a command, in a session on one content."""

    def run(self) -> None:
        """Asks what is not known yet."""

    def found(self) -> Options:
        """What is known."""


AboutOptions = Callable[[Task, ExplainSession, bytes], OptionsExplainer | None]


def explain_file(task: Task, hear: Hear, about_options: AboutOptions | None = None) -> Explanation:
    """Explains the result of the reduction that the task describes, or the input if there was none yet."""
    data = read_content(task.input)
    plan = plan_for(task.input.name, data, task.search.plan_options)
    check_language(plan, task.input.name, data)

    def parts_in(store: Store) -> SessionParts[ExplainedResult]:
        """Reads what the reduction knows, and writes to a journal of its own."""
        output, journals = task.result_in(store.folder), (store.journal, store.notes)
        storage = FolderStorage(store, output=output, journals=journals)
        return SessionParts(task.input.name, ExplainedResult(data), storage, task.search.stops)

    with open_program_session(task, [data], parts_in, subject_of(task)) as session:
        record, driver = session.record, session.driver
        hear(record, session.criterion, plan)
        options = about_options(task, session, record.best) if about_options else None
        if record.verdicts.flaky is not None:
            repetition = Repetition(record.verdicts.flaky.rate, task.search.trust.confidence)
            driver = driver.asking(RepeatedOracle(session.oracle, repetition))
        inquiry = PartInquiry(record.best, task.input.name, plan, driver, record.known)
        end = until_stopped(lambda: _ask_all(options, inquiry), record)
        return Explanation(
            task.input.name,
            record.best,
            session.criterion,
            tuple(inquiry.needed()),
            tuple(inquiry.variations()),
            tuple(inquiry.construct_descriptions()),
            inquiry.together(),
            options.found() if options else Options(),
            end.complete,
            "everything was tested" if end.complete else end.why,
            record.events.tests_this_run,
            session.folder,
            read_versions(session.folder),
        )


def _ask_all(options: OptionsExplainer | None, inquiry: PartInquiry) -> None:
    if options is not None:
        options.run()
    inquiry.run()
