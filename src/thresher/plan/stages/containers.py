"""Removal of the parts of a container, and what is inside them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import ClassVar

from thresher import formats
from thresher.algorithms.combinators import shrinking
from thresher.algorithms.registry import DEFAULT, list_algorithm, tree_algorithm
from thresher.algorithms.trees.unreferenced_first import unreferenced_first
from thresher.formats.archives.file_references import file_references
from thresher.kernel.probe import Search
from thresher.kernel.selection import Selection
from thresher.plan.options import PlanOptions
from thresher.plan.stages.candidates import sized
from thresher.plan.stages.shared import Transformation, Uncertified
from thresher.plan.stages.trees import tree_search
from thresher.plan.syntax import Syntax
from thresher.plan.workbench import Workbench
from thresher.structures.container import Container


@dataclass(frozen=True, slots=True)
class ContainerStage:
    """Removes parts of a container with a tree algorithm; first the files to which no other file refers."""

    format: str
    algorithm: str
    minimizer: str = DEFAULT
    why: str = field(default="", compare=False)
    leaves_untried: ClassVar[bool] = False

    @property
    def name(self) -> str:
        """To be shown."""
        return f"{self.format} ({self.algorithm})"

    @property
    def certifies(self) -> bool:
        """Whether it removes parts, so that each one left has been tried alone when it ends without a change."""
        return tree_algorithm(self.algorithm).takes_minimizer

    def run(self, bench: Workbench, current: bytes, *, again: bool) -> bytes:
        """A content that is no longer such a container is left unchanged."""
        current = current if again else self._without_unreferenced(bench, current)
        container = formats.format_named(self.format).container(bench.name, current)
        if container is None or len(container) == 1:
            return current
        algorithm = tree_algorithm(self.algorithm)
        bench.started(self.format, algorithm.name, len(container))
        search = tree_search(container, algorithm, self.minimizer, again=again)
        if not formats.format_named(self.format).packs:
            search = partial(_shrinking, search, container)
        return container.render(bench.drive(search, container.render))

    def _without_unreferenced(self, bench: Workbench, current: bytes) -> bytes:
        container = formats.format_named(self.format).container(bench.name, current)
        found = file_references(container) if container else {}
        if container is None or not found or not self.certifies:
            return current
        bench.started(self.format, unreferenced_first.__name__, len(found))
        minimizer = list_algorithm(self.minimizer).search
        search = partial(unreferenced_first, container, container.everything, found, minimizer=minimizer)
        return container.render(bench.drive(search, container.render))


@dataclass(frozen=True, slots=True)
class InsideStage(Uncertified):
    """Reduces each part of a container by a plan of its own; `coarse`, by the first stages of it where there are more.

    What is left of one part then says what else is not needed before any part is searched for its last byte.
    """

    format: str
    coarse: bool = False
    why: str = field(default="", compare=False)

    @property
    def name(self) -> str:
        """To be shown."""
        return f"inside {self.format}{', coarse' if self.coarse else ''}"

    def run(self, bench: Workbench, current: bytes, *, again: bool) -> bytes:
        """The guarantees are those of the parts' own plans."""
        return bench.reduce_parts(self.format, current, coarse=self.coarse)


@dataclass(frozen=True, slots=True)
class EmbeddedStage(Transformation):
    """Reduces what is written in another language inside a text, by the plan for that language; guarantees nothing."""

    syntax: Syntax
    options: PlanOptions | None = None
    why: str = field(default="", compare=False)
    transformation: ClassVar[str] = "embedded"

    def run(self, bench: Workbench, current: bytes, *, again: bool) -> bytes:
        """All around such a text stays as it is."""
        return bench.reduce_parts(self.transformation, current, self.options)


def _shrinking(
    search: Callable[[], Search[Selection, Selection]], container: Container
) -> Search[Selection, Selection]:
    return shrinking(search(), container.everything, sized(container.render))
