"""All minimal results of an input instead of one, up to a number of them (exercise 5.9 of Zeller's book)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from thresher import formats
from thresher.algorithms.combinators import filtered
from thresher.algorithms.lists.minimal_sets import Forbid, Remaining, without_answers
from thresher.algorithms.registry import list_algorithm, tree_algorithm
from thresher.engine.stage_driver import StageDriver
from thresher.formats.events.events import renderer
from thresher.kernel import ordering
from thresher.kernel.probe import Search
from thresher.kernel.selection import Selection
from thresher.plan.stages import ListStage, TreeStage
from thresher.structures.document import Document
from thresher.structures.trees.tree import Tree

T = TypeVar("T")

MOST_ALIKE = 20  # selections for each result: several may be the same text
MOST_FORBIDDEN = 1000  # ways to forbid units that are tried in a row without finding another result


@dataclass(frozen=True, slots=True)
class Choices:
    """The units of an input, of which a result is a selection."""

    everything: Selection
    render: Callable[[Selection], bytes]
    minimize: Callable[[Selection], Search[Selection, Selection]]
    forbid: Forbid = Selection.__sub__
    units: Callable[[Selection], Iterable[int]] = iter
    valid: Callable[[Selection], bool] = lambda kept: True


class SeveralResults:
    """Finds different minimal results, in units of one list or tree; `found` holds those found so far."""

    def __init__(self, driver: StageDriver, stage: ListStage | TreeStage, name: str, limit: int) -> None:
        self._driver, self._stage, self._name, self._limit = driver, stage, name, limit
        self.found: list[bytes] = []

    def run(self, data: bytes) -> bytes:
        """The smallest of the results.

        There is no other if whatever contains a failing selection fails as well, unless a note says that the search
        was ended: by the limit, or after many misses.
        """
        choices, answers = _choices(self._stage, self._name, data), list[Selection]()
        remaining = Remaining(choices.everything, frozenset())
        while remaining.rest is not None and len(answers) < MOST_ALIKE * self._limit:
            answers.append(self._minimized(choices, remaining.rest))
            content = choices.render(answers[-1])
            if content not in self.found:
                self.found.append(content)
            if len(self.found) >= self._limit:
                self._driver.record.note(
                    f"the limit of results was reached (--all-minimal={self._limit}); there may be more"
                )
                break
            remaining = self._without(choices, answers, remaining)
        return min(self.found, key=ordering.size)

    def _minimized(self, choices: Choices, rest: Selection) -> Selection:
        self._driver.started(self._stage.format, self._stage.algorithm, len(rest))
        return self._drive(choices, partial(choices.minimize, rest))

    def _without(self, choices: Choices, answers: list[Selection], before: Remaining) -> Remaining:
        self._driver.started(self._stage.format, "minimal_sets", len(choices.everything))
        search = partial(
            without_answers,
            choices.everything,
            tuple(answers),
            before.hopeless,
            forbid=choices.forbid,
            units=choices.units,
            most=MOST_FORBIDDEN,
        )
        remaining = self._drive(choices, search)
        if remaining.rest is None and len(remaining.hopeless - before.hopeless) >= MOST_FORBIDDEN:
            self._driver.record.note(f"no other result in {MOST_FORBIDDEN:,} tests; there may be more")
        return remaining

    def _drive(self, choices: Choices, search: Callable[[], Search[Selection, T]]) -> T:
        return self._driver.drive(lambda: filtered(search(), choices.valid), choices.render)


def _choices(stage: ListStage | TreeStage, name: str, data: bytes) -> Choices:
    if isinstance(stage, ListStage):
        units = formats.parse(stage.format, data)
        return Choices(Selection.all(len(units)), units.render, list_algorithm(stage.algorithm).search)
    document: Document = stage.syntax.parse(name, data)
    tree = document.tree
    minimizer = list_algorithm(stage.minimizer).search
    minimize = partial(tree_algorithm(stage.algorithm).search, tree, minimizer=minimizer)
    removable = partial(_removable, tree)
    return Choices(tree.everything, renderer(document), minimize, partial(_without, tree), removable, document.valid)


def _without(tree: Tree, kept: Selection, nodes: Selection) -> Selection:
    """Less the nodes with all that is inside them."""
    for node in nodes:
        kept -= Selection((node, tree.end(node)))
    return kept


def _removable(tree: Tree, kept: Selection) -> Iterator[int]:
    return (node for node in kept if node > 0 and tree.removable(kept, node))
