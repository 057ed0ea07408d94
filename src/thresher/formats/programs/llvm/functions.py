"""The functions of LLVM's textual language: their parameters, blocks and instructions."""

from __future__ import annotations

from thresher.formats.programs.llvm.edits import LlvmBlock, LlvmFunction, LlvmInstruction
from thresher.formats.programs.llvm.module import LlvmModule
from thresher.formats.programs.llvm.tokens import ORDERS, groups, instructions, type_end
from thresher.formats.programs.llvm.values import LINKAGE, NULL, promotable, zero
from thresher.structures.program import SeparatedList

TERMINATORS = frozenset(
    b"ret br switch indirectbr invoke callbr resume catchswitch catchret cleanupret unreachable".split()
)
FIXED = TERMINATORS | frozenset(b"landingpad catchpad cleanuppad".split())
EFFECTS = TERMINATORS | frozenset(b"call store fence cmpxchg atomicrmw va_arg catchpad cleanuppad landingpad".split())
CALLS = frozenset(b"call invoke callbr".split())


class LlvmFunctionReader:
    """Reads one function into a module; `names` are its locals, `unlabelled` its first block if that has no label."""

    def __init__(self, module: LlvmModule) -> None:
        self._module = module
        self.names: dict[bytes, int] = {}
        self.unlabelled = b""

    def read(self, begin: int, end: int) -> int:
        """Makes the items of a function; the token that is its name, or -1."""
        tokens = self._module.tokens
        name = next((at for at in range(begin, end) if tokens[at].text[:1] == b"@" and tokens[at].depth == 0), -1)
        if name < 0 or name + 1 >= end or tokens[name + 1].text != b"(":
            self._module.add(begin, end)
            return -1
        self._module.global_items[tokens[name].text] = len(self._module.items)
        parameters, after = groups(tokens, name + 1)
        opening = next((at for at in range(after, end) if tokens[at].text == b"{" and tokens[at].depth == 0), -1)
        spans = tuple(self._module.span(*each) for each in parameters)
        function = LlvmFunction(tokens[name].text, spans, [])
        self._module.functions.append(function)
        named = [stop - 1 for start, stop in parameters if tokens[stop - 1].text[:1] == b"%" and stop - start > 1]
        self._module.defining.update(named)
        if tokens[begin].text == b"declare" or opening < 0:
            self._module.add(begin, end, root=False)
            self._module.add_list(parameters)
            return name
        cuts = [(token.start, token.stop, b"") for token in tokens[begin:name] if token.text in LINKAGE]
        cuts += [(tokens[at].start, tokens[at].stop, b"") for at in named]
        keyword, body = (tokens[begin].start, tokens[begin].stop), (tokens[after].stop, tokens[end - 1].stop)
        self._module.add(begin, end, stub=((*keyword, b"declare"), *cuts, (*body, b"")))
        self._module.add_list(parameters)
        self._body(function, parameters, opening, end)
        return name

    def _body(self, function: LlvmFunction, parameters: list[tuple[int, int]], opening: int, end: int) -> None:
        """Makes the items of parameters, blocks and instructions."""
        tokens, numbers = self._module.tokens, 0
        for begin, stop in parameters:
            if tokens[stop - 1].text[:1] == b"%" and stop - begin > 1:
                self.names[tokens[stop - 1].text] = self._module.add(begin, stop, removable=False)
                numbers += tokens[stop - 1].text[1:].isdigit()
        closing = groups(tokens, opening)[1]
        found = list(instructions(tokens, opening + 1, min(closing, end)))
        starts = [at for at, (begin, _) in enumerate(found) if tokens[begin].kind == "label"]
        starts = starts if starts[:1] == [0] else [0, *starts]
        for start, stop in zip(starts, [*starts[1:], len(found)], strict=True):
            if start < stop:
                self._block(function, found[start:stop], implicit=b"%%%d" % numbers, entry=start == 0)

    def _block(self, function: LlvmFunction, found: list[tuple[int, int]], *, implicit: bytes, entry: bool) -> None:
        tokens = self._module.tokens
        label = tokens[found[0][0]] if tokens[found[0][0]].kind == "label" else None
        name = b"%" + label.text[:-1] if label else implicit
        self.names[name] = len(self._module.items)
        if label is None:
            self.unlabelled = name
        self._module.add(found[0][0], found[-1][1], root=entry, removable=False)
        block = LlvmBlock(name, [])
        function.blocks.append(block)
        for begin, end in found[1:] if label else found:
            if tokens[begin].text in ORDERS:
                self._module.tidy(begin, end)
            else:
                block.instructions.append(self._instruction(begin, end))

    def _instruction(self, begin: int, end: int) -> LlvmInstruction:
        tokens, named = self._module.tokens, begin + 1 < end and self._module.tokens[begin + 1].text == b"="
        operation = begin + 2 * named
        while operation + 1 < end and tokens[operation].text in (b"tail", b"musttail", b"notail"):
            operation += 1
        code = tokens[operation].text if operation < end else b""
        item = self._module.add(begin, end, root=not named or code in EFFECTS, removable=code not in FIXED)
        if named:
            self.names[tokens[begin].text] = item
            self._module.defining.add(begin)
            self._module.promotable |= dict.fromkeys(promotable(tokens, operation, end), item)
        incoming: list[tuple[bytes, tuple[int, int]]] = []
        if code == b"phi":
            incoming = self._incoming(operation, end, item)
        callee, given = b"", tuple[tuple[int, int], ...]()
        if code in CALLS:
            callee, given = self._call(operation, end)
        return LlvmInstruction(item, begin, end, operation, code, incoming, callee, given)

    def _incoming(self, operation: int, end: int, item: int) -> list[tuple[bytes, tuple[int, int]]]:
        """The blocks and values of a phi."""
        tokens, pairs, depth = self._module.tokens, list[tuple[int, int]](), self._module.tokens[operation].depth
        begin = type_end(tokens, operation + 1)
        neutral = zero(tokens[begin - 1].text)
        for at in range(begin, end):
            if tokens[at].text == b"[" and tokens[at].depth == depth:
                pairs.append((at, groups(tokens, at)[1] + 1))
                self._module.neutral |= dict.fromkeys(range(at + 1, pairs[-1][1] - 2), neutral)
        spans = tuple(self._module.span(*each) for each in pairs)
        if spans:
            self._module.lists.append(SeparatedList(spans, item))
        found = []
        for (_, stop), span in zip(pairs, spans, strict=True):
            self._module.elements[stop - 2] = span, True
            found.append((tokens[stop - 2].text, span))
        return found

    def _call(self, operation: int, end: int) -> tuple[bytes, tuple[tuple[int, int], ...]]:
        """Whom a call calls, and its arguments."""
        tokens = self._module.tokens
        for at in range(operation, end - 1):
            token, after = tokens[at], tokens[at + 1]
            if token.text[:1] in (b"@", b"%") and after.text == b"(" and after.depth == tokens[operation].depth:
                given = groups(tokens, at + 1)[0]
                self._module.add_list(given)
                self._module.called[at] = None if tokens[operation].text == b"call" else NULL
                return token.text, tuple(self._module.span(*each) for each in given)
        return b"", ()
