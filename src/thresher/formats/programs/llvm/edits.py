"""What may stand in the place of a terminator, and parameters with their arguments, in LLVM's language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from thresher.formats.programs.llvm.tokens import LlvmToken, groups
from thresher.structures.rewrites import Rewrite
from thresher.structures.trees.splice import Cut

Span = tuple[int, int]
UNREACHABLE = b"unreachable"


class LlvmInstruction(NamedTuple):
    """An item, its tokens, what it does and where that is said; the values of a phi, the arguments of a call."""

    item: int
    begin: int
    end: int
    operation: int
    code: bytes
    incoming: Sequence[tuple[bytes, Span]] = ()
    callee: bytes = b""
    given: tuple[Span, ...] = ()


class LlvmBlock(NamedTuple):
    """Its name and its instructions."""

    name: bytes
    instructions: list[LlvmInstruction]


class LlvmFunction(NamedTuple):
    """Its name, its parameters and its blocks."""

    name: bytes
    parameters: tuple[Span, ...]
    blocks: list[LlvmBlock]


def alternatives(tokens: Sequence[LlvmToken], functions: Sequence[LlvmFunction]) -> list[Rewrite]:
    """For each terminator fewer successors: one of them, in the order in which they are there; none at the end."""
    ranked: list[tuple[int, Rewrite]] = []
    for function in functions:
        blocks = {block.name: block for block in function.blocks}
        for block in function.blocks:
            if block.instructions:
                ranked += enumerate(_of_terminator(tokens, blocks, block))
    return [rewrite for _, rewrite in sorted(ranked, key=lambda each: each[0])]


def _of_terminator(tokens: Sequence[LlvmToken], blocks: dict[bytes, LlvmBlock], block: LlvmBlock) -> Iterator[Rewrite]:
    last = block.instructions[-1]
    labels = [at for at in range(last.begin + 1, last.end) if _is_label(tokens, at)]
    edges = [tokens[at].text for at in labels]
    weights = _weights(tokens, last)

    def rewrite(cuts: Sequence[Cut], kept: Sequence[bytes], label: str, *groups: int) -> Rewrite:
        lost = _lost(blocks, block.name, edges, kept)
        return Rewrite(tuple(sorted([*cuts, *lost, *weights])), label, groups)

    if last.code == b"br" and len(labels) == 2:
        first, second = labels
        condition = (tokens[last.operation + 1].start, tokens[first - 1].start, b"")
        yield rewrite(
            [condition, (tokens[first].stop, tokens[second].stop, b"")], edges[:1], "always branch", last.item
        )
        yield rewrite([(condition[0], tokens[second - 1].start, b"")], edges[1:], "never branch", last.item)
    elif last.code == b"switch" and labels:
        yield rewrite(_without_cases(tokens, last, labels[0]), edges[:1], "take the default", last.item)
        for number, at in enumerate(labels[1:], 1):
            case = (tokens[_case_begin(tokens, at)].start, tokens[at].stop, b"")
            yield rewrite([case], [*edges[:number], *edges[number + 1 :]], "drop a case")
    elif last.code == b"invoke" and len(labels) == 2:
        yield rewrite(_called(tokens, last, *labels), edges[:1], "call", last.item)
    if last.code not in (UNREACHABLE, b"") and last.end > last.begin + 1:
        cut = (tokens[last.begin].start, tokens[last.end - 1].stop, UNREACHABLE)
        weights = []
        yield rewrite([cut], [], "end", last.item)


def _weights(tokens: Sequence[LlvmToken], instruction: LlvmInstruction) -> list[Cut]:
    """How likely each way is, which has to be said for all or none."""
    found = [at for at in range(instruction.begin + 1, instruction.end - 1) if tokens[at].text == b"!prof"]
    return [(tokens[at - 1].start, tokens[at + 1].stop, b"") for at in found]


def _is_label(tokens: Sequence[LlvmToken], at: int) -> bool:
    return tokens[at - 1].text == b"label" and tokens[at].text[:1] == b"%"


def _case_begin(tokens: Sequence[LlvmToken], at: int) -> int:
    """Where `i32 1, label %x` begins."""
    while tokens[at].text != b",":
        at -= 1
    return at - 2


def _without_cases(tokens: Sequence[LlvmToken], switch: LlvmInstruction, default: int) -> list[Cut]:
    opening = next((at for at in range(default, switch.end) if tokens[at].text == b"["), switch.end - 1)
    closing = groups(tokens, opening)[1] if tokens[opening].text == b"[" else opening
    operation = tokens[switch.operation]
    return [
        (operation.start, operation.stop, b"br"),
        (tokens[switch.operation + 1].start, tokens[default - 1].start, b""),
        (tokens[default].stop, tokens[min(closing, switch.end - 1)].stop, b""),
    ]


def _called(tokens: Sequence[LlvmToken], invoke: LlvmInstruction, normal: int, unwind: int) -> list[Cut]:
    operation = tokens[invoke.operation]
    return [
        (operation.start, operation.stop, b"call"),
        (tokens[normal - 2].start, tokens[normal - 1].start, b"\nbr "),
        (tokens[normal].stop, tokens[unwind].stop, b""),
    ]


def _lost(blocks: dict[bytes, LlvmBlock], name: bytes, edges: Sequence[bytes], kept: Sequence[bytes]) -> Iterator[Cut]:
    """What the phis of the successors lose with the edges from a block."""
    for successor, number in (Counter(edges) - Counter(kept)).items():
        for instruction in blocks[successor].instructions if successor in blocks else ():
            spans = [span for label, span in instruction.incoming if label == name]
            for start, stop in spans[:number]:
                yield start, stop, b""


def arguments(functions: Sequence[LlvmFunction]) -> list[Rewrite]:
    """For each parameter the edit that removes it, with its arguments in all direct calls."""
    calls: dict[bytes, list[tuple[Span, ...]]] = {}
    for function in functions:
        for block in function.blocks:
            for instruction in block.instructions:
                if instruction.callee:
                    calls.setdefault(instruction.callee, []).append(instruction.given)
    found = []
    for function in functions:
        for number, parameter in enumerate(() if function.name.startswith(b"@llvm.") else function.parameters):
            given = [each[number] for each in calls.get(function.name, ()) if number < len(each)]
            cuts = tuple((start, stop, b"") for start, stop in sorted([parameter, *given]))
            found.append(Rewrite(cuts, "parameter"))
    return found
