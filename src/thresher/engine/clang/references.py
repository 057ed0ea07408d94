"""What the declarations of a C, C++ or Objective-C program refer to, by the cursors of libclang."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from thresher.engine.clang.library import CONTINUE, RECURSE, CXCursor, TranslationUnit, functions, offset_of, text_of
from thresher.engine.clang.process import CursorReferences
from thresher.structures.references import UnitPlaces, UnitSpan

NAMESPACE, LINKAGE, UNEXPOSED, USING_DIRECTIVE, USING = 22, 23, 1, 34, 35
SCOPES = frozenset({NAMESPACE, LINKAGE})
OVERLOADED, NAMESPACE_REFERENCE = 49, 46
REFERENCES = frozenset({*range(40, 51), 101, 102, 103, 104})
MOST_OVERLOADS = 1  # of a name that a template leaves open: one, so that the name is there


class ClangReferences:
    """Collects what the units of one translation unit refer to; `around[i]` is the unit that unit i lies in."""

    def __init__(self, unit: TranslationUnit, spans: Sequence[UnitSpan], around: Sequence[int]) -> None:
        self._unit, self._around = unit, around
        self._places = UnitPlaces(spans, around)
        self._library = functions()
        self._targets: dict[int, tuple[int, ...]] = {}  # from a declaration of libclang to units
        self._needs: list[set[int]] = [set() for _ in spans]
        self._referenced: list[set[int]] = [set() for _ in spans]
        self._introduced: dict[int, list[int]] = defaultdict(list)  # from a declaration to units with `using`
        self._names: dict[str, set[int]] = defaultdict(set)
        self._open: list[int] = []  # units with `using namespace`

    def collected(self) -> CursorReferences:
        """All references."""
        self._unit.visit(None, self._scope)
        for unit, referenced in enumerate(self._referenced):
            for target in referenced & self._introduced.keys():
                self._needs[unit].update(each for each in self._introduced[target] if each < unit)
            self._needs[unit].update(self._directives(unit))
        edges = [(unit, needed) for unit, each in enumerate(self._needs) for needed in sorted(each)]
        return CursorReferences(edges, dict(self._names))

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
        library, needs, referenced = self._library, self._needs[unit], self._referenced[unit]
        self._names[text_of(library.clang_getCursorSpelling(cursor))].add(unit)
        needs.update(self._units(cursor, definition=False))
        parent = library.clang_getCursorSemanticParent(cursor)
        if parent.kind not in SCOPES:
            needs.update(self._units(parent))
        needs.update(self._units(library.clang_getSpecializedCursorTemplate(cursor)))
        if cursor.kind == USING_DIRECTIVE:
            self._open.append(unit)
        introduces = cursor.kind == USING
        refer = library.clang_getCursorReferenced

        def visit(child: CXCursor) -> int:
            if child.kind in REFERENCES:
                target = refer(child)
                for each in self._overloads(target, every=introduces) if target.kind == OVERLOADED else (target,):
                    needs.update(self._units(each))
                    if key := library.clang_getCanonicalCursor(each).data[0]:
                        referenced.add(key)
                        if introduces:
                            self._introduced[key].append(unit)
            return RECURSE

        self._unit.visit(cursor, visit)

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
