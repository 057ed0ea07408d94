"""Round after round of a plan's stages on one content, and on the contents inside it, until nothing changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from thresher import formats
from thresher.engine import clang_delta
from thresher.engine.replay import Repeatable
from thresher.engine.stage_driver import StageDriver
from thresher.formats.units.tokens import count_tokens
from thresher.kernel.place import Action, Move
from thresher.kernel.probe import Probe, Search
from thresher.plan import Plan, PlanOptions, plan_for
from thresher.plan.stages import InsideStage, Stage
from thresher.structures.container import Container

C = TypeVar("C")
T = TypeVar("T")

MOST_TIMES = 5  # that rounds begin with the same content; then stages undo each other
MUCH = 0.9  # of a content: with less left, a pass that found nothing may find something


@dataclass(frozen=True, slots=True)
class StageHistory:
    """What the stages of a plan left the last time, and which of them guarantee nothing and found nothing then.

    For a container, the visits to its parts by their kinds, names and numbers among those of the same name.
    """

    left: dict[Stage, bytes] = field(default_factory=dict)
    unpaid: set[Stage] = field(default_factory=set)
    parts: dict[tuple[str, str, int], StageHistory] = field(default_factory=dict)


class Rounds:
    """The rounds of one plan, and the workbench of its stages.

    With the visits of an earlier run, it expects that nearly all is needed.
    """

    def __init__(self, asker: StageDriver, plan: Plan, name: str, visits: StageHistory | None = None) -> None:
        self._asker, self._plan, self.name = asker, plan, name
        self._visits = visits or StageHistory()

    def run(self, current: bytes) -> bytes:
        """Stage after stage, until those that certify something have ended on the same content.

        It ends in any case: a format may write more for less, which another stage then takes away again.
        """
        settled: dict[Stage, bytes] = {}
        tried: list[bytes] = []
        begun: Counter[int] = Counter()
        while current and any(settled.get(stage) != current for stage in self._plan.stages if stage.certifies):
            begun[hash(current)] += 1
            if begun[hash(current)] > MOST_TIMES:
                break
            for stage in self._plan.stages:
                if current and settled.get(stage) != current and self._worthwhile(stage, current):
                    ended = not stage.quick_first or stage in self._visits.left
                    current = self._visit(stage, current)
                    if ended:
                        settled[stage] = current
            best = self._asker.lighter(current)
            if best is not None and best not in tried:
                tried.append(best)
                current = best
        return current

    def _worthwhile(self, stage: Stage, current: bytes) -> bool:
        if stage not in self._visits.unpaid:
            return True
        return count_tokens(current) < MUCH * count_tokens(self._visits.left[stage])

    def _visit(self, stage: Stage, current: bytes) -> bytes:
        again = stage in self._visits.left
        if isinstance(stage, InsideStage):  # the parts have phases of their own
            left = stage.run(self, current, again=again)
        else:
            left = self._asker.phase(stage.name, lambda: stage.run(self, current, again=again), current)
        self._visits.left[stage] = left
        if not stage.certifies and left == current:
            self._visits.unpaid.add(stage)
        return left

    # what stages need

    def started(self, stage: str, algorithm: str, units: int, *, confirms: bool = False) -> None:
        self._asker.started(stage, algorithm, units, confirms=confirms)

    def drive(
        self, search: Repeatable[C, T], render: Callable[[C], bytes], *, narrow: Callable[[C, int], C] | None = None
    ) -> T:
        return self._asker.drive(search, render, narrow=narrow)

    def check_limits(self) -> None:
        self._asker.record.before()

    def note(self, message: str) -> None:
        self._asker.record.note(message)

    def clang_delta(self, content: bytes, language: str | None) -> Search[bytes, bytes] | None:
        program, ending = clang_delta.find(), clang_delta.suffix(self.name, language)
        return None if program is None or ending is None else clang_delta.ClangDelta(program, ending).rewrites(content)

    def reduce_parts(self, format: str, content: bytes) -> bytes:
        """What is left when the contents of a container's parts have been reduced, each by a plan of its own."""
        nest = formats.format_named(format).nest(self.name, content)
        if nest is None:
            return content
        for leaf, key in _heaviest_first(nest):
            nest = nest.holding(leaf, self._part(nest, leaf, self._visits.parts.setdefault(key, StageHistory())))
        return nest.data

    def _part(self, nest: Container, leaf: int, visits: StageHistory) -> bytes:
        part = nest.nodes[leaf]
        asker = self._asker.inside(lambda content: nest.holding(leaf, content).data)
        content = part.content if visits.left else asker.drive(_emptied(part.content), bytes)
        if not content:
            return content
        plan = plan_for(part.name, content, self._plan.inside or PlanOptions())
        return Rounds(asker, plan, part.name, visits).run(content)


def _heaviest_first(nest: Container) -> Iterator[tuple[int, tuple[str, str, int]]]:
    """The parts with contents, and a name for each that it has in the next round too, most likely."""
    counts: Counter[tuple[str, str]] = Counter()
    keys = {}
    for leaf in nest.leaves():
        part = nest.nodes[leaf]
        counts[part.kind, part.name] += 1
        keys[leaf] = (part.kind, part.name, counts[part.kind, part.name])
    return iter(sorted(keys.items(), key=lambda item: -len(nest.nodes[item[0]].content)))


def _emptied(content: bytes) -> Search[bytes, bytes]:
    """Nothing at all, if that will do."""
    hit = yield [Probe(b"", move=Move(Action.EMPTY_PART))]
    return content if hit is None else hit.candidate
