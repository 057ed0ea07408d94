"""LLVM's textual language as a program: globals, functions, blocks and instructions, types, attributes and metadata.

Values without names are counted by LLVM, in order and without gaps, so every candidate names them first. Numbers are
never written: a name of letters is no longer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count, product
from string import ascii_letters
from typing import NamedTuple

from thresher.formats.programs.llvm_edits import Block, Function, Instruction, alternatives, arguments
from thresher.formats.programs.llvm_tokens import ORDERS, Token, groups, instructions, statements, tokenized, type_end
from thresher.structures.program import Elements, Item, Program, Reference
from thresher.structures.trees.splice import Cut

LINKAGE = frozenset(
    b"private internal available_externally linkonce weak common appending linkonce_odr weak_odr external dso_local"
    b" extern_weak".split()
)
TERMINATORS = frozenset(
    b"ret br switch indirectbr invoke callbr resume catchswitch catchret cleanupret unreachable".split()
)
FIXED = TERMINATORS | frozenset(b"landingpad catchpad cleanuppad".split())
EFFECTS = TERMINATORS | frozenset(b"call store fence cmpxchg atomicrmw va_arg catchpad cleanuppad landingpad".split())
FLOATS = frozenset(b"half bfloat float double".split())
CALLS = frozenset(b"call invoke callbr".split())
NULL, ZERO, ANYTHING = b"null", b"0", b"zeroinitializer"


class _Scope(NamedTuple):
    """The locals of a function by name: parameters, blocks and instructions."""

    items: dict[bytes, int]
    begin: int
    end: int


def read(data: bytes) -> Program:
    """The program; of a text that is not LLVM's, whatever looks like it."""
    return _Reader(data).program()


class _Reader:
    def __init__(self, data: bytes) -> None:
        self._data = data
        self._tokens, self._comments = tokenized(data)
        self._items: list[Item] = []
        self._globals: dict[bytes, int] = {}
        self._scopes: list[_Scope] = []
        self._references: list[Reference] = []
        self._lists: list[Elements] = []
        self._functions: list[Function] = []
        self._elements: dict[int, tuple[tuple[int, int], bool]] = {}  # by the token that refers; whether it is weak
        self._tidying: list[Cut] = [(start, stop, b"") for start, stop in self._comments]
        self._neutral: dict[int, bytes] = {}  # of the tokens that have another one than their own
        self._unresolved: set[bytes] = set()
        self._called: set[int] = set()  # tokens that are what is called; a call goes with it
        self._defining: set[int] = set()  # tokens that are names of what is defined there
        self._unlabelled: dict[int, bytes] = {}  # the names of first blocks, by where they begin

    def program(self) -> Program:
        owners = [(begin, end, self._statement(begin, end)) for begin, end in statements(self._tokens)]
        scopes = {scope.begin: scope for scope in self._scopes}
        for begin, end, defined in owners:
            self._refer(begin, end, defined, scopes.get(begin))
        references = sorted(self._references)
        self._tidying += self._names()
        return Program(
            self._data,
            self._items,
            references,
            self._lists,
            alternatives=alternatives(self._tokens, self._functions),
            arguments=arguments(self._functions),
            tidying=tuple(self._tidying),
            unresolved=frozenset(self._unresolved),
        )

    def _statement(self, begin: int, end: int) -> int:
        """Makes the items of a statement; the token that is its name, or -1."""
        first = self._tokens[begin]
        if first.text in ORDERS:
            self._tidying.append((first.start, self._tokens[end - 1].stop, b""))
            return -1
        if first.text in (b"define", b"declare"):
            return self._function(begin, end)
        if first.kind == "name":
            self._globals[first.text] = len(self._items)
            stub = self._uninitialised(begin, end) if first.text[:1] == b"@" else ()
            self._add(begin, end, root=False, removable=first.text[:1] != b"%", stub=stub)
            if first.text[:1] == b"!" and not first.text[1:].isdigit():
                self._named_metadata(begin, end)
            return begin
        name = next((at for at in range(begin, end) if self._tokens[at].text[:1] == b"#"), -1)
        if first.text == b"attributes" and name >= 0:
            self._globals[self._tokens[name].text] = len(self._items)
            self._add(begin, end, root=False)
            return name
        self._add(begin, end)
        return -1

    def _add(
        self, begin: int, end: int, *, root: bool = True, removable: bool = True, stub: tuple[Cut, ...] = ()
    ) -> int:
        self._items.append(Item(self._tokens[begin].start, self._tokens[end - 1].stop, root, removable, stub))
        return len(self._items) - 1

    def _named_metadata(self, begin: int, end: int) -> None:
        opening = next((at for at in range(begin, end) if self._tokens[at].text == b"{"), -1)
        if opening >= 0:
            self._list(groups(self._tokens, opening)[0], len(self._items) - 1, weak=False)

    def _list(self, elements: Sequence[tuple[int, int]], owner: int = -1, *, weak: bool | None = None) -> None:
        """A list by the tokens of its elements; unless `weak` is None, an element goes with what it refers to."""
        spans = tuple(self._span(begin, end) for begin, end in elements)
        if spans:
            self._lists.append(Elements(spans, owner))
        if weak is not None:
            for (begin, end), span in zip(elements, spans, strict=True):
                self._elements |= {at: (span, weak) for at in range(begin, end)}

    def _span(self, begin: int, end: int) -> tuple[int, int]:
        return self._tokens[begin].start, self._tokens[end - 1].stop

    def _uninitialised(self, begin: int, end: int) -> tuple[Cut, ...]:
        """What makes a global variable external: its value and all behind it go."""
        tokens = self._tokens
        at = next((at for at in range(begin, end) if tokens[at].text in (b"global", b"constant")), end)
        words = [token for token in tokens[begin + 2 : at] if token.text in LINKAGE]
        if at + 1 >= end or any(word.text.startswith(b"extern") for word in words):
            return ()
        stop = type_end(tokens, at + 1)
        if stop >= end:
            return ()
        cuts = [(word.start, word.stop, b"") for word in words]
        first = tokens[begin + 2]
        cuts.append((first.start, first.start, b"external "))
        return (*sorted(cuts), (tokens[stop - 1].stop, tokens[end - 1].stop, b""))

    def _function(self, begin: int, end: int) -> int:
        tokens = self._tokens
        name = next((at for at in range(begin, end) if tokens[at].text[:1] == b"@" and tokens[at].depth == 0), -1)
        if name < 0 or name + 1 >= end or tokens[name + 1].text != b"(":
            self._add(begin, end)
            return -1
        self._globals[tokens[name].text] = len(self._items)
        parameters, after = groups(tokens, name + 1)
        opening = next((at for at in range(after, end) if tokens[at].text == b"{" and tokens[at].depth == 0), -1)
        spans = tuple(self._span(*each) for each in parameters)
        function = Function(tokens[name].text, spans, [])
        self._functions.append(function)
        if tokens[begin].text == b"declare" or opening < 0:
            self._add(begin, end, root=False)
            self._list(parameters)
            return name
        cuts = [(token.start, token.stop, b"") for token in tokens[begin:name] if token.text in LINKAGE]
        stub = ((tokens[begin].start, tokens[begin].stop, b"declare"), *cuts, (tokens[after].stop, tokens[end - 1].stop, b""))
        self._add(begin, end, stub=stub)
        self._list(parameters)
        self._scopes.append(_Scope(self._body(function, parameters, opening, end), begin, end))
        return name

    def _body(self, function: Function, parameters: list[tuple[int, int]], opening: int, end: int) -> dict[bytes, int]:
        """Makes the items of parameters, blocks and instructions; by their names."""
        tokens, names, numbers = self._tokens, dict[bytes, int](), 0
        for begin, stop in parameters:
            if tokens[stop - 1].text[:1] == b"%" and stop - begin > 1:
                names[tokens[stop - 1].text] = self._add(begin, stop, removable=False)
                self._defining.add(stop - 1)
                numbers += tokens[stop - 1].text[1:].isdigit()
        closing = groups(tokens, opening)[1]
        found = [each for each in instructions(tokens, opening + 1, min(closing, end))]
        starts = [at for at, (begin, _) in enumerate(found) if tokens[begin].kind == "label"]
        starts = starts if starts[:1] == [0] else [0, *starts]
        for start, stop in zip(starts, [*starts[1:], len(found)], strict=True):
            if start < stop:
                self._block(function, found[start:stop], names, implicit=b"%%%d" % numbers, entry=start == 0)
        return names

    def _block(
        self, function: Function, found: list[tuple[int, int]], names: dict[bytes, int], *, implicit: bytes, entry: bool
    ) -> None:
        tokens = self._tokens
        label = tokens[found[0][0]] if tokens[found[0][0]].kind == "label" else None
        name = b"%" + label.text[:-1] if label else implicit
        names[name] = len(self._items)
        if label is None:
            self._unlabelled[tokens[found[0][0]].start] = name
        self._add(found[0][0], found[-1][1], root=entry, removable=False)
        block = Block(name, [])
        function.blocks.append(block)
        for begin, end in found[1:] if label else found:
            if tokens[begin].text in ORDERS:
                self._tidying.append((tokens[begin].start, tokens[end - 1].stop, b""))
            else:
                block.instructions.append(self._instruction(begin, end, names))

    def _instruction(self, begin: int, end: int, names: dict[bytes, int]) -> Instruction:
        tokens, named = self._tokens, begin + 1 < end and self._tokens[begin + 1].text == b"="
        operation = begin + 2 * named
        while operation + 1 < end and tokens[operation].text in (b"tail", b"musttail", b"notail"):
            operation += 1
        code = tokens[operation].text if operation < end else b""
        item = self._add(begin, end, root=not named or code in EFFECTS, removable=code not in FIXED)
        if named:
            names[tokens[begin].text] = item
            self._defining.add(begin)
        incoming: list[tuple[bytes, tuple[int, int]]] = []
        if code == b"phi":
            incoming = self._incoming(operation, end, item)
        callee, given = b"", tuple[tuple[int, int], ...]()
        if code in CALLS:
            callee, given = self._call(operation, end)
        return Instruction(item, begin, end, operation, code, incoming, callee, given)

    def _incoming(self, operation: int, end: int, item: int) -> list[tuple[bytes, tuple[int, int]]]:
        """The blocks and values of a phi."""
        tokens, pairs, neutral = self._tokens, list[tuple[int, int]](), self._zero(operation + 1)
        depth = tokens[operation].depth
        begin = type_end(tokens, operation + 1)
        for at in range(begin, end):
            if tokens[at].text == b"[" and tokens[at].depth == depth:
                pairs.append((at, groups(tokens, at)[1] + 1))
                self._neutral |= dict.fromkeys(range(at + 1, pairs[-1][1] - 2), neutral)
        spans = tuple(self._span(*each) for each in pairs)
        if spans:
            self._lists.append(Elements(spans, item))
        found = []
        for (_, stop), span in zip(pairs, spans, strict=True):
            self._elements[stop - 2] = span, True
            found.append((tokens[stop - 2].text, span))
        return found

    def _call(self, operation: int, end: int) -> tuple[bytes, tuple[tuple[int, int], ...]]:
        """Whom a call calls, and its arguments."""
        tokens = self._tokens
        for at in range(operation, end - 1):
            if tokens[at].text[:1] in (b"@", b"%") and tokens[at].depth == tokens[operation].depth:
                if tokens[at + 1].text == b"(" and tokens[at + 1].start == tokens[at].stop:
                    given = groups(tokens, at + 1)[0]
                    self._list(given)
                    if tokens[operation].text == b"call":
                        self._called.add(at)
                    return tokens[at].text, tuple(self._span(*each) for each in given)
        return b"", ()

    def _refer(self, begin: int, end: int, defined: int, scope: _Scope | None) -> None:
        tokens, local = self._tokens, scope.items if scope else {}
        if defined >= 0 and tokens[defined].text[:1] == b"@":
            self._comdats(defined, end, tokens[defined].text)
        for at in range(begin, end):
            token = tokens[at]
            if token.kind != "name" or at == defined or at in self._defining:
                continue
            sigil = token.text[:1]
            target = local.get(token.text) if sigil == b"%" else None
            if target is not None:
                self._references.append(self._local(at, target))
            elif (target := self._globals.get(token.text)) is not None:
                self._references.append(self._global(at, target, begin))
            elif sigil in (b"@", b"%", b"$", b"#") or token.text[1:].isdigit():
                self._unresolved.add(token.text)

    def _local(self, at: int, target: int) -> Reference:
        token, (element, weak) = self._tokens[at], self._elements.get(at, (None, False))
        before = self._tokens[at - 1].text
        if element is not None or before == b"label":
            return Reference(token.start, token.stop, target, element=element, weak=weak)
        if before in (b"within", b"from", b"token"):
            return Reference(token.start, token.stop, target, b"none")
        return Reference(token.start, token.stop, target, self._neutral.get(at) or self._operand(at))

    def _global(self, at: int, target: int, begin: int) -> Reference:
        token, element = self._tokens[at], self._elements.get(at, (None, False))[0]
        sigil, before, first = token.text[:1], self._tokens[at - 1].text, self._tokens[begin].text
        if element is not None:
            return Reference(token.start, token.stop, target, element=element)
        if sigil == b"#":
            return Reference(token.start, token.stop, target, b"")
        if sigil == b"@":
            whole = first[:1] == b"@" and any(t.text in (b"alias", b"ifunc") for t in self._tokens[begin + 2 : begin + 8])
            bound = self._tokens[at - 2].text in (b"blockaddress", b"dso_local_equivalent", b"no_cfi") or at in self._called
            return Reference(token.start, token.stop, target, None if whole or bound else NULL)
        if sigil == b"!" and before[:1] == b"!" and self._tokens[at - 1].kind == "name" and token.depth <= 1:
            lead = self._tokens[at - 2] if self._tokens[at - 2].text == b"," else self._tokens[at - 1]
            return Reference(lead.start, token.stop, target, b"")
        return Reference(token.start, token.stop, target)

    def _comdats(self, begin: int, end: int, name: bytes) -> None:
        """A comdat without a name has the name of what is in it."""
        tokens, target = self._tokens, self._globals.get(b"$" + name[1:])
        for at in range(begin + 1, end):
            if tokens[at].text == b"{":
                break
            if tokens[at].text == b"comdat" and target is not None and (at + 1 >= end or tokens[at + 1].text != b"("):
                lead = tokens[at - 1] if tokens[at - 1].text == b"," else tokens[at]
                self._references.append(Reference(lead.start, tokens[at].stop, target, b""))

    def _operand(self, at: int) -> bytes:
        """A value of the type of an operand."""
        tokens = self._tokens
        if tokens[at - 1].text == b"," and tokens[at - 2].kind in ("name", "word"):
            return self._zero(at - 3) if tokens[at - 3].kind in ("word", "mark") else ANYTHING
        before = at - 1
        while tokens[before].kind == "word" and self._zero(before) == ANYTHING:
            before -= 1
        return self._zero(before)

    def _zero(self, at: int) -> bytes:
        """A value of the type that ends with a token."""
        text = self._tokens[at].text
        if text in (b"ptr", b"*"):
            return NULL
        if text[:1] == b"i" and text[1:].isdigit():
            return ZERO
        return b"0.0" if text in FLOATS else ANYTHING

    def _names(self) -> Iterator[Cut]:
        """New names for what has a number, in each function and outside."""
        used = set(self._globals)
        spans = {(scope.begin, scope.end): scope.items for scope in self._scopes}
        renamed = _renamed((name for name in used if name[:1] in (b"@", b"%")), used)
        for begin, end in statements(self._tokens):
            local = spans.get((begin, end), {})
            names = renamed | _renamed(local, used | local.keys())
            referred = {token.text for token in self._tokens[begin:end]} if local else set()
            for token in self._tokens[begin:end] if names else ():
                if (name := self._unlabelled.get(token.start)) and name in names and name in referred:
                    yield token.start, token.start, names[name][1:] + b":\n"
                if token.kind == "name" and token.text in names:
                    yield token.start, token.stop, names[token.text]
                elif token.kind == "label" and local and (new := names.get(b"%" + token.text[:-1])):
                    yield token.start, token.stop - 1, new[1:]


def _renamed(names: Iterator[bytes] | dict[bytes, int], used: set[bytes]) -> dict[bytes, bytes]:
    """For each name that is a number an unused one of letters."""
    letters = (b"".join(word) for size in count(1) for word in product(_LETTERS, repeat=size))
    new = iter(letters)
    found = {}
    for name in names:
        if name[1:].isdigit():
            found[name] = next(each for each in (name[:1] + word for word in new) if each not in used)
    return found


_LETTERS = [letter.encode() for letter in ascii_letters]
