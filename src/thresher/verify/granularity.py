"""What a finished search has shown: which units were tried one by one, and which parts were not tried inside.

A result is minimal only in the units that were tried. A large unit that nothing was removed from, such as a packet of a
video or a document type declaration, may contain much that is not needed, so it is named.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from thresher import formats
from thresher.algorithms.guarantees import TreeGuarantee
from thresher.algorithms.registry import tree_algorithm
from thresher.algorithms.trees.deep_nesting import unsampled
from thresher.explain.token_kinds import kind_of
from thresher.kernel.outcome import Verdict
from thresher.kernel.selection import Selection
from thresher.plan import Plan, PlanOptions, plan_for
from thresher.plan.stages import ContainerStage, GeneralStage, InsideStage, ListStage, PassStage, Stage, TreeStage
from thresher.structures.container import Container
from thresher.structures.document import Document
from thresher.structures.trees.tree import Tree

Known: TypeAlias = Callable[[bytes], Verdict | None]

CHARACTER = "character"
IN_A_PART = " in a part"  # of a container; what is between the parts was not tried in these units
INSIDE = "only candidates in its format were tested"
OUTSIDE = "candidates outside its format were tested too, as long as that paid off"
MOST_LOOKED_UP = 1 << 13  # bytes of a result for each piece of which a verdict is looked up
OPAQUE = 64  # bytes; larger units are named if nothing inside them was tried
TOKENS = "tokens"
LITERALS = "literals"
MOST_TRIED = 50  # tokens of a large node whose removal is tried, fewer in a large content
MOST_PARSED = 1 << 20  # bytes parsed for that
NODES = {
    formats.SOURCE: "syntax node",
    formats.GRAMMAR: "node of the parse tree",
    formats.EVENTS: "task or step",
    formats.STEPS: "step",
    "xml": "XML node",
    "html": "HTML node",
    "sexp": "list or atom",
    "wat": "list or atom",
    "brackets": "item or pair of brackets",
    "ini": "section or entry",
}


@dataclass(frozen=True, slots=True)
class Granularity:
    """The units of which no single one can be removed, and the parts of the result that were not tried inside.

    `scope` says whether candidates outside the format of the input were tried.
    """

    units: tuple[str, ...]
    untried: tuple[str, ...] = ()
    together: int = 1
    scope: str = ""

    @property
    def claim(self) -> str:
        """What holds for a finished result: "no single XML node or token can be removed"."""
        if not self.units:
            return "no unit of the result was tried alone"
        inner = tuple(each.removesuffix(IN_A_PART) for each in self.units if each.endswith(IN_A_PART))
        outer = tuple(each for each in self.units if not each.endswith(IN_A_PART))
        listed = [_listed(outer, "or")] * bool(outer) + [_listed(inner, "or") + IN_A_PART] * bool(inner)
        many = f"; no {self.together} of them together" if self.together > 1 else ""
        return f"{' and '.join(f'no single {each}' for each in listed)} can be removed{many}"

    @property
    def caveat(self) -> str:
        """What is not known: "the inside of 2 frames (7,100 bytes) was not tried part by part".

        Empty if everything was tried.
        """
        return f"the inside of {_listed(self.untried, 'and')} was not tried part by part" if self.untried else ""


def granularity(data: bytes, name: str, plan: Plan, known: Known = lambda content: None) -> Granularity:
    """What a search by this plan that ended with this content has shown; `known` are the verdicts that it has.

    A search without regard to the format may end at any time, so it has shown only what was asked.
    """
    counts: Counter[str] = Counter()
    sizes: Counter[str] = Counter()
    proved = tuple(_proved_regardless(data, plan, known))
    for kind, size in () if CHARACTER in proved else _untried(data, name, plan):
        counts[kind] += 1
        sizes[kind] += size
    untried = tuple(
        f"{count} {kind}{'s' if count > 1 else ''} ({sizes[kind]:,} bytes)" for kind, count in counts.items()
    )
    return Granularity(
        tuple(dict.fromkeys((*_units(data, name, plan), *proved))),
        untried,
        max((stage.minimality for stage in plan.stages if isinstance(stage, ListStage)), default=1),
        _scope(plan),
    )


def _scope(plan: Plan) -> str:
    if plan.syntax is None and plan.inside is None:
        return ""
    return OUTSIDE if any(isinstance(stage, GeneralStage) for stage in plan.stages) else INSIDE


def _proved_regardless(data: bytes, plan: Plan, known: Known) -> Iterator[str]:
    """The units of the general stages that were all tried alone on the result."""
    general = [stage for stage in plan.stages if isinstance(stage, GeneralStage)]
    for stage in general if len(data) <= MOST_LOOKED_UP else ():
        units = formats.parse(stage.format, data)
        everything = Selection.all(len(units))
        if all(known(units.render(everything.without(at, at + 1))) for at in range(len(units))):
            yield _unit(stage)


def _listed(words: tuple[str, ...], last: str) -> str:
    return f" {last} ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else "".join(words)


def _units(data: bytes, name: str, plan: Plan) -> Iterator[str]:
    for stage in plan.stages:
        if isinstance(stage, InsideStage):
            for content, inner_name, inner in _inside(data, name, plan):
                yield from (f"{each.removesuffix(IN_A_PART)}{IN_A_PART}" for each in _units(content, inner_name, inner))
        elif isinstance(stage, ContainerStage) and _container(data, name, plan) is None:
            continue
        elif stage.certifies and _is_proved(stage):
            yield _unit(stage)


def _is_proved(stage: Stage) -> bool:
    """Whether each unit that is left was tried alone on the result itself, or on later visits."""
    if not isinstance(stage, TreeStage | ContainerStage):
        return True
    return stage.leaves_untried or tree_algorithm(stage.algorithm).guarantee is TreeGuarantee.ONE_TREE_MINIMAL


def _unit(stage: Stage) -> str:
    match stage:
        case ContainerStage():
            return f"part of the {stage.format} file"
        case TreeStage():
            return NODES.get(stage.format, f"{stage.format} node")
        case ListStage(factor=factor) if factor > 1:
            return f"group of {factor} {stage.format}"
        case _:
            return stage.format.removesuffix("s")


def _container(data: bytes, name: str, plan: Plan) -> Container | None:
    """The parts of the content; none if a search without regard to the format has left something else."""
    return formats.format_named(plan.format).container(name, data)


def _inside(data: bytes, name: str, plan: Plan) -> Iterator[tuple[bytes, str, Plan]]:
    container = _container(data, name, plan)
    for leaf in container.leaves() if container else ():
        assert container is not None
        part = container.nodes[leaf]
        yield part.content, part.name, plan_for(part.name, part.content, plan.inside or PlanOptions())


def _untried(data: bytes, name: str, plan: Plan) -> Iterator[tuple[str, int]]:
    """The large units that nothing was removed from, by kind and size."""
    if plan.inside is not None:
        yield from _untried_parts(data, name, plan)
    elif plan.syntax is not None:
        document = plan.syntax.parse(name, data)
        if unsampled(document.tree, document.tree.everything):
            yield "deep nesting", len(data)
        for node in _large_leaves(document.tree):
            if not _is_reached(document, node, plan):
                tree = document.tree
                yield _plain(tree.kind(node).name), tree.stops[node] - tree.starts[node]


def _untried_parts(data: bytes, name: str, plan: Plan) -> Iterator[tuple[str, int]]:
    container = _container(data, name, plan)
    goes_inside = any(isinstance(stage, InsideStage) for stage in plan.stages)
    for part in container.nodes if container else ():
        if part.content and not part.parts and (part.opaque or not goes_inside) and len(part.content) > OPAQUE:
            yield part.kind, len(part.content)
    for content, inner_name, inner in _inside(data, name, plan) if goes_inside else ():
        yield from _untried(content, inner_name, inner)


def _large_leaves(tree: Tree) -> Iterator[int]:
    for node in range(1, len(tree)):
        if tree.end(node) == node + 1 and tree.stops[node] - tree.starts[node] > OPAQUE:
            yield node


def _is_reached(document: Document, node: int, plan: Plan) -> bool:
    """Whether a pass shortens such a node, or most of its tokens could be removed singly without a syntax error."""
    tree = document.tree
    data, start, stop = tree.data, tree.starts[node], tree.stops[node]
    literal = any(kind_of(data[tree.starts[each] : tree.stops[each]]) for each in (node, tree.parent(node)))
    if literal and any(isinstance(stage, PassStage) and stage.transformation == LITERALS for stage in plan.stages):
        return True
    if not any(stage.format == TOKENS and stage.certifies for stage in plan.stages):
        return False
    units = formats.parse(TOKENS, data)
    inside = [at for at in range(len(units)) if start <= units.offsets[at] and units.offsets[at + 1] <= stop]
    step = max(1, len(inside) // max(1, min(MOST_TRIED, MOST_PARSED // len(data))))
    everything, tried = Selection.all(len(units)), inside[::step]
    free = sum(document.valid_text(units.render(everything.without(at, at + 1))) for at in tried)
    return 2 * free >= len(tried) > 1


def _plain(kind: str) -> str:
    return kind.replace("_", " ")
