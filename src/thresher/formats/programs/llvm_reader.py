"""LLVM's textual language as a program: globals, functions, blocks and instructions, types, attributes and metadata.

Values without names are counted by LLVM, in order and without gaps, so every candidate names them first. Numbers are
never written: a name of letters is no longer.
"""

from __future__ import annotations

from collections.abc import Sequence

from thresher.formats.programs.llvm_edits import LlvmBlock, LlvmFunction, LlvmInstruction, alternatives, arguments
from thresher.formats.programs.llvm_names import LlvmScope, naming
from thresher.formats.programs.llvm_tokens import (
    ORDERS,
    LlvmToken,
    groups,
    instructions,
    statements,
    tokenized,
    type_end,
)
from thresher.formats.programs.llvm_values import LINKAGE, NULL, operand, promotable, uninitialised, zero
from thresher.structures.program import ItemReference, LinkedProgram, ProgramItem, SeparatedList, Supply
from thresher.structures.trees.splice import Cut

TERMINATORS = frozenset(
    b"ret br switch indirectbr invoke callbr resume catchswitch catchret cleanupret unreachable".split()
)
FIXED = TERMINATORS | frozenset(b"landingpad catchpad cleanuppad".split())
EFFECTS = TERMINATORS | frozenset(b"call store fence cmpxchg atomicrmw va_arg catchpad cleanuppad landingpad".split())
CALLS = frozenset(b"call invoke callbr".split())


def read(data: bytes) -> LinkedProgram:
    """The program; of a text that is not LLVM's, whatever looks like it."""
    return _Reader(data).program()


class _Reader:
    def __init__(self, data: bytes) -> None:
        self._data = data
        self._tokens, self._comments = tokenized(data)
        self._items: list[ProgramItem] = []
        self._globals: dict[bytes, int] = {}
        self._scopes: list[LlvmScope] = []
        self._references: list[ItemReference] = []
        self._lists: list[SeparatedList] = []
        self._functions: list[LlvmFunction] = []
        self._elements: dict[int, tuple[tuple[int, int], bool]] = {}  # by the token that refers; whether it is weak
        self._tidying: list[Cut] = [(start, stop, b"") for start, stop in self._comments]
        self._neutral: dict[int, bytes] = {}  # of the tokens that have another one than their own
        self._unresolved: set[bytes] = set()
        self._promotions: list[tuple[int, int]] = []
        self._promotable: dict[int, int] = {}  # tokens that may stand in for the items they are operands of
        self._aliases: dict[bytes, bytes] = {}  # what other names are names of
        self._supplies: list[Supply] = []
        self._names: list[int] = []  # of the statements: the tokens that are their names, or -1
        self._called: dict[int, bytes | None] = {}  # what is neutral for tokens that are called; a call goes with them
        self._defining: set[int] = set()  # tokens that are names of what is defined there
        self._unlabelled = b""  # the name of the first block of the last function, if that is not written

    def program(self) -> LinkedProgram:
        for begin, end in statements(self._tokens):
            self._unlabelled = b""
            defined, local = self._statement(begin, end)
            self._scopes.append(LlvmScope(begin, end, local, self._unlabelled))
            self._names.append(defined)
        for scope, name in zip(self._scopes, self._names, strict=True):
            self._refer(scope, name)
        self._without_aliases()
        counted, renamed, called = naming(self._tokens, self._scopes, self._globals)
        return LinkedProgram(
            self._data,
            self._items,
            sorted(self._references),
            self._lists,
            self._supplies,
            alternatives=alternatives(self._tokens, self._functions),
            arguments=arguments(self._functions),
            renamings=renamed,
            promotions=self._promotions,
            names=called,
            tidying=(*self._tidying, *counted),
            unresolved=frozenset(self._unresolved),
        )

    def _statement(self, begin: int, end: int) -> tuple[int, dict[bytes, int]]:
        """Makes the items of a statement; the token that is its name, or -1, and the names inside."""
        first = self._tokens[begin]
        if first.text in ORDERS:
            self._tidying.append((first.start, self._tokens[end - 1].stop, b""))
            return -1, {}
        if first.text in (b"define", b"declare"):
            return self._function(begin, end)
        if first.kind == "name":
            self._globals[first.text] = len(self._items)
            stub = uninitialised(self._tokens, begin, end) if first.text[:1] == b"@" else ()
            self._add(begin, end, root=False, removable=first.text[:1] != b"%", stub=stub)
            if not stub and any(token.text in (b"alias", b"ifunc") for token in self._tokens[begin + 2 : begin + 9]):
                names = [token.text for token in self._tokens[begin + 2 : end] if token.text[:1] == b"@"]
                self._aliases[first.text] = names[-1] if names else NULL
            if first.text[:1] == b"!" and not first.text[1:].isdigit():
                self._named_metadata(begin, end)
            return begin, {}
        name = next((at for at in range(begin, end) if self._tokens[at].text[:1] == b"#"), -1)
        if first.text == b"attributes" and name >= 0:
            self._globals[self._tokens[name].text] = len(self._items)
            self._add(begin, end, root=False)
            return name, {}
        self._add(begin, end)
        return -1, {}

    def _add(
        self, begin: int, end: int, *, root: bool = True, removable: bool = True, stub: tuple[Cut, ...] = ()
    ) -> int:
        self._items.append(ProgramItem(self._tokens[begin].start, self._tokens[end - 1].stop, root, removable, stub))
        return len(self._items) - 1

    def _named_metadata(self, begin: int, end: int) -> None:
        opening = next((at for at in range(begin, end) if self._tokens[at].text == b"{"), -1)
        if opening >= 0:
            self._list(groups(self._tokens, opening)[0], len(self._items) - 1, weak=False)

    def _list(self, elements: Sequence[tuple[int, int]], owner: int = -1, *, weak: bool | None = None) -> None:
        """A list by the tokens of its elements; unless `weak` is None, an element goes with what it refers to."""
        spans = tuple(self._span(begin, end) for begin, end in elements)
        if spans:
            self._lists.append(SeparatedList(spans, owner))
        if weak is not None:
            for (begin, end), span in zip(elements, spans, strict=True):
                self._elements |= dict.fromkeys(range(begin, end), (span, weak))

    def _span(self, begin: int, end: int) -> tuple[int, int]:
        return self._tokens[begin].start, self._tokens[end - 1].stop

    def _function(self, begin: int, end: int) -> tuple[int, dict[bytes, int]]:
        tokens = self._tokens
        name = next((at for at in range(begin, end) if tokens[at].text[:1] == b"@" and tokens[at].depth == 0), -1)
        if name < 0 or name + 1 >= end or tokens[name + 1].text != b"(":
            self._add(begin, end)
            return -1, {}
        self._globals[tokens[name].text] = len(self._items)
        parameters, after = groups(tokens, name + 1)
        opening = next((at for at in range(after, end) if tokens[at].text == b"{" and tokens[at].depth == 0), -1)
        spans = tuple(self._span(*each) for each in parameters)
        function = LlvmFunction(tokens[name].text, spans, [])
        self._functions.append(function)
        named = [stop - 1 for start, stop in parameters if tokens[stop - 1].text[:1] == b"%" and stop - start > 1]
        self._defining.update(named)
        if tokens[begin].text == b"declare" or opening < 0:
            self._add(begin, end, root=False)
            self._list(parameters)
            return name, {}
        cuts = [(token.start, token.stop, b"") for token in tokens[begin:name] if token.text in LINKAGE]
        cuts += [(tokens[at].start, tokens[at].stop, b"") for at in named]
        keyword, body = (tokens[begin].start, tokens[begin].stop), (tokens[after].stop, tokens[end - 1].stop)
        self._add(begin, end, stub=((*keyword, b"declare"), *cuts, (*body, b"")))
        self._list(parameters)
        return name, self._body(function, parameters, opening, end)

    def _body(
        self, function: LlvmFunction, parameters: list[tuple[int, int]], opening: int, end: int
    ) -> dict[bytes, int]:
        """Makes the items of parameters, blocks and instructions; by their names."""
        tokens, names, numbers = self._tokens, dict[bytes, int](), 0
        for begin, stop in parameters:
            if tokens[stop - 1].text[:1] == b"%" and stop - begin > 1:
                names[tokens[stop - 1].text] = self._add(begin, stop, removable=False)
                numbers += tokens[stop - 1].text[1:].isdigit()
        closing = groups(tokens, opening)[1]
        found = list(instructions(tokens, opening + 1, min(closing, end)))
        starts = [at for at, (begin, _) in enumerate(found) if tokens[begin].kind == "label"]
        starts = starts if starts[:1] == [0] else [0, *starts]
        for start, stop in zip(starts, [*starts[1:], len(found)], strict=True):
            if start < stop:
                self._block(function, found[start:stop], names, implicit=b"%%%d" % numbers, entry=start == 0)
        return names

    def _block(
        self,
        function: LlvmFunction,
        found: list[tuple[int, int]],
        names: dict[bytes, int],
        *,
        implicit: bytes,
        entry: bool,
    ) -> None:
        tokens = self._tokens
        label = tokens[found[0][0]] if tokens[found[0][0]].kind == "label" else None
        name = b"%" + label.text[:-1] if label else implicit
        names[name] = len(self._items)
        if label is None:
            self._unlabelled = name
        self._add(found[0][0], found[-1][1], root=entry, removable=False)
        block = LlvmBlock(name, [])
        function.blocks.append(block)
        for begin, end in found[1:] if label else found:
            if tokens[begin].text in ORDERS:
                self._tidying.append((tokens[begin].start, tokens[end - 1].stop, b""))
            else:
                block.instructions.append(self._instruction(begin, end, names))

    def _instruction(self, begin: int, end: int, names: dict[bytes, int]) -> LlvmInstruction:
        tokens, named = self._tokens, begin + 1 < end and self._tokens[begin + 1].text == b"="
        operation = begin + 2 * named
        while operation + 1 < end and tokens[operation].text in (b"tail", b"musttail", b"notail"):
            operation += 1
        code = tokens[operation].text if operation < end else b""
        item = self._add(begin, end, root=not named or code in EFFECTS, removable=code not in FIXED)
        if named:
            names[tokens[begin].text] = item
            self._defining.add(begin)
        if named:
            self._promotable |= dict.fromkeys(promotable(tokens, operation, end), item)
        incoming: list[tuple[bytes, tuple[int, int]]] = []
        if code == b"phi":
            incoming = self._incoming(operation, end, item)
        callee, given = b"", tuple[tuple[int, int], ...]()
        if code in CALLS:
            callee, given = self._call(operation, end)
        return LlvmInstruction(item, begin, end, operation, code, incoming, callee, given)

    def _incoming(self, operation: int, end: int, item: int) -> list[tuple[bytes, tuple[int, int]]]:
        """The blocks and values of a phi."""
        tokens, pairs, depth = self._tokens, list[tuple[int, int]](), self._tokens[operation].depth
        begin = type_end(tokens, operation + 1)
        neutral = zero(tokens[begin - 1].text)
        for at in range(begin, end):
            if tokens[at].text == b"[" and tokens[at].depth == depth:
                pairs.append((at, groups(tokens, at)[1] + 1))
                self._neutral |= dict.fromkeys(range(at + 1, pairs[-1][1] - 2), neutral)
        spans = tuple(self._span(*each) for each in pairs)
        if spans:
            self._lists.append(SeparatedList(spans, item))
        found = []
        for (_, stop), span in zip(pairs, spans, strict=True):
            self._elements[stop - 2] = span, True
            found.append((tokens[stop - 2].text, span))
        return found

    def _call(self, operation: int, end: int) -> tuple[bytes, tuple[tuple[int, int], ...]]:
        """Whom a call calls, and its arguments."""
        tokens = self._tokens
        for at in range(operation, end - 1):
            token, after = tokens[at], tokens[at + 1]
            if token.text[:1] in (b"@", b"%") and after.text == b"(" and after.depth == tokens[operation].depth:
                given = groups(tokens, at + 1)[0]
                self._list(given)
                self._called[at] = None if tokens[operation].text == b"call" else NULL
                return token.text, tuple(self._span(*each) for each in given)
        return b"", ()

    def _refer(self, scope: LlvmScope, defined: int) -> None:
        tokens, local, begin, end = self._tokens, scope.items, scope.begin, scope.end
        if defined >= 0 and tokens[defined].text[:1] == b"@":
            self._comdats(defined, end)
        for at in range(begin, end):
            token = tokens[at]
            if token.kind != "name" or at == defined or at in self._defining:
                continue
            sigil = token.text[:1]
            target = local.get(token.text) if sigil == b"%" else None
            if target is not None:
                self._references.append(self._local(at, target))
                if at in self._promotable:
                    self._promotions.append((self._promotable[at], target))
            elif (target := self._globals.get(token.text)) is not None:
                self._references.append(self._global(at, target, begin))
            elif sigil in (b"@", b"%", b"$", b"#") or token.text[1:].isdigit():
                self._unresolved.add(token.text)

    def _local(self, at: int, target: int) -> ItemReference:
        token, (element, weak) = self._tokens[at], self._elements.get(at, (None, False))
        before = self._tokens[at - 1].text
        if element is not None or before == b"label":
            return ItemReference(token.start, token.stop, target, element=element, weak=weak)
        if before in (b"within", b"from", b"token"):
            return ItemReference(token.start, token.stop, target, b"none")
        if at in self._called:
            return ItemReference(token.start, token.stop, target, self._called[at])
        return ItemReference(token.start, token.stop, target, self._neutral.get(at) or operand(self._tokens, at))

    def _global(self, at: int, target: int, begin: int) -> ItemReference:
        token, element = self._tokens[at], self._elements.get(at, (None, False))[0]
        sigil, before, first = token.text[:1], self._tokens[at - 1].text, self._tokens[begin].text
        if element is not None:
            return ItemReference(token.start, token.stop, target, element=element)
        if sigil == b"#":
            return ItemReference(token.start, token.stop, target, b"")
        if sigil == b"@":
            bound = self._tokens[at - 2].text in (b"blockaddress", b"dso_local_equivalent", b"no_cfi")
            if token.text in self._aliases:
                return self._aliased(token, target)
            neutral = None if bound or first in self._aliases else self._called.get(at, NULL)
            return ItemReference(token.start, token.stop, target, neutral)
        if sigil == b"!" and before[:1] == b"!" and self._tokens[at - 1].kind == "name" and token.depth <= 1:
            lead = self._tokens[at - 2] if self._tokens[at - 2].text == b"," else self._tokens[at - 1]
            return ItemReference(lead.start, token.stop, target, b"")
        return ItemReference(token.start, token.stop, target)

    def _aliased(self, token: LlvmToken, target: int) -> ItemReference:
        """An alias that is gone is replaced by what it is an alias of, which stays for that."""
        aliased = self._aliases[token.text]
        if (item := self._globals.get(aliased)) is None:
            return ItemReference(token.start, token.stop, target, NULL)
        self._supplies.append(Supply(0, b"", (item,)))
        return ItemReference(token.start, token.stop, target, aliased, needs=len(self._supplies) - 1)

    def _without_aliases(self) -> None:
        """What is only declared can have no alias."""
        for name, aliased in self._aliases.items():
            item = self._globals.get(aliased, -1)
            if item >= 0 and self._items[item].stub:
                alias = self._items[self._globals[name]]
                stub = tuple(sorted([*self._items[item].stub, (alias.start, alias.stop, b"")]))
                self._items[item] = self._items[item]._replace(stub=stub)

    def _comdats(self, name: int, end: int) -> None:
        """A comdat without a name has the name of what is in it."""
        tokens, target = self._tokens, self._globals.get(b"$" + self._tokens[name].text[1:])
        for at in range(name + 1, end if target is not None else 0):
            if tokens[at].text == b"{" and tokens[name + 1].text == b"(":
                break
            if tokens[at].text == b"comdat" and target is not None and (at + 1 >= end or tokens[at + 1].text != b"("):
                lead = tokens[at - 1] if tokens[at - 1].text == b"," else tokens[at]
                self._references.append(ItemReference(lead.start, tokens[at].stop, target, b""))
