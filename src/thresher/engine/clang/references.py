"""What the declarations of a C, C++ or Objective-C program refer to, by the cursors of libclang."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import permutations

from thresher.engine.clang.library import CONTINUE, RECURSE, CXCursor, TranslationUnit, functions, offset_of, text_of
from thresher.engine.clang.process import CursorReferences
from thresher.structures.references import UnitPlaces, UnitSpan

NAMESPACE, LINKAGE, UNEXPOSED, USING_DIRECTIVE, USING = 22, 23, 1, 34, 35
FIELD, ENUMERATOR, FIRST_REFERENCE, LAST_EXPRESSION = 6, 7, 40, 599
SCOPES = frozenset({NAMESPACE, LINKAGE})
OVERLOADED, NAMESPACE_REFERENCE = 49, 46
REFERENCES = frozenset({*range(40, 51), 101, 102, 103, 104})
NAMED = frozenset({*range(2, 10), 20, 21, *range(24, 27), *range(30, 33), 36, 601, 603})  # declarations inside others
CONCEPT = 604
FUNCTIONS = frozenset({8, 21, 24, 26, 30})
SPECIAL = frozenset({FIELD, 24, 25, 26, 603})  # members that need no reference: constructors, conversions, friends
MOST_NAMED = 8  # units that declare a name; of more, none is meant
_NAME = re.compile(rb"[A-Za-z_]\w*")
_QUALIFYING = re.compile(rb"\s*(?:<|::)")  # after the name of a template, or of a scope
MOST_OVERLOADS = 1  # of a name that a template leaves open: one, so that the name is there


class ClangReferences:
    """Collects what the units of one translation unit refer to; `around[i]` is the unit that unit i lies in."""

    def __init__(self, unit: TranslationUnit, text: bytes, spans: Sequence[UnitSpan], around: Sequence[int]) -> None:
        self._unit, self._text, self._around = unit, text, around
        self._places = UnitPlaces(spans, around)
        self._library = functions()
        self._targets: dict[int, tuple[int, ...]] = {}  # from a declaration of libclang to units
        self._needs: list[set[int]] = [set() for _ in spans]
        self._referenced: list[set[int]] = [set() for _ in spans]
        self._introduced: dict[int, list[int]] = defaultdict(list)  # from a declaration to units with `using`
        self._names: dict[str, set[int]] = defaultdict(set)
        self._members: dict[str, set[int]] = defaultdict(set)  # as `_names`, for what is inside a declaration
        self._concepts: set[str] = set()
        self._overloaded: dict[tuple[int, str], list[int]] = defaultdict(list)  # functions by scope and name
        self._related: list[tuple[int, int]] = []  # a class and its special members
        self._specializations: list[tuple[int, int]] = []  # a template and one
        self._resolved: set[int] = set()  # places of references
        self._open: list[int] = []  # units with `using namespace`

    def collected(self) -> CursorReferences:
        """All references."""
        self._unit.visit(None, self._scope)
        for unit, referenced in enumerate(self._referenced):
            for target in referenced & self._introduced.keys():
                self._needs[unit].update(each for each in self._introduced[target] if each < unit)
            self._needs[unit].update(self._directives(unit))
        open_names = self._unresolved()
        for name, units in self._members.items():
            self._names[name] |= units
        edges = [(unit, needed) for unit, each in enumerate(self._needs) for needed in sorted(each)]
        related = [*self._related, *(pair for units in self._overloaded.values() for pair in permutations(units, 2))]
        return CursorReferences(
            edges, dict(self._names), self._specializations, related, open_names, dict(self._members)
        )

    def _unresolved(self) -> list[tuple[int, str]]:
        """Units with names in places that no cursor is at, as in `noexcept` and what depends on template parameters.

        Templates, scopes, concepts and members of a class around the place are needed; other members may be.
        """
        open_names: set[tuple[int, str]] = set()
        for match in _NAME.finditer(self._text):
            name = str(match[0], "ascii")
            if match.start() in self._resolved or (name not in self._names and name not in self._members):
                continue
            unit = self._places.at(match.start())
            declaring = [each for each in self._names.get(name, ()) if each < unit]
            qualifying = name in self._concepts or _QUALIFYING.match(self._text, match.end())
            if unit >= 0 and 0 < len(declaring) <= MOST_NAMED and qualifying:
                self._needs[unit].update(declaring)
            if unit >= 0 and name in self._members:
                around = self._classes(unit)
                own = {each for each in self._members[name] if self._around[each] in around}
                self._needs[unit].update(own)
                if not own:
                    open_names.add((unit, name))
        return sorted(open_names)

    def _classes(self, unit: int) -> set[int]:
        """The units around a unit."""
        found = set()
        while (unit := self._around[unit]) >= 0:
            found.add(unit)
        return found

    def _directives(self, unit: int) -> Iterator[int]:
        """The `using namespace` before a unit, in the same scope or one around it."""
        start = unit
        scopes = {-1}
        while (outer := self._around[unit]) >= 0 and outer not in scopes:
            scopes.add(outer)
            unit = outer
        return (each for each in self._open if each < start and self._around[each] in scopes)

    def _scope(self, cursor: CXCursor) -> int:
        """Visits what is declared in a namespace, or in the whole text."""
        unit = self._places.at(offset_of(self._library.clang_getCursorLocation(cursor)))
        if unit < 0:
            return CONTINUE
        if cursor.kind in SCOPES:
            if cursor.kind == NAMESPACE:
                self._needs[unit].update(self._units(cursor))
            self._unit.visit(cursor, self._scope)
            return CONTINUE
        self._declaration(cursor, unit)
        return CONTINUE

    def _declaration(self, cursor: CXCursor, unit: int) -> None:
        self._declared(cursor, unit, self._names)
        if cursor.kind == CONCEPT:
            self._concepts.add(text_of(self._library.clang_getCursorSpelling(cursor)))
        if cursor.kind == USING_DIRECTIVE:
            self._open.append(unit)
        introduces = cursor.kind == USING

        def visit(child: CXCursor) -> int:
            if child.kind in REFERENCES:
                offset = offset_of(self._library.clang_getCursorLocation(child))
                self._resolved.add(offset)
                self._reference(child, max(unit, self._places.at(offset)), introduces=introduces)
            elif child.kind < FIRST_REFERENCE or child.kind > LAST_EXPRESSION:
                offset = offset_of(self._library.clang_getCursorLocation(child))
                self._resolved.add(offset)
                inner = self._places.at(offset)
                if child.kind in NAMED and (inner > unit or child.kind == ENUMERATOR):
                    self._declared(child, max(unit, inner), self._members)
            return RECURSE

        self._unit.visit(cursor, visit)

    def _declared(self, cursor: CXCursor, unit: int, names: dict[str, set[int]]) -> None:
        """What a declaration needs that it does not refer to by name."""
        library, needs = self._library, self._needs[unit]
        name = text_of(library.clang_getCursorSpelling(cursor))
        names[name].add(unit)
        if cursor.kind in SPECIAL or name.startswith("operator"):
            self._related.append((self._around[unit], unit))
        if cursor.kind in FUNCTIONS:
            self._overloaded[self._around[unit], name].append(unit)
        needs.update(self._units(cursor, definition=False))
        parent = library.clang_getCursorSemanticParent(cursor)
        if parent.kind not in SCOPES:
            needs.update(self._units(parent))
        primary = self._units(library.clang_getSpecializedCursorTemplate(cursor))
        needs.update(primary)
        self._specializations += ((each, unit) for each in primary)

    def _reference(self, cursor: CXCursor, unit: int, *, introduces: bool) -> None:
        target = self._library.clang_getCursorReferenced(cursor)
        for each in self._overloads(target, every=introduces) if target.kind == OVERLOADED else (target,):
            self._needs[unit].update(self._units(each))
            if key := self._library.clang_getCanonicalCursor(each).data[0]:
                self._referenced[unit].add(key)
                if introduces:
                    self._introduced[key].append(unit)

    def _overloads(self, cursor: CXCursor, *, every: bool) -> Iterator[CXCursor]:
        count = self._library.clang_getNumOverloadedDecls(cursor)
        for number in range(count if every else min(count, MOST_OVERLOADS)):
            yield self._library.clang_getOverloadedDecl(cursor, number)

    def _units(self, cursor: CXCursor, *, definition: bool = True) -> tuple[int, ...]:
        """The units with a declaration: where it is, where it was first made, and where it is defined."""
        key = cursor.data[0]
        if not key:
            return ()
        found = self._targets.get(key)
        if found is None:
            library = self._library
            places = [cursor, library.clang_getCanonicalCursor(cursor)]
            if definition and cursor.kind != NAMESPACE:
                places.append(library.clang_getCursorDefinition(cursor))
            at = (self._places.at(offset_of(library.clang_getCursorLocation(each))) for each in places)
            found = tuple({unit for unit in at if unit >= 0})
            if definition:
                self._targets[key] = found
        return found
