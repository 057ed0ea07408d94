"""Removal of long parts of a large content before it is parsed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from thresher.algorithms.combinators import Ended, counting_misses, filtered
from thresher.algorithms.registry import DEFAULT, tree_algorithm
from thresher.kernel.probe import Search
from thresher.kernel.selection import Selection
from thresher.plan.stages.candidates import within_limits
from thresher.plan.stages.shared import Uncertified
from thresher.plan.stages.trees import tree_search
from thresher.plan.workbench import Workbench

PAYS = 0.5  # of the bytes: with fewer left, a finer outline of what is left is tried too
ENOUGH = 1 << 16  # bytes: with fewer left, the search in the tree is better, and the tree takes little memory


@dataclass(frozen=True, slots=True)
class OutlineStage(Uncertified):
    """Removes units of the outline of a content of more than `least` bytes; guarantees nothing.

    Its memory is a small part of what a syntax tree takes. It ends when little is left, or after `misses` misses in
    a row: the search in the tree, which comes next, is better then.
    """

    least: int
    misses: int
    tags: bool = False
    minimizer: str = DEFAULT
    why: str = field(default="", compare=False)
    format: ClassVar[str] = "parts"
    algorithm: ClassVar[str] = "heaviest"

    @property
    def name(self) -> str:
        """To be shown."""
        return f"{self.format} ({self.algorithm})"

    @property
    def action(self) -> str:
        """What it does, in a few words."""
        return f"remove long {self.format} ({self.algorithm})"

    def run(self, bench: Workbench, current: bytes, *, again: bool) -> bytes:
        """A content that is small, or has no long lists, is left unchanged."""
        while len(current) > self.least:
            left = self._once(bench, current)
            if len(left) > PAYS * len(current):
                return left
            current = left
        return current

    def _once(self, bench: Workbench, current: bytes) -> bytes:
        from thresher.formats.outline import Outline  # noqa: PLC0415 - few contents are large

        outline = Outline(current, tags=self.tags)
        tree = outline.tree
        if len(tree) < 2:
            return current
        bench.started(self.format, self.algorithm, len(tree))
        begin = tree_search(tree, tree_algorithm(self.algorithm), self.minimizer, again=False)
        valid = within_limits(bench, outline.valid)

        few = ENOUGH / len(current) * len(tree)

        def search() -> Search[Selection, Ended]:
            return counting_misses(
                filtered(begin(), valid), tree.everything, lambda kept, *_: self.misses if len(kept) > few else 0
            )

        return tree.render(bench.drive(search, tree.render).kept)
