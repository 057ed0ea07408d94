"""Runs the stages of a plan in rounds, on one content and on the contents inside it, until nothing changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import TypeVar

from thresher import formats
from thresher.engine import clang_delta
from thresher.engine.replay import Repeatable
from thresher.engine.stage_driver import StageDriver
from thresher.formats.units.tokens import count_tokens
from thresher.kernel.place import Action, Move
from thresher.kernel.probe import Probe, Search
from thresher.passes import pass_named
from thresher.plan import Plan, PlanOptions, plan_for
from thresher.plan.dependencies import Dependencies, by_names
from thresher.plan.effort import Effort
from thresher.plan.patience import Patience
from thresher.plan.stages import EmbeddedStage, GeneralStage, InsideStage, PassStage, Stage, TreeStage
from thresher.plan.stages.general import CHARACTERS, PAYS
from thresher.structures.container import Container
from thresher.structures.document import Document, NamedDocument

C = TypeVar("C")
T = TypeVar("T")

MOST_STARTS = 5  # of rounds with the same content; more mean that stages undo each other
OUTSIDE = "parts were removed without regard to the format; --valid keeps the result in its format"
PRODUCTIVE_SHARE = 0.9  # of the tokens: with fewer left, an unproductive pass is tried again


@dataclass(frozen=True, slots=True)
class StageHistory:
    """The content that each stage of a plan left last time, and the stages that certify nothing and found nothing then.

    Also the stages that were visited after the last removal by a stage that certifies something.
    For a container, also the histories of its parts, by kind, name and number among the parts of the same name.
    """

    left: dict[Stage, bytes] = field(default_factory=dict)
    unproductive: set[Stage] = field(default_factory=set)
    visited_since_removal: set[Stage] = field(default_factory=set)
    patience: Patience = field(default_factory=Patience)
    parts: dict[tuple[str, str, int], StageHistory] = field(default_factory=dict)


class Rounds:
    """The rounds of one plan, and what its stages need to run.

    With the history of an earlier run, it expects that nearly everything is needed. `apart`, it does not look at better
    results from elsewhere.
    """

    def __init__(
        self,
        driver: StageDriver,
        plan: Plan,
        name: str,
        history: StageHistory | None = None,
        *,
        apart: bool = False,
    ) -> None:
        self._driver, self._plan, self.name, self._apart = driver, plan, name, apart
        self._history = history or StageHistory()
        self._history.patience.effort = plan.effort
        self._minimal_in_characters = b""

    @property
    def patience(self) -> Patience:
        return self._history.patience

    def run(self, current: bytes) -> bytes:
        """Runs stage after stage, until those that certify something have all ended on the same content.

        Later rounds only look for what a few tests find. Each unit alone is tried when a round has changed nothing,
        since any change undoes such a proof.

        Always ends, even where two stages undo each other: a format may render fewer units as more bytes, which another
        stage then removes again.
        """
        settled: dict[Stage, bytes] = {}
        tried: list[bytes] = []
        begun: Counter[int] = Counter()
        while current and any(settled.get(stage) != current for stage in self._plan.stages if stage.certifies):
            begun[hash(current)] += 1
            if begun[hash(current)] > MOST_STARTS:
                break
            before, current = current, self._round(current, settled)
            if self._plan.effort is Effort.QUICK:
                break
            if current == before:
                current = self._prove(current, settled)
            best = None if self._apart else self._driver.lighter(current)
            if best is not None and best not in tried:
                tried.append(best)
                current = best
        return current

    def _round(self, current: bytes, settled: dict[Stage, bytes]) -> bytes:
        """One visit of each stage that may find something; what takes many tests to prove is left to `_prove`."""
        for stage in self._plan.stages:
            if current and settled.get(stage) != current and self._worthwhile(stage, current):
                again = stage in self._history.left
                hurried = again and stage.certifies and self._plan.syntax is not None
                current = self._visit(stage, current, hurried=hurried)
                if not hurried and (again or not stage.leaves_untried):
                    settled[stage] = current
        return current

    def _prove(self, current: bytes, settled: dict[Stage, bytes]) -> bytes:
        """Has each stage that certifies something end, until one finds something; the one with the most tests last."""
        for stage in sorted(self._plan.stages, key=lambda stage: isinstance(stage, TreeStage)):
            if stage.certifies and settled.get(stage) != current:
                before, current = current, self._visit(stage, current, hurried=False)
                settled[stage] = current
                if current != before:
                    break
        return current

    def _worthwhile(self, stage: Stage, current: bytes) -> bool:
        """Whether a stage may find something that it did not find before.

        One that certifies nothing hardly does, unless a tenth has gone since; if it was productive, unless anything was
        removed since. What only other transformations have changed does not help it.
        """
        if current == self._minimal_in_characters and isinstance(stage, PassStage | GeneralStage):
            return False
        before = self._history.left.get(stage)
        if stage.certifies or before is None or (isinstance(stage, PassStage) and stage.persistent):
            return True
        is_new = _is_likely(stage) or stage not in self._history.visited_since_removal
        if is_new and stage not in self._history.unproductive:
            return True
        return count_tokens(current) < PRODUCTIVE_SHARE * count_tokens(before)

    def _visit(self, stage: Stage, current: bytes, *, hurried: bool) -> bytes:
        self.patience.hurried = hurried
        again = stage in self._history.left
        if isinstance(stage, InsideStage | EmbeddedStage):  # the parts have phases of their own
            left = stage.run(self, current, again=again)
        else:
            left = self._driver.phase(stage.name, lambda: stage.run(self, current, again=again), current)
        if _leaves_format(stage) and left != current and (self._plan.syntax or self._plan.inside):
            self.note(OUTSIDE)
            if _has_tried_all_characters(stage, current, left):
                self._minimal_in_characters = left
        self._history.left[stage] = left
        if stage.certifies:
            if left != current:
                self._history.visited_since_removal.clear()
        elif left == current:
            self._history.unproductive.add(stage)
        self._history.visited_since_removal.add(stage)
        return left

    # what stages need

    def started(self, stage: str, algorithm: str, units: int, *, confirms: bool = False) -> None:
        self._driver.started(stage, algorithm, units, confirms=confirms)

    def drive(
        self, search: Repeatable[C, T], render: Callable[[C], bytes], *, narrow: Callable[[C, int], C] | None = None
    ) -> T:
        return self._driver.drive(search, render, narrow=narrow)

    def check_limits(self) -> None:
        self._driver.record.before()

    def note(self, message: str) -> None:
        if message not in self._driver.record.statistics.notes:
            self._driver.record.note(message)

    def clang_delta(self, content: bytes, language: str | None) -> Search[bytes, bytes] | None:
        program, ending = clang_delta.find(), clang_delta.suffix(self.name, language)
        return None if program is None or ending is None else clang_delta.ClangDelta(program, ending).rewrites(content)

    def external(self, content: bytes, command: tuple[str, ...]) -> Search[bytes, bytes] | None:
        reducers = self._driver.reducers
        if reducers is None:
            return None
        return reducers.reducer(command).rewrites(content, self._driver.check, self.note)

    def dependencies(self, document: Document, *, few: int, inside: bool) -> Dependencies | None:
        from thresher.engine.clang.dependencies import dependencies, knows  # noqa: PLC0415 - not before the first test

        if not isinstance(document, NamedDocument):
            return None
        flags, worker = self._driver.compiler_flags, self._driver.clang
        if knows(document.language):
            return dependencies(document.tree, document.language, flags, worker, few=few, inside=inside)
        return None if inside else by_names(document.named_units())

    def reduce_parts(self, format: str, content: bytes, options: PlanOptions | None = None) -> bytes:
        """The container after the contents of its parts have been reduced, each by a plan of its own."""
        container = formats.format_named(format).container(self.name, content)
        if container is None:
            return content
        chosen = replace(options or self._plan.inside or PlanOptions(), effort=self._plan.effort)
        for leaf, key in _heaviest_first(container):
            history = self._history.parts.setdefault(key, StageHistory())
            container = container.holding(leaf, self._part(container, leaf, history, chosen))
        return container.data

    def _part(self, container: Container, leaf: int, history: StageHistory, options: PlanOptions) -> bytes:
        part = container.nodes[leaf]
        driver = self._driver.inside(lambda content: container.holding(leaf, content).data)
        content = part.content if history.left else driver.drive(_emptied(part.content), bytes)
        if not content:
            return content
        plan = plan_for(part.name, content, options)
        return Rounds(driver, plan, part.name, history).run(content)


def _is_likely(stage: Stage) -> bool:
    """Whether one test says whether a stage finds anything."""
    return isinstance(stage, PassStage) and pass_named(stage.transformation).likely


def _leaves_format(stage: Stage) -> bool:
    """Whether a stage tests candidates that need not be in the format."""
    return isinstance(stage, GeneralStage) or (
        isinstance(stage, PassStage) and pass_named(stage.transformation).need_not_parse
    )


def _has_tried_all_characters(stage: Stage, current: bytes, left: bytes) -> bool:
    """Whether what a stage has left is 1-minimal in its characters."""
    return isinstance(stage, GeneralStage) and stage.format == CHARACTERS and len(left) <= PAYS * len(current)


def _heaviest_first(container: Container) -> Iterator[tuple[int, tuple[str, str, int]]]:
    """The parts with contents, each with a key that it most likely keeps in the next round."""
    counts: Counter[tuple[str, str]] = Counter()
    keys = {}
    for leaf in container.leaves():
        part = container.nodes[leaf]
        counts[part.kind, part.name] += 1
        keys[leaf] = (part.kind, part.name, counts[part.kind, part.name])
    return iter(sorted(keys.items(), key=lambda item: -len(container.nodes[item[0]].content)))


def _emptied(content: bytes) -> Search[bytes, bytes]:
    """The empty content, if it still fails."""
    hit = yield [Probe(b"", move=Move(Action.EMPTY_PART))]
    return content if hit is None else hit.candidate
