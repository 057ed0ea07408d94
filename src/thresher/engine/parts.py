"""The parts of a container: in which order they are reduced, by which plan, and the first question about each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from thresher.engine.round_state import StageHistory
from thresher.engine.stage_driver import StageDriver
from thresher.kernel.place import Action, Move
from thresher.kernel.probe import Probe, Search
from thresher.plan import Plan, PlanOptions, coarse_plan, plan_for
from thresher.structures.container import Container

FEWEST_COARSE = 2  # parts that are reduced by coarse stages before any is by fine ones
SHORTEST_COARSE = 64  # bytes of such a part: a shorter one is reduced once, by all stages
RunPlan: TypeAlias = Callable[[StageDriver, Plan, str, StageHistory, bytes], tuple[bytes, StageHistory]]
"""Runs a plan on a content of that name; returns what is left, and what its stages have found so far."""


@dataclass(frozen=True, slots=True)
class PartsReduction:
    """Reduces the parts of a container with these options, each by a plan of its own."""

    driver: StageDriver
    history: StageHistory
    options: PlanOptions
    run: RunPlan

    def reduced(self, container: Container, *, coarse: bool) -> bytes:
        """The container with what is left of each part; `coarse`, by coarse stages, if there are several."""
        if coarse and (self.history.parts or len(container.leaves()) < FEWEST_COARSE):
            return container.data
        for leaf, key in heaviest_first(container):
            if coarse and len(container.nodes[leaf].content) < SHORTEST_COARSE:
                break
            container = container.holding(leaf, self._part(container, leaf, key, coarse=coarse))
        return container.data

    def _part(self, container: Container, leaf: int, key: tuple[str, str, int], *, coarse: bool) -> bytes:
        part, history = container.nodes[leaf], self.history.parts.get(key, StageHistory())
        history.errors.update(self.history.errors)
        driver = self.driver.inside(lambda content: container.holding(leaf, content).data)
        content = part.content
        if not history.left:
            content = driver.drive(partial(emptied, content), bytes, ahead=True)
        if not content:
            return content
        plan = plan_for(part.name, content, self.options)
        content, history = self.run(driver, coarse_plan(plan) if coarse else plan, part.name, history, content)
        self.history.parts[key] = history
        self.history.errors.update(history.errors)
        return content


def heaviest_first(container: Container) -> Iterator[tuple[int, tuple[str, str, int]]]:
    """The parts with contents, each with a key that it most likely keeps in the next round."""
    counts: Counter[tuple[str, str]] = Counter()
    keys = {}
    for leaf in container.leaves():
        part = container.nodes[leaf]
        counts[part.kind, part.name] += 1
        keys[leaf] = (part.kind, part.name, counts[part.kind, part.name])
    return iter(sorted(keys.items(), key=lambda item: -len(container.nodes[item[0]].content)))


def emptied(content: bytes) -> Search[bytes, bytes]:
    """The empty content, if it still fails."""
    hit = yield [Probe(b"", move=Move(Action.EMPTY_PART))]
    return content if hit is None else hit.candidate
