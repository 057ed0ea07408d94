"""Every single removal from a content, and its outcome, as listed by certificates and explanations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from thresher import formats
from thresher.algorithms.trees.single_removals import single_removals
from thresher.explain.replaceable_parts import place_of
from thresher.formats.events.events import renderer
from thresher.kernel.outcome import Outcome, Verdict
from thresher.kernel.selection import Selection
from thresher.plan import Plan, PlanOptions, plan_for
from thresher.plan.stages import ContainerStage, InsideStage, ListStage, Stage, TreeStage

DOES_NOT_PARSE = "does not parse"
MOST_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Removal:
    """What was removed, as what kind of unit, and the outcome; None if it was not tested.

    `instead` is what replaced it, where the syntax requires something there.
    """

    stage: str
    text: str
    outcome: Outcome | None
    reason: str
    instead: str = ""

    @property
    def became(self) -> str:
        """The outcome, for the user."""
        outcome = self.outcome.value if self.outcome else "not tested"
        return f"{outcome} ({self.reason})" if self.reason else outcome

    @property
    def unit(self) -> str:
        """The kind of unit that was removed, in the singular."""
        return self.stage[:-1] if self.stage.endswith("s") else "node"

    @property
    def what(self) -> str:
        """What was done: "without line 'a'", "with '0' for node 'x != 0'"."""
        return (
            f"with {self.instead!r} for {self.unit} {self.text!r}"
            if self.instead
            else f"without {self.unit} {self.text!r}"
        )


@dataclass(frozen=True, slots=True)
class Certificate:
    """Minimal in its units if no single removal fails. Not complete if it was stopped before all were tried.

    `claim` names the units, and `caveat` what was not tried inside them, as in `Granularity`.
    """

    removals: tuple[Removal, ...]
    complete: bool
    criterion: list[str]
    claim: str = ""
    caveat: str = ""

    @property
    def minimal(self) -> bool:
        return self.complete and all(removal.outcome is not Outcome.FAIL for removal in self.removals)


@dataclass(frozen=True, slots=True)
class SingleRemoval:
    """One removal: where the removed text starts and stops, the text itself, and the rest; `parses` if it may be
    tested.

    `instead` is what replaces a part that the syntax requires.
    """

    start: int
    stop: int
    gone: bytes
    rest: bytes
    parses: bool
    instead: bytes = b""

    def judged(self, stage: str, verdict: Verdict | None) -> Removal:
        """The removal with its outcome; without a verdict it does not parse."""
        outcome, reason = (verdict.outcome, verdict.reason) if verdict else (None, DOES_NOT_PARSE)
        return Removal(stage, _shown(self.gone), outcome, reason, _shown(self.instead))


def _shown(data: bytes) -> str:
    text = data.decode("utf-8", errors="backslashreplace").strip()
    return text if len(text) <= MOST_SHOWN else f"{text[: MOST_SHOWN - 3]}..."


def removals(data: bytes, name: str, plan: Plan) -> Iterator[tuple[Stage, list[SingleRemoval]]]:
    """For each stage of a plan that removes units, all single removals; those inside a container included."""
    seen: set[str] = set()
    for stage in plan.stages:
        if isinstance(stage, InsideStage):
            yield from _inside(stage, data, name, plan)
        elif stage.certifies and stage.format not in seen:
            seen.add(stage.format)
            yield stage, list(_single_removals(stage, data, name))


def _single_removals(stage: Stage, data: bytes, name: str) -> Iterator[SingleRemoval]:
    match stage:
        case ListStage():
            return _from_list(stage, data, name)
        case TreeStage():
            return _from_tree(stage, data, name)
        case ContainerStage():
            return _from_container(stage, data, name)
        case _:
            return iter(())


def _from_list(stage: ListStage, data: bytes, name: str) -> Iterator[SingleRemoval]:
    units = formats.parse(stage.format, data).coarser(stage.factor)
    everything = Selection.all(len(units))
    valid: Callable[[bytes], bool] | None = None
    if stage.syntax is not None:
        valid = stage.syntax.parse(name, data).valid_text
    for at in range(len(units)):
        start, stop = units.offsets[at], units.offsets[at + 1]
        rest = units.render(everything.without(at, at + 1))
        yield SingleRemoval(start, stop, data[start:stop], rest, valid is None or valid(rest))


def _from_tree(stage: TreeStage, data: bytes, name: str) -> Iterator[SingleRemoval]:
    document = stage.syntax.parse(name, data)
    tree, render = document.tree, renderer(document)
    for probe in single_removals(tree, tree.everything):
        node = (tree.everything - probe.candidate).unit(0)
        start, stop, rest = tree.starts[node], tree.stops[node], render(probe.candidate)
        instead = tree.replacement(node) or b""
        yield SingleRemoval(start, stop, data[start:stop], rest, document.valid_text(rest), instead)


def _from_container(stage: ContainerStage, data: bytes, name: str) -> Iterator[SingleRemoval]:
    container = formats.format_named(stage.format).container(name, data)
    for probe in single_removals(container, container.everything) if container else ():
        assert container is not None
        node = (container.everything - probe.candidate).unit(0)
        gone = (
            container.nodes[node].raw
            or container.nodes[node].name.encode()
            or container.text(container.everything, node)
        )
        start = max(data.find(gone), 0)
        yield SingleRemoval(start, start + len(gone), gone, container.render(probe.candidate), parses=True)


def _inside(stage: InsideStage, data: bytes, name: str, plan: Plan) -> Iterator[tuple[Stage, list[SingleRemoval]]]:
    """The single removals from parts of a container."""
    container = formats.format_named(stage.format).container(name, data)
    for leaf in container.leaves() if container else ():
        assert container is not None
        part = container.nodes[leaf]
        inner = plan_for(part.name, part.content, plan.inside or PlanOptions())
        at = place_of(part, data)
        for each, all_removals in removals(part.content, part.name, inner):
            yield each, [_moved(removal, at, container.holding(leaf, removal.rest).data) for removal in all_removals]


def _moved(removal: SingleRemoval, by: int, rest: bytes) -> SingleRemoval:
    return replace(removal, start=removal.start + by, stop=removal.stop + by, rest=rest)


def known_removals(
    data: bytes, name: str, plan: Plan, known: Callable[[bytes], Verdict | None]
) -> tuple[tuple[Removal, ...], bool]:
    """The known outcome of each single removal, and whether that is all of them; runs nothing."""
    known_ones: list[Removal] = []
    complete = True
    for stage, all_removals in removals(data, name, plan):
        for removal in all_removals:
            verdict = known(removal.rest)
            if verdict is not None or not removal.parses:
                known_ones.append(removal.judged(stage.format, verdict))
            else:
                complete = False
    return tuple(known_ones), complete
