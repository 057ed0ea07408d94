"""What may stand in the place of branches in SPIR-V: one way, none, or the next block itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from thresher.formats.programs.spirv import module as spirv
from thresher.formats.programs.spirv.module import SpirvInstruction, SpirvModule
from thresher.structures.rewrites import Rewrite
from thresher.structures.trees.splice import Cut

_MERGES = (spirv.SELECTION_MERGE, spirv.LOOP_MERGE)


class SpirvBlock(NamedTuple):
    """The id of its label, the number of its first instruction, and its instructions with the label."""

    label: int
    place: int
    instructions: Sequence[SpirvInstruction]

    @property
    def last(self) -> SpirvInstruction:
        return self.instructions[-1]

    @property
    def merge(self) -> SpirvInstruction | None:
        """Where its ways meet again, said before the branch."""
        return next((each for each in self.instructions if each.code in _MERGES), None)

    @property
    def successors(self) -> list[int]:
        skipped = self.last.code in (spirv.BRANCH_CONDITIONAL, spirv.SWITCH)
        branches = spirv.BRANCH <= self.last.code <= spirv.SWITCH
        return [use.id for use in self.last.uses[skipped:]] if branches else []


def alternatives(blocks: Sequence[SpirvBlock], module: SpirvModule, hold: Callable[[int], int]) -> list[Rewrite]:
    """Loops that run once, then for each block fewer successors: one of them, in their order; none at the end.

    `hold` gives the supply that holds a block.
    """
    by_label = {block.label: block for block in blocks}
    ranked = [
        (rank, Rewrite(tuple(sorted(cuts)), "branch", (block.label,)))
        for block in blocks
        for rank, cuts in enumerate(_of_block(block, by_label, module))
    ]
    cases = (Rewrite(tuple(sorted(cuts)), "drop a case") for block in blocks for cuts in _cases(block, by_label))
    once = (_once(blocks, block, by_label, module, hold) for block in blocks)
    return [*filter(None, once), *cases, *(rewrite for _, rewrite in sorted(ranked, key=lambda each: each[0]))]


def _once(
    blocks: Sequence[SpirvBlock],
    header: SpirvBlock,
    by_label: Mapping[int, SpirvBlock],
    module: SpirvModule,
    hold: Callable[[int], int],
) -> Rewrite | None:
    """A loop without its way back; what would leave it continues in it. Only where no phi depends on that."""
    if header.merge is None or header.merge.code != spirv.LOOP_MERGE:
        return None
    end = header.merge.uses[0].id
    if end not in by_label or any(_has_phi(by_label[label]) for label in (end, header.label)):
        return None
    cuts: list[Cut] = [(header.merge.start, header.merge.stop, b"")]
    changed = {header.label}
    for block in blocks:
        if block.last.code == spirv.BRANCH and block.label > header.label and block.successors == [header.label]:
            cuts.append((*block.last.uses[0][:2], module.reference(end)))
            changed.add(block.label)
        elif (
            block.last.code == spirv.BRANCH_CONDITIONAL
            and end in block.successors
            and block.merge in (None, header.merge)
        ):
            other = next((each for each in block.successors if each != end), end)
            cuts += _kept_way(block, other, block.last.start, module)
            changed.add(block.label)
    found = tuple(sorted(set(cuts)))
    return Rewrite(found, "run once", tuple(sorted(changed)), hold(end)) if len(cuts) > 1 else None


def _has_phi(block: SpirvBlock) -> bool:
    return any(each.code == spirv.PHI for each in block.instructions)


def _of_block(block: SpirvBlock, blocks: Mapping[int, SpirvBlock], module: SpirvModule) -> Iterator[list[Cut]]:
    """The cuts of each alternative."""
    start = block.last.start if block.merge is None else block.merge.start
    ways = dict.fromkeys(block.successors if len(block.successors) > 1 else ())
    if block.merge is not None and block.merge.code == spirv.LOOP_MERGE:
        ways = dict.fromkeys([block.merge.uses[0].id, *ways])
    for way in ways:
        yield [*_kept_way(block, way, start, module), *_lost(block, blocks, [way])]
    if block.last.uses or block.merge is not None:
        yield [(start, block.last.stop, module.unreachable), *_lost(block, blocks, [])]


def _cases(block: SpirvBlock, blocks: Mapping[int, SpirvBlock]) -> Iterator[list[Cut]]:
    """A switch without each of its cases; each is a number and a label."""
    ways = block.successors if block.last.code == spirv.SWITCH else []
    for number, (before, use) in enumerate(pairwise(block.last.uses[1:] if ways else ()), 1):
        kept = [*ways[:number], *ways[number + 1 :]]
        yield [(before.stop, use.stop, b""), *_lost(block, blocks, kept)]


def _kept_way(block: SpirvBlock, way: int, start: int, module: SpirvModule) -> list[Cut]:
    """A branch to one block; the id that refers to it stays where it is."""
    merge = () if block.merge is None else block.merge.uses
    kept = next(use for use in (*merge, *block.last.uses) if use.id == way and use.start >= start)
    return [(start, kept.start, module.branch), (kept.stop, block.last.stop, b"")]


def _lost(block: SpirvBlock, blocks: Mapping[int, SpirvBlock], kept: Sequence[int]) -> Iterator[Cut]:
    """What the phis of the successors lose."""
    for successor in Counter(block.successors) - Counter(kept):
        for each in blocks[successor].instructions if successor in blocks and successor not in kept else ():
            pairs = zip(each.uses[::2], each.uses[1::2], strict=False) if each.code == spirv.PHI else ()
            for value, parent in pairs:
                if parent.id == block.label:
                    yield value.start, parent.stop, b""


def joins(blocks: Sequence[SpirvBlock], module: SpirvModule, hold: Callable[[int], int]) -> Iterator[Rewrite]:
    """A block that only the one before it branches to is a part of that."""
    users = Counter(
        use.id for block in blocks for each in block.instructions if each.code != spirv.PHI for use in each.uses
    )
    for block, after in pairwise(blocks):
        joins = block.last.code == spirv.BRANCH and block.successors == [after.label] and block.merge is None
        adjacent = block.place + len(block.instructions) == after.place
        if joins and adjacent and users[after.label] == 1 and after.instructions[1].code != spirv.PHI:
            parents = [
                (*use[:2], module.reference(block.label))
                for other in blocks
                for each in other.instructions
                if each.code == spirv.PHI
                for use in each.uses[1::2]
                if use.id == after.label
            ]
            cut = (block.last.start, after.instructions[0].stop, b"")
            yield Rewrite(tuple(sorted([cut, *parents])), "join", needs=hold(after.label))


def arguments(instructions: Sequence[SpirvInstruction]) -> Iterator[Rewrite]:
    """Each parameter of all functions of a type, with its arguments in all calls."""
    types = {each.result: each for each in instructions if each.code == spirv.FUNCTION_TYPE}
    functions: dict[int, list[int]] = {}  # by their types
    parameters: dict[int, list[Cut]] = {}
    calls: dict[int, list[SpirvInstruction]] = {}
    last = 0
    for each in instructions:
        if each.code == spirv.FUNCTION:
            last = each.result
            functions.setdefault(each.uses[-1].id, []).append(last)
        elif each.code == spirv.PARAMETER:
            parameters.setdefault(last, []).append((each.start, each.stop, b""))
        elif each.code == spirv.FUNCTION_CALL:
            calls.setdefault(each.uses[0].id, []).append(each)
    for type, of_type in functions.items():
        for number, use in enumerate(types[type].uses[1:] if type in types else ()):
            cuts: list[Cut] = [(*use[:2], b"")]
            for function in of_type:
                cuts += parameters.get(function, [])[number : number + 1]
                given = (call.uses[1:][number : number + 1] for call in calls.get(function, ()))
                cuts += [(*use[:2], b"") for found in given for use in found]
            yield Rewrite(tuple(sorted(cuts)), "parameter")
