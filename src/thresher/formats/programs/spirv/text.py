"""SPIR-V as text, as `spirv-dis` writes it: the same instructions as in words, with ids that are names.

An instruction begins at an operation, or at the id of its result. Whatever begins with a per cent sign is an id, so
only those operations need to be known that are more than values computed from values.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import count, product
from string import ascii_lowercase

from thresher.formats.programs.spirv.module import (
    CONSTANT,
    CONSTANT_NULL,
    CONSTANTS,
    NUMBERS,
    UNDEF,
    SpirvInstruction,
    SpirvModule,
    SpirvUse,
)
from thresher.structures.rewrites import Rewrite
from thresher.structures.trees.splice import Cut

_NAMES: tuple[tuple[int, str], ...] = (
    (1, "Undef SourceContinued Source SourceExtension Name MemberName String Line"),
    (10, "Extension ExtInstImport ExtInst - MemoryModel EntryPoint ExecutionMode Capability"),
    (19, "TypeVoid TypeBool TypeInt TypeFloat TypeVector TypeMatrix TypeImage TypeSampler TypeSampledImage TypeArray"),
    (29, "TypeRuntimeArray TypeStruct TypeOpaque TypePointer TypeFunction TypeEvent TypeDeviceEvent TypeReserveId"),
    (37, "TypeQueue TypePipe TypeForwardPointer - ConstantTrue ConstantFalse Constant ConstantComposite"),
    (45, "ConstantSampler ConstantNull - SpecConstantTrue SpecConstantFalse SpecConstant SpecConstantComposite"),
    (52, "SpecConstantOp - Function FunctionParameter FunctionEnd FunctionCall - Variable"),
    (62, "Store CopyMemory CopyMemorySized AccessChain InBoundsAccessChain PtrAccessChain ArrayLength"),
    (69, "GenericPtrMemSemantics InBoundsPtrAccessChain Decorate MemberDecorate DecorationGroup GroupDecorate"),
    (99, "ImageWrite"),
    (218, "EmitVertex EndPrimitive EmitStreamVertex EndStreamPrimitive - - ControlBarrier MemoryBarrier"),
    (227, "AtomicLoad AtomicStore AtomicExchange AtomicCompareExchange AtomicCompareExchangeWeak AtomicIIncrement"),
    (233, "AtomicIDecrement AtomicIAdd AtomicISub AtomicSMin AtomicUMin AtomicSMax AtomicUMax AtomicAnd AtomicOr"),
    (242, "AtomicXor - - Phi LoopMerge SelectionMerge Label Branch BranchConditional Switch Kill Return ReturnValue"),
    (255, "Unreachable"),
    (322, "TypePipeStorage"),
    (327, "TypeNamedBarrier"),
    (330, "ModuleProcessed ExecutionModeId DecorateId"),
    (4416, "TerminateInvocation"),
    (5632, "DecorateString MemberDecorateString"),
)
CODES = {f"Op{name}".encode(): first + at for first, names in _NAMES for at, name in enumerate(names.split())}
OTHER = 1 << 16
_UNTYPED = frozenset((b"OpLabel", b"OpString", b"OpExtInstImport", b"OpDecorationGroup"))
_TOKEN = re.compile(
    rb"""(?P<comment>;[^\n]*) | (?P<string>"(?:[^"\\]|\\.)*"?) | (?P<result>%\w+\s*=\s*)? (?P<operation>Op[A-Z]\w*)
       | (?P<id>%\w+) | (?P<word>[^\s;"%]+ | %)""",
    re.VERBOSE,
)
_ZERO = re.compile(rb"[-+]?(?:0x)?[0.]+(?:p[-+]?\d+)?")


def read_text(data: bytes) -> SpirvModule | None:
    """The instructions and how new ones are written; None if there are none."""
    tokens = [token for token in _TOKEN.finditer(data) if token.lastgroup != "comment"]
    ids: dict[bytes, int] = {}
    found = [_instruction(group, ids) for group in _groups(tokens)]
    if not found:
        return None
    names = list(ids)
    reference = partial(_reference, names)

    def instruction(code: int, type: int, result: int, *literals: int) -> bytes:
        words = (reference(type), *(str(each).encode() for each in literals))
        return reference(result) + b" = " + _OPERATIONS[code] + b" " + b" ".join(words) + b"\n"

    return SpirvModule(
        data,
        found,
        len(names) + 1,
        reference,
        instruction,
        branch=b"OpBranch ",
        unreachable=b"\nOpUnreachable\n",
        tidying=tuple(_tidying(data, tokens)),
        renamings=_renamings(data, names),
    )


_OPERATIONS = {CONSTANT: b"OpConstant", CONSTANT_NULL: b"OpConstantNull", UNDEF: b"OpUndef"}


def _tidying(data: bytes, tokens: Sequence[re.Match[bytes]]) -> Iterator[Cut]:
    """Comments and white space, but for one line break or blank between tokens."""
    at = 0
    for token in tokens:
        gap = data[at : token.start()]
        kept = at + max(gap.find(b"\n"), 0)
        if at and len(gap) > 1:
            yield from (cut for cut in ((at, kept, b""), (kept + 1, token.start(), b"")) if cut[0] < cut[1])
        elif gap and not at:
            yield 0, token.start(), b""
        at = token.end()


def _groups(tokens: Iterable[re.Match[bytes]]) -> Iterator[list[re.Match[bytes]]]:
    """The tokens of each instruction."""
    group: list[re.Match[bytes]] = []
    for token in tokens:
        if token.lastgroup == "operation":
            if group:
                yield group
            group = [token]
        elif group:
            group.append(token)
    if group:
        yield group


def _instruction(tokens: Sequence[re.Match[bytes]], ids: dict[bytes, int]) -> SpirvInstruction:
    first, result = tokens[0]["operation"], tokens[0]["result"]
    number = ids.setdefault(result.split(b"=")[0].strip(), len(ids) + 1) if result else 0
    uses = [
        SpirvUse(*each.span(), ids.setdefault(each.group(), len(ids) + 1)) for each in tokens if each.lastgroup == "id"
    ]
    code = CODES.get(first, OTHER)
    typed = number and uses and first not in _UNTYPED and not first.startswith(b"OpType")
    literals = [each.group() for each in tokens if each.lastgroup == "word"]
    value = 0
    if code in NUMBERS and literals[:1] and literals[0].isdigit():
        value = int(literals[0])
    elif code in CONSTANTS:
        value = int(not all(map(_ZERO.fullmatch, literals)))
    type, used = (uses[0], uses[1:]) if typed else (None, uses)
    return SpirvInstruction(code, tokens[0].start(), tokens[-1].end(), type, number, tuple(used), value)


def _reference(names: Sequence[bytes], number: int) -> bytes:
    """The name of an id; a new one for a number that has none."""
    return names[number - 1] if number <= len(names) else b"%_" + str(number).encode()


def _free_names(names: Iterable[bytes]) -> Iterator[bytes]:
    used = set(names)
    words = (b"%" + "".join(word).encode() for size in count(1) for word in product(ascii_lowercase, repeat=size))
    return (word for word in words if word not in used)


def _renamings(data: bytes, names: Sequence[bytes]) -> list[Rewrite]:
    """Shorter names, one edit for each; the longest first."""
    places: dict[bytes, list[tuple[int, int]]] = {}
    for token in _TOKEN.finditer(data):
        if token.lastgroup == "id":
            places.setdefault(token.group(), []).append(token.span())
        elif token["result"]:
            name = token["result"].split(b"=")[0].strip()
            places.setdefault(name, []).append((token.start(), token.start() + len(name)))
    free = _free_names(names)
    found = []
    for name in sorted((each for each in names if len(each) > 2), key=len, reverse=True):
        new = next(free)
        if len(new) < len(name):
            found.append(Rewrite(tuple((*span, new) for span in places[name]), "rename"))
    return found
