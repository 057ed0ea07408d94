"""Removal of declarations with all that need them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import ClassVar

from thresher.algorithms.combinators import while_productive
from thresher.algorithms.graphs.binary_reduction import binary_reduction
from thresher.kernel.place import Action, Move
from thresher.kernel.probe import Probe, Search
from thresher.kernel.selection import Selection
from thresher.plan.dependencies import BY_COMPILER, BY_GRAMMAR, BY_NAMES, WITH_MEMBERS, Dependencies
from thresher.plan.stages.shared import InSyntax, Uncertified
from thresher.plan.syntax import Syntax
from thresher.plan.workbench import Workbench
from thresher.structures.references import ReferenceGraph
from thresher.structures.trees.tree import Tree

FEW, FEW_INSIDE = 200, 1000  # declarations, also with what is in them; with fewer, other searches are as good
FEW_OF_PROGRAM = 20  # the same where one test is enough
SHARE = 0.05  # of the bytes, which so many tests have to remove:
TESTS, TESTS_OF_NAMES = 40, 16


@dataclass(frozen=True, slots=True)
class DependencyStage(InSyntax, Uncertified):
    """Keeps declarations with what they need, by binary reduction; guarantees nothing.

    With `inside`, members of classes and bodies of functions can go as well. With `program`, one test: all that main
    does not need goes, if the failure needs a program that can be linked.
    """

    syntax: Syntax
    inside: bool = False
    program: bool = False
    why: str = field(default="", compare=False)
    algorithm: ClassVar[str] = "binary_reduction"

    @property
    def only_for(self) -> frozenset[str]:
        return WITH_MEMBERS if self.inside else BY_COMPILER if self.program else BY_NAMES | BY_COMPILER | BY_GRAMMAR

    @property
    def name(self) -> str:
        """To be shown."""
        units = " members" if self.inside else " program" if self.program else ""
        return f"{self.format}{units} ({self.algorithm})"

    def found(self, bench: Workbench, current: bytes) -> Dependencies | None:
        """What the declarations of a content need; None if there are few, or nothing is known of them."""
        document = self.syntax.parse(bench.name, current)
        few = FEW_INSIDE if self.inside else FEW_OF_PROGRAM if self.program else FEW
        return bench.dependencies(document, few=few, inside=self.inside)

    def run(self, bench: Workbench, current: bytes, *, again: bool) -> bytes:
        """Candidates are closed: what is kept needs nothing else, as far as is known."""
        found = self.found(bench, current)
        document = self.syntax.parse(bench.name, current)
        required = found.main if found and found.main and bench.must_link(current) else frozenset[int]()
        if found is None or (self.program and not required):
            return current
        graph, tree = found.graph, document.tree.replacing(found.empty)
        bench.started(self.format, self.algorithm, len(graph))
        everything, close, order = Selection.all(len(graph)), found.closing(), found.order()
        needed = close(Selection.of(required)) if required else Selection()

        def render(kept: Selection) -> bytes:
            return tree.render(without_units(tree, graph, kept))

        def search() -> Search[Selection, tuple[Selection, bool]]:
            if self.program:
                return _only(needed, everything)
            return while_productive(
                binary_reduction(everything, close, order, needed),
                everything,
                weight=lambda kept: sum(map(graph.sizes.__getitem__, kept)),
                tests=TESTS if found.is_checked else TESTS_OF_NAMES,
                share=SHARE,
            )

        kept, _ = bench.drive(search, render)
        return render(kept)


def _only(needed: Selection, everything: Selection) -> Search[Selection, tuple[Selection, bool]]:
    """What is needed for sure, if that fails."""
    if needed == everything:
        return everything, True
    hit = yield [Probe(needed, move=Move(Action.KEEP, (len(needed), len(everything))))]
    return everything if hit is None else hit.candidate, True


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
