"""Proof that a result is minimal: every single removal, with its outcome."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from thresher import formats
from thresher.algorithms.single_removals import single_removals
from thresher.errors import UsageError
from thresher.kernel.outcome import Outcome
from thresher.kernel.probe import Probe, Search
from thresher.kernel.selection import Selection
from thresher.plan import Plan, Stage, plan_for
from thresher.session.driver import Driver
from thresher.session.files import read_input
from thresher.session.record import Record
from thresher.session.run import Hear, Task, check_language, opened, until_stopped
from thresher.session.store import Store
from thresher.structures.document import Document

DOES_NOT_PARSE = "does not parse"
MOST_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Removal:
    """What was taken out, as what kind of unit, and what the program did then; no outcome if it was not asked."""

    stage: str
    text: str
    outcome: Outcome | None
    reason: str


@dataclass(frozen=True, slots=True)
class Certificate:
    """Minimal if no single removal fails. Not complete if it was stopped before all were tried."""

    removals: tuple[Removal, ...]
    complete: bool
    criterion: list[str]

    @property
    def minimal(self) -> bool:
        return self.complete and all(removal.outcome is not Outcome.FAIL for removal in self.removals)


def verify_file(task: Task, hear: Hear) -> Certificate:
    """Tries every single removal on a failing file; k runs for k units. Writes nothing but the session's folder."""
    data = read_input(task.input)
    plan = plan_for(task.input.name, data, task.search.wishes)
    check_language(plan, task.input.name, data)
    if task.search.wishes.minimality > 1:
        raise UsageError("verify proves 1-minimality; --minimality is for reduce")

    def record_in(store: Store) -> Record:
        return Record(data, name=task.input.name, store=store, stops=task.search.stops)

    with opened(task, [data], record_in) as session:
        hear(session.record, session.criterion, plan)
        proof = Proof(data, task.input.name, plan, session.driver, session.record)
        complete, _ = until_stopped(proof.run, session.record)
        return Certificate(tuple(proof.removals), complete, session.criterion)


class Proof:
    """Gathers removals stage by stage."""

    def __init__(self, data: bytes, name: str, plan: Plan, driver: Driver[bytes], record: Record) -> None:
        self.removals: list[Removal] = []
        self._data, self._name, self._plan = data, name, plan
        self._driver, self._record = driver, record

    def run(self) -> None:
        seen: set[str] = set()
        for stage in self._plan.stages:
            if stage.certifies and stage.format not in seen:
                seen.add(stage.format)
                self._tree_stage(stage) if stage.on_tree else self._list_stage(stage)

    def _list_stage(self, stage: Stage) -> None:
        units = formats.parse(stage.format, self._data).coarser(stage.factor)
        everything = Selection.all(len(units))
        valid = None if self._plan.syntax is None else self._document(self._plan.syntax).valid_text
        ways = [
            _Way(units.render(everything[at : at + 1]), units.render(everything.without(at, at + 1)))
            for at in range(len(units))
        ]
        self._prove(stage, ways, valid)

    def _tree_stage(self, stage: Stage) -> None:
        document = self._document(stage.format)
        tree = document.tree
        ways = []
        for probe in single_removals(tree, tree.everything):
            node = (tree.everything - probe.candidate).unit(0)
            ways.append(_Way(self._data[tree.starts[node] : tree.stops[node]], tree.render(probe.candidate)))
        self._prove(stage, ways, document.valid_text)

    def _document(self, format: str) -> Document:
        return formats.parse_document(format, self._name, self._data, self._plan.language)

    def _prove(self, stage: Stage, ways: list[_Way], valid: Callable[[bytes], bool] | None) -> None:
        """Has all that parses tested, then writes down what became of each."""
        asked = [way for way in ways if valid is None or valid(way.rest)]
        try:
            self._driver.drive(_ask_all([Probe(way.rest) for way in asked]), _as_it_is)
        finally:
            tried = set(asked)
            for way in ways:
                known = self._record.known(way.rest)
                if way not in tried:
                    self.removals.append(Removal(stage.format, way.shown, None, DOES_NOT_PARSE))
                elif known is not None:
                    self.removals.append(Removal(stage.format, way.shown, known.outcome, known.reason))


@dataclass(frozen=True, slots=True)
class _Way:
    """One removal: what goes, and what is left."""

    gone: bytes
    rest: bytes

    @property
    def shown(self) -> str:
        text = self.gone.decode("utf-8", errors="backslashreplace").strip()
        return text if len(text) <= MOST_SHOWN else f"{text[: MOST_SHOWN - 3]}..."


def _ask_all(probes: list[Probe[bytes]]) -> Search[bytes, None]:
    """Goes on behind a hit, so that every probe is asked."""
    while probes:
        hit = yield probes
        probes = probes[probes.index(hit) + 1 :] if hit is not None else []


def _as_it_is(content: bytes) -> bytes:
    return content
