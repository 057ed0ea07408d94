"""Removal of declarations with all that need them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import ClassVar

from thresher.algorithms.combinators import while_productive
from thresher.algorithms.graphs.binary_reduction import binary_reduction
from thresher.kernel.probe import Search
from thresher.kernel.selection import Selection
from thresher.plan.dependencies import BY_COMPILER, BY_NAMES, WITH_MEMBERS, Dependencies
from thresher.plan.stages.shared import InSyntax, Uncertified
from thresher.plan.syntax import Syntax
from thresher.plan.workbench import Workbench
from thresher.structures.references import ReferenceGraph
from thresher.structures.trees.tree import Tree

FEW, FEW_INSIDE = 200, 1000  # declarations, also with what is in them; with fewer, other searches are as good
SHARE = 0.05  # of the bytes, which so many tests have to remove:
TESTS, TESTS_OF_NAMES = 40, 16


@dataclass(frozen=True, slots=True)
class DependencyStage(InSyntax, Uncertified):
    """Keeps declarations with what they need, by binary reduction; guarantees nothing.

    With `inside`, members of classes and bodies of functions can go as well.
    """

    syntax: Syntax
    inside: bool = False
    why: str = field(default="", compare=False)
    algorithm: ClassVar[str] = "binary_reduction"

    @property
    def only_for(self) -> frozenset[str]:
        return WITH_MEMBERS if self.inside else BY_NAMES | BY_COMPILER

    @property
    def name(self) -> str:
        """To be shown."""
        return f"{self.format}{' members' if self.inside else ''} ({self.algorithm})"

    def found(self, bench: Workbench, current: bytes) -> Dependencies | None:
        """What the declarations of a content need; None if there are few, or nothing is known of them."""
        document = self.syntax.parse(bench.name, current)
        return bench.dependencies(document, few=FEW_INSIDE if self.inside else FEW, inside=self.inside)

    def run(self, bench: Workbench, current: bytes, *, again: bool) -> bytes:
        """Candidates are closed: what is kept needs nothing else, as far as is known."""
        found = self.found(bench, current)
        if found is None:
            return current
        graph, tree = found.graph, self.syntax.parse(bench.name, current).tree.replacing(found.empty)
        bench.started(self.format, self.algorithm, len(graph))
        everything, close, order = Selection.all(len(graph)), found.closing(), found.order()

        def render(kept: Selection) -> bytes:
            return tree.render(without_units(tree, graph, kept))

        def search() -> Search[Selection, tuple[Selection, bool]]:
            return while_productive(
                binary_reduction(everything, close, order),
                everything,
                weight=lambda kept: sum(map(graph.sizes.__getitem__, kept)),
                tests=TESTS if found.is_checked else TESTS_OF_NAMES,
                share=SHARE,
            )

        kept, _ = bench.drive(search, render)
        return render(kept)


def without_units(tree: Tree, graph: ReferenceGraph, kept: Selection) -> Selection:
    """The nodes of a tree without those of the units that are not kept; a list without any goes if it can."""
    nodes, end = [], 0
    for unit, span in enumerate(graph.spans):
        if span.node >= end and unit not in kept:
            nodes.append(span.node)
            end = tree.end(span.node)
    lists = Counter(map(tree.parent, nodes))
    sizes = {node: len(list(tree.children(node))) for node in lists if tree.replacement(node)}
    emptied = {node for node, size in sizes.items() if lists[node] == size}
    outermost = {around if (around := tree.parent(node)) in emptied else node for node in nodes}
    return tree.without(tree.everything, sorted(outermost))
