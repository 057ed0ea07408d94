"""The terms of an SMT-LIB text with their sorts, as far as these are plain to see, and a small constant of each sort.

Types are not checked: a sort comes from declarations, literals and the head of a term. A term whose sort is not known
is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from dataclasses import dataclass
from functools import cached_property

from thresher.kernel import ordering
from thresher.structures.trees.splice import Cut
from thresher.structures.trees.tree import Tree

TERM_AT = {b"assert": 1, b"assert-soft": 1, b"minimize": 1, b"maximize": 1, b"define-fun": 4, b"define-fun-rec": 4,
           b"define-const": 3}  # fmt: skip
RESULT_AT = {b"declare-fun": 3, b"define-fun": 3, b"define-fun-rec": 3, b"declare-const": 2, b"define-const": 2}
COMMANDS = frozenset((b"check-sat", b"set-logic", b"declare-sort", *RESULT_AT))  # no other language has them
QUANTIFIERS = (b"forall", b"exists")
NO_TERMS = (b"_", b"as")
BOOL, INT, REAL, TEXT = b"Bool", b"Int", b"Real", b"String"
SORTS_OF_ATOMS = (
    (re.compile(rb"true|false"), BOOL),
    (re.compile(rb"[0-9]+"), INT),
    (re.compile(rb"[0-9]+\.[0-9]+"), REAL),
    (re.compile(rb'".*"', re.DOTALL), TEXT),
    (re.compile(rb"RN[EA]|RT[PNZ]|round\w+"), b"RoundingMode"),
)
SORTS_OF_HEADS = (
    (re.compile(rb"and|or|not|=>|xor|=|distinct|[<>]=?|forall|exists|is_int"), BOOL),
    (re.compile(rb"bv[us][lg][te]|bv[us]\w*o|fp\.(is\w+|leq|lt|geq|gt|eq)"), BOOL),
    (re.compile(rb"str\.(prefixof|suffixof|contains|<=?|in.re|is_\w+)"), BOOL),
    (re.compile(rb"div|mod|to_int|str\.len|str\.indexof|str\.to.int|str\.to_code|bv2nat|ubv_to_int|sbv_to_int"), INT),
    (re.compile(rb"/|to_real|fp\.to_real"), REAL),
    (re.compile(rb"str\.(\+\+|at|substr|replace\w*|from.int|from_code)|int\.to\.str"), TEXT),
)
LIKE_AN_ARGUMENT = re.compile(
    rb"[-+*]|abs|ite|let|!|store|bv(?!comp)[a-z]+|fp\.(add|sub|mul|div|fma|sqrt|rem|roundToIntegral|min|max|abs|neg)"
)
FLOATS = {b"Float16": b"5 11", b"Float32": b"8 24", b"Float64": b"11 53", b"Float128": b"15 113"}
CONSTANTS = {BOOL: (b"true", b"false"), INT: (b"0",), REAL: (b"0.0",), TEXT: (b'""',), b"RoundingMode": (b"RNE",)}
NEXT_TO_ZERO = {INT: (b"1",), REAL: (b"1.0",), TEXT: (b'"a"',)}
DEFINING = {b"declare-fun": b"define-fun", b"declare-const": b"define-const"}
_SORT_TOKEN = re.compile(rb"[()]|[^\s()]+")
_INDEXED = re.compile(rb"\( _ (\S+) (\d+)(?: (\d+))? \)")
_ARRAY = re.compile(rb"\( Array (?:\([^()]*\)|\S+) (\([^()]*\)|\S+) \)")


def sort_named(text: bytes) -> bytes:
    """A sort as its tokens with a space between, so that two spellings of it are equal.

    >>> sort_named(b"(_ BitVec  8)"), sort_named(b"Float16")
    (b'( _ BitVec 8 )', b'( _ FloatingPoint 5 11 )')
    """
    return b"( _ FloatingPoint %s )" % FLOATS[text] if text in FLOATS else b" ".join(_SORT_TOKEN.findall(text))


def constants_of(sort: bytes) -> tuple[bytes, ...]:
    """Small constants of a sort, none if it has none that is always there.

    >>> constants_of(b"( _ BitVec 8 )"), constants_of(b"U")
    ((b'#x00',), ())
    """
    indexed = _INDEXED.fullmatch(sort)
    if indexed is None:
        return CONSTANTS.get(sort, ())
    name, first, second = indexed.groups()
    if name == b"BitVec" and second is None:
        return (bit_vector(0, int(first)),)
    return (b"(_ +zero %s %s)" % (first, second),) if name == b"FloatingPoint" and second else ()


def values_of(sort: bytes) -> tuple[bytes, ...]:
    """Small constants of a sort, and one next to zero.

    >>> values_of(b"Int"), values_of(b"( _ BitVec 8 )")
    ((b'0', b'1'), (b'#x00', b'#x01'))
    """
    indexed = _INDEXED.fullmatch(sort)
    width = int(indexed.group(2)) if indexed and indexed.group(1) == b"BitVec" else 0
    return *constants_of(sort), *((bit_vector(1, width),) if width else NEXT_TO_ZERO.get(sort, ()))


def bit_vector(value: int, width: int) -> bytes:
    """The shorter of two spellings."""
    digits = b"#x%0*x" % (width // 4, value) if width % 4 == 0 else b"#b" + f"{value:0{width}b}".encode()
    return min(digits, b"(_ bv%d %d)" % (value, width), key=len)


@dataclass(frozen=True, slots=True)
class DeclaredName:
    """A name, the commands that declare or define it, the sort of its terms, and whether it has no arguments."""

    name: bytes
    commands: tuple[int, ...]
    sort: bytes
    is_constant: bool


class SmtTerms:
    """The nodes of a tree of lists and atoms that are terms, and what is declared; nothing in other languages."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._parts = [list(tree.children(node)) for node in range(len(tree))]
        commands = [node for node in self._parts[0] if self._parts[node]]
        lists = any(kind.name == "atom" for kind in tree.vocabulary)
        found = lists and any(self._head(command) in COMMANDS for command in commands)
        self.commands = commands if found else []
        self.declared = self._declared()
        self._symbols = {each.name: each.sort for each in self.declared}
        self.terms = self._terms()
        self._sorts: dict[int, bytes] = {}
        for _ in range(2):  # what `let` binds is known the second time
            for term in reversed(self.terms):
                sort = self._sort_now(term)
                if sort is not None:
                    self._sorts[term] = sort

    def text(self, node: int) -> bytes:
        """The text of a node."""
        return self._tree.data[self._tree.starts[node] : self._tree.stops[node]]

    def cut(self, node: int, new: bytes) -> Cut:
        """Some text in place of a node."""
        return self._tree.starts[node], self._tree.stops[node], new

    def sort(self, term: int) -> bytes | None:
        """The sort of a term, if it is known."""
        return self._sorts.get(term)

    @cached_property
    def asserted(self) -> dict[int, int]:
        """The terms that are all that a command asserts, with these commands."""
        commands = [command for command in self.commands if self._head(command) == b"assert"]
        return {self._parts[command][1]: command for command in commands if len(self._parts[command]) > 1}

    def literals(self, sort: bytes) -> list[bytes]:
        """The atoms of this sort that are no names, the shortest first."""
        atoms = {self.text(term) for term in self.terms if self._sorts.get(term) == sort and not self._parts[term]}
        return sorted(atoms - self._symbols.keys(), key=ordering.size)

    def asserting(self, declared: DeclaredName) -> list[int]:
        """The assertions that name it."""
        named = self._named[declared.name]
        return [each for each in self.asserted.values() if any(each < node < self._tree.end(each) for node in named)]

    def defining(self, declared: DeclaredName, value: bytes) -> list[Cut]:
        """The cuts that make a definition of a declaration without arguments; none if it is none."""
        (command, *more), parts = declared.commands, self._parts[declared.commands[0]]
        if more or not declared.is_constant or self._head(command) not in DEFINING:
            return []
        sort = self.text(parts[-1]) + b" " + value
        return [self.cut(parts[0], DEFINING[self._head(command)]), self.cut(parts[-1], sort)]

    @cached_property
    def asked_for(self) -> list[DeclaredName]:
        """Names that other commands than declarations and those with a term refer to, such as `get-value`."""
        asking = [
            each for each in self.commands if self._head(each) not in RESULT_AT and self._head(each) not in TERM_AT
        ]
        inside = [(command, self._tree.end(command)) for command in asking]
        named = self._named
        return [
            each for each in self.declared if any(start < at < end for at in named[each.name] for start, end in inside)
        ]

    def uses(self, declared: DeclaredName) -> list[int]:
        """The terms that a declared name is, or is the function of, outside its definition; none inside another."""
        found: list[int] = []
        for term in self.terms:
            inside = any(command < term < self._tree.end(command) for command in declared.commands)
            named = self._head(term) if self._parts[term] else self.text(term)
            if named == declared.name and not inside and (not found or term >= self._tree.end(found[-1])):
                found.append(term)
        return found

    def needless_without(self, nodes: list[int], keep: Set[bytes] = frozenset()) -> list[int]:
        """The commands that declare what only these nodes or such commands name; not `keep`, and none around a node."""
        gone = [(node, self._tree.end(node)) for node in nodes]
        found: list[int] = []
        for declared in (each for each in reversed(self.declared) if each.name not in keep):
            around = [*gone, *((command, self._tree.end(command)) for command in declared.commands)]
            named = self._named[declared.name]
            holds = any(command < node < self._tree.end(command) for command in declared.commands for node in nodes)
            if not holds and all(any(start <= node < stop for start, stop in around) for node in named):
                gone, found = around, [*found, *declared.commands]
        return found

    @cached_property
    def _named(self) -> dict[bytes, list[int]]:
        """Where the declared names are, the last first: in most cases that one decides."""
        found: dict[bytes, list[int]] = {each.name: [] for each in self.declared}
        for node in reversed(range(1, len(self._parts))):
            if not self._parts[node] and self.text(node) in found:
                found[self.text(node)].append(node)
        return found

    def _head(self, node: int) -> bytes:
        return self.text(self._parts[node][0]) if self._parts[node] else b""

    def _declared(self) -> list[DeclaredName]:
        found: dict[bytes, DeclaredName] = {}
        for command in self.commands:
            at, parts = RESULT_AT.get(self._head(command)), self._parts[command]
            if at is not None and at < len(parts):
                name, sort = self.text(parts[1]), sort_named(self.text(parts[at]))
                before = found[name].commands if name in found else ()
                found[name] = DeclaredName(name, (*before, command), sort, not self._parts[parts[at - 1]])
        return list(found.values())

    def _terms(self) -> list[int]:
        """In the order of the text; what is around a term is before it."""
        waiting = []
        for command in self.commands:
            waiting += self._parts[command][slice(*_one(TERM_AT.get(self._head(command))))]
        found = []
        while waiting:
            term = waiting.pop()
            found.append(term)
            waiting += self._arguments(term)
        return sorted(found)

    def _arguments(self, term: int) -> list[int]:
        head, parts = self._head(term), self._parts[term]
        if not parts or head in NO_TERMS:
            return []
        if head in QUANTIFIERS:
            self._symbols.update(self._bound(parts))
            return parts[2:]
        if head == b"let" and len(parts) > 1:
            return [each for pair in self._parts[parts[1]] for each in self._parts[pair][1:2]] + parts[2:]
        return parts[1:2] if head == b"!" else parts[1:]

    def _bound(self, parts: list[int]) -> Iterator[tuple[bytes, bytes]]:
        for pair in self._parts[parts[1]] if len(parts) > 1 else ():
            if len(self._parts[pair]) == len(("name", "sort")):
                name, sort = self._parts[pair]
                yield self.text(name), sort_named(self.text(sort))

    def _sort_now(self, term: int) -> bytes | None:
        """By what is known of the terms in it."""
        parts, sort = self._parts[term], None
        if not parts:
            sort = self._sort_of_atom(self.text(term))
        elif self._head(term) == b"_":
            sort = _sort_of_indexed(sort_named(self.text(term)))
        elif self._parts[parts[0]]:
            sort = _sort_of_indexed(sort_named(self.text(parts[0])))
        else:
            sort = self._sort_of_application(self._head(term), parts)
        pair = self._tree.parent(term)
        bindings = self._tree.parent(pair)
        let = self._tree.parent(bindings)
        if sort is not None and self._head(let) == b"let" and bindings == self._parts[let][1]:
            self._symbols.setdefault(self._head(pair), sort)
        return sort

    def _sort_of_atom(self, text: bytes) -> bytes | None:
        if text[:2] in (b"#b", b"#x"):
            return b"( _ BitVec %d )" % (len(text[2:]) * (4 if text[:2] == b"#x" else 1))
        known = (sort for pattern, sort in SORTS_OF_ATOMS if pattern.fullmatch(text))
        return next(known, self._symbols.get(text))

    def _sort_of_application(self, head: bytes, parts: list[int]) -> bytes | None:
        if head in self._symbols:
            return self._symbols[head]
        for pattern, sort in SORTS_OF_HEADS:
            if pattern.fullmatch(head):
                return sort
        known = [self._sorts[part] for part in parts[1:] if part in self._sorts]
        if head == b"select" and known:
            array = _ARRAY.fullmatch(known[0])
            return array.group(1) if array else None
        return (known[0] if head == b"store" else known[-1]) if known and LIKE_AN_ARGUMENT.fullmatch(head) else None


def _one(at: int | None) -> tuple[int, int]:
    return (0, 0) if at is None else (at, at + 1)


def _sort_of_indexed(text: bytes) -> bytes | None:
    """The sort of `(_ bv0 8)`, `(_ NaN 8 24)`, or of what `(_ to_fp 8 24)` and `(_ extract 7 0)` make."""
    found = _INDEXED.fullmatch(text)
    if found is None:
        return None
    name, first, second = found.groups()
    if re.fullmatch(rb"bv\d+|int2bv|int_to_bv|fp\.to_[us]bv", name) and second is None:
        return b"( _ BitVec %s )" % first
    if name == b"extract" and second is not None:
        return b"( _ BitVec %d )" % (int(first) - int(second) + 1)
    if name.startswith(b"to_fp") or name in (b"NaN", b"+oo", b"-oo", b"+zero", b"-zero"):
        return b"( _ FloatingPoint %s %s )" % (first, second) if second else None
    return BOOL if name == b"is" else None
