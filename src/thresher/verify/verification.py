"""Proof that no single unit of a result can be removed: every single removal, with its outcome."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from thresher.engine.driver import Driver
from thresher.engine.record.best_result import SmallestContent
from thresher.engine.record.record import Record
from thresher.errors import UsageError
from thresher.kernel.events import StageStarted
from thresher.kernel.outcome import Verdict
from thresher.kernel.probe import Probe, Search
from thresher.plan import Plan, plan_for
from thresher.session.folder.storage import FolderStorage
from thresher.session.folder.store import Store
from thresher.session.interrupts import until_stopped
from thresher.session.run import Hear, check_language, read_content, subject_of
from thresher.session.setup.opening import SessionParts
from thresher.session.setup.program_session import open_program_session
from thresher.session.task import Task
from thresher.verify.granularity import granularity
from thresher.verify.removals import Certificate, Removal, removals

REMOVALS = "single removals"


def verify_file(task: Task, hear: Hear) -> Certificate:
    """Tries every single removal from a failing input; k runs for k units. Writes only the session's folder."""
    data = read_content(task.input)
    plan = plan_for(task.input.name, data, task.search.plan_options)
    check_language(plan, task.input.name, data)
    if task.search.plan_options.minimality > 1:
        raise UsageError("verify proves 1-minimality; --minimality is for reduce")

    def parts_in(store: Store) -> SessionParts[SmallestContent]:
        return SessionParts(task.input.name, SmallestContent(data), FolderStorage(store), task.search.stops)

    with open_program_session(task, [data], parts_in, subject_of(task)) as session:
        hear(session.record, session.criterion, plan)
        proof = Proof(data, task.input.name, plan, session.driver, session.record)
        complete = until_stopped(proof.run, session.record).complete
        shown = granularity(data, task.input.name, plan)
        return Certificate(tuple(proof.removals), complete, session.criterion, shown.claim, shown.caveat)


class Proof:
    """Collects removals stage by stage."""

    def __init__(self, data: bytes, name: str, plan: Plan, driver: Driver[bytes], record: Record) -> None:
        self.removals: list[Removal] = []
        self._data, self._name, self._plan = data, name, plan
        self._driver, self._record = driver, record

    def run(self) -> None:
        """Tests every removal that parses, stage by stage, and collects the outcomes."""
        by_stage = list(removals(self._data, self._name, self._plan))
        contents = {removal.rest for _, all_removals in by_stage for removal in all_removals if removal.parses}
        self._record.emit(StageStarted(self._record.elapsed, REMOVALS, "", len(contents)))
        for stage, all_removals in by_stage:
            try:
                self._driver.drive(
                    ask_all([Probe(removal.rest) for removal in all_removals if removal.parses]), _unchanged
                )
            finally:
                for removal in all_removals:
                    known = self._record.known(removal.rest)
                    if not removal.parses or known is not None:
                        self.removals.append(removal.judged(stage.format, known if removal.parses else None))


def ask_unknown(driver: Driver[bytes], contents: Iterable[bytes], known: Callable[[bytes], Verdict | None]) -> None:
    """Tests the contents whose verdicts are not known yet, each once."""
    unknown = [Probe(content) for content in dict.fromkeys(contents) if known(content) is None]
    driver.drive(ask_all(unknown), bytes)


def ask_all(probes: list[Probe[bytes]]) -> Search[bytes, None]:
    """Continues after a hit, so that every probe is tested."""
    while probes:
        hit = yield probes
        probes = probes[probes.index(hit) + 1 :] if hit is not None else []


def _unchanged(content: bytes) -> bytes:
    return content
