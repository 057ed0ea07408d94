"""What the commands of SMT-LIB, and the definitions of a Lisp, refer to: each is a unit of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator

from thresher.structures.references import NamedUnits, ReferenceGraph, UnitSpan
from thresher.structures.trees.tree import Tree

DEFINES = re.compile(rb"def\w*|(?:declare|define)-[\w-]+")  # what follows is a name, or a list that begins with it
DEFINES_MANY = re.compile(rb"(?:declare|define)-(?:co)?(?:datatypes?|funs-rec)")  # lists inside begin with names, too
ALWAYS = re.compile(rb"set-logic|set-option|check-sat[\w-]*|get-[\w-]+|push|pop|exit")


def commands(tree: Tree) -> NamedUnits:
    """The lists of a text and what each needs; commands that ask or set something are kept."""
    units = [node for node in tree.children(0) if tree.data[tree.starts[node] : tree.starts[node] + 1] == b"("]
    defined: dict[bytes, list[int]] = {}
    for number, unit in enumerate(units):
        for node in _names(tree, unit):
            defined.setdefault(_text(tree, node), []).append(number)
    edges = (
        (number, target)
        for number, unit in enumerate(units)
        for node in range(unit + 1, tree.end(unit))
        if _is_atom(tree, node)
        for target in defined.get(_text(tree, node), ())
    )
    spans = [UnitSpan(tree.starts[unit], tree.stops[unit], unit) for unit in units]
    always = frozenset(number for number, unit in enumerate(units) if ALWAYS.fullmatch(_head(tree, unit)))
    return NamedUnits(ReferenceGraph.of(spans, edges), always, frozenset(), frozenset(), {})


def _names(tree: Tree, unit: int) -> Iterator[int]:
    """The atoms that are names which a list defines: each is right after its head, or begins a list."""
    head, name, end = _head(tree, unit), unit + 2, tree.end(unit)
    if DEFINES.fullmatch(head) and name < end:
        if DEFINES_MANY.fullmatch(head):
            yield from (node + 1 for node in range(name, end) if not _is_atom(tree, node) and _is_atom(tree, node + 1))
        while not _is_atom(tree, name):
            name += 1
        yield name


def _head(tree: Tree, unit: int) -> bytes:
    """The first atom of a list; nothing if a list is first."""
    return _text(tree, unit + 1) if tree.end(unit) > unit + 1 and _is_atom(tree, unit + 1) else b""


def _is_atom(tree: Tree, node: int) -> bool:
    """An atom, or a list with nothing in it."""
    return tree.shape.sizes[node] == 1


def _text(tree: Tree, node: int) -> bytes:
    return tree.data[tree.starts[node] : tree.stops[node]]
