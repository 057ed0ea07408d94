"""The units of a program for a search over dependencies: declarations, and what can go inside them.

Units are the declarations at the top level and in namespaces. Members of classes and bodies of functions can be units
as well: a class that is needed then does not bring all that its members need.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from thresher.structures.references import UnitSpan
from thresher.structures.trees.tree import Tree

SCOPES = frozenset({"namespace_definition", "linkage_specification"})
LISTS = frozenset({"declaration_list"})  # in a scope, with declarations in it
MEMBERS = "field_declaration_list"
ACCESS, MASKED = "access_specifier", "masked"
FUNCTION, BODY, INITIALIZERS = "function_definition", "compound_statement", "field_initializer_list"
DEDUCED, RETURNED = "placeholder_type_specifier", "trailing_return_type"
WITHOUT_BODY = b";"
_AROUND_MEMBERS = re.compile(r"template_declaration|(?:field_)?declaration|(?:class|struct|union)_specifier")
_CONDITION = re.compile(r"preproc_(?:if|else|elif).*")  # has declarations in it among other nodes


@dataclass(frozen=True, eq=False)
class Declarations:
    """Units in document order; `around[i]` is the unit that unit i lies in, -1 for none.

    `bodies` has the bodies of functions, each with the unit of its function. `tied` are pairs of units of which the
    first cannot do without the second, whatever they refer to.
    """

    spans: tuple[UnitSpan, ...]
    around: tuple[int, ...]
    is_scope: tuple[bool, ...]  # whether a unit is a namespace, or the like
    bodies: Mapping[int, int] = field(default_factory=dict)
    tied: tuple[tuple[int, int], ...] = ()

    @cached_property
    def body_of(self) -> dict[int, int]:
        """From the unit of a function to that of its body."""
        return {function: body for body, function in self.bodies.items()}

    def edges(self, references: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        """What each unit needs; what refers to a function needs its body as well."""
        for unit, needed in references:
            yield unit, needed
            if needed != unit and needed in self.body_of:
                yield unit, self.body_of[needed]
        yield from ((unit, outer) for unit, outer in enumerate(self.around) if outer >= 0)
        yield from self.tied

    def outermost(self) -> list[int]:
        """For each unit the outermost one around it that is a declaration, which may be itself."""
        found: list[int] = []
        for unit, outer in enumerate(self.around):
            found.append(unit if outer < 0 or self.is_scope[outer] else found[outer])
        return found

    def with_bodies(self, names: Mapping[str, set[int]]) -> dict[str, set[int]]:
        """The units that declare each name, with the bodies of functions of that name."""
        bodies = self.body_of
        return {name: units | {bodies[unit] for unit in units if unit in bodies} for name, units in names.items()}

    def texts(self) -> dict[int, bytes]:
        """The units that something stands for once they are removed."""
        return dict.fromkeys(self.bodies, WITHOUT_BODY)


def declarations_of(tree: Tree, *, inside: bool = False) -> Declarations:
    """The declarations of a tree; a namespace is a unit, and so is each declaration in it."""
    reader = _Reader(tree, inside=inside)
    reader.read(0, -1)
    return Declarations(
        tuple(reader.spans), tuple(reader.around), tuple(reader.is_scope), reader.bodies, tuple(reader.tied)
    )


class _Reader:
    def __init__(self, tree: Tree, *, inside: bool) -> None:
        self._tree, self._inside_too = tree, inside
        self._attribute = -1  # the unit before, if it is one
        self.spans: list[UnitSpan] = []
        self.around: list[int] = []
        self.is_scope: list[bool] = []
        self.bodies: dict[int, int] = {}
        self.tied: list[tuple[int, int]] = []

    def read(self, node: int, outer: int) -> None:
        """The declarations inside a node, which is in the unit `outer`."""
        tree = self._tree
        for child in tree.children(node):
            name = tree.kind(child).name
            if name in LISTS:
                self.read(child, outer)
            elif tree.kind(node).name not in SCOPES:
                unit = self._element(child, outer)
                if name in SCOPES or _CONDITION.fullmatch(name):
                    self.read(child, unit)
                elif self._inside_too:
                    self._inside(child, unit)

    def _element(self, node: int, outer: int) -> int:
        """The unit of an element of a list, or that around it if it cannot go alone.

        An attribute goes with the declaration after it, and stays where there is none.
        """
        tree = self._tree
        name = tree.kind(node).name
        if name == ACCESS or tree.replacement(node) != b"" or (name == MASKED and self._is_last(node)):
            return outer
        before = self._attribute
        unit = self._add(node, outer)
        self._attribute = unit if name == MASKED else -1
        if before >= 0:
            self.tied += ((unit, before), (before, unit))
        return unit

    def _is_last(self, node: int) -> bool:
        tree = self._tree
        return tree.end(node) == tree.end(tree.parent(node))

    def _add(self, node: int, outer: int) -> int:
        self.spans.append(UnitSpan(self._tree.starts[node], self._tree.stops[node], node))
        self.around.append(outer)
        name = self._tree.kind(node).name
        self.is_scope.append(name in SCOPES or bool(_CONDITION.fullmatch(name)))
        return len(self.spans) - 1

    def _inside(self, node: int, unit: int) -> None:
        """The members and the body of a declaration."""
        tree = self._tree
        name = tree.kind(node).name
        if name == FUNCTION:
            self._body(node, unit)
        elif name == MEMBERS:
            for child in tree.children(node):
                inner = self._element(child, unit)
                if inner != unit:
                    self._inside(child, inner)
        elif _AROUND_MEMBERS.fullmatch(name):
            for child in tree.children(node):
                self._inside(child, unit)

    def _body(self, node: int, unit: int) -> None:
        """The body of a function, with what a constructor has before it."""
        children = {self._tree.kind(child).name: child for child in self._tree.children(node)}
        if BODY not in children:
            return
        before = [self._add(children[INITIALIZERS], unit)] if INITIALIZERS in children else []
        body = self._add(children[BODY], unit)
        self.bodies[body] = unit
        self.tied += ((body, each) for each in before)
        self.tied += ((each, body) for each in before)
        if DEDUCED in children and not self._returns(children.get("function_declarator", node)):
            self.tied.append((unit, body))

    def _returns(self, node: int) -> bool:
        return any(self._tree.kind(child).name == RETURNED for child in self._tree.children(node))
