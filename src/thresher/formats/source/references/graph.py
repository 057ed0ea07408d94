"""The units of a program and what each needs, from its names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from tree_sitter import Query, QueryCursor

from thresher.formats.source.languages import grammar
from thresher.formats.source.references import c, c_sharp, go, java, javascript, python, rust
from thresher.formats.source.references.general import general_captures, general_table
from thresher.formats.source.references.names import NameReference, Names
from thresher.formats.source.references.table import NameTable
from thresher.formats.source.references.units import ProgramUnits
from thresher.structures.references import NamedUnits, ReferenceGraph, UnitPlaces, UnitSpan
from thresher.structures.trees.tree import Tree

if TYPE_CHECKING:
    from tree_sitter import Node
    from tree_sitter import Tree as Parse

TABLES: dict[str, NameTable] = {
    language: table
    for family in (c, c_sharp, go, java, javascript, python, rust)
    for language, table in family.TABLES.items()
}


def named_units(tree: Tree, parse: Parse, language: str) -> NamedUnits | None:
    """The declarations of a program, the bodies of its functions, and the statements of those with many others in them.

    None if no function is found, as in data.
    """
    captures = _captures(language, parse.root_node)
    if not captures:
        return None
    table = TABLES.get(language) or general_table(grammar(language))
    units = ProgramUnits(tree, table, captures)
    spans, around = tuple(units.spans), units.around
    places = UnitPlaces(spans, around)
    edges = [(unit, outer) for unit, outer in enumerate(around) if outer >= 0]
    for unit in units.attached:
        following = _following(spans, around, unit)
        edges += ((unit, following), (following, unit)) if following >= 0 else ()
    names = Names(tree.data, captures)
    edges += ((each, unit) for unit, each in _between(places, names.extensions()) if unit >= 0)
    references = set(_between(places, names.references()))
    edges += ((unit, each) for unit, each in references if unit >= 0)
    return NamedUnits(
        ReferenceGraph.of(spans, edges),
        always=frozenset(each for unit, each in references if unit < 0),
        aside=frozenset(units.aside),
        imports=frozenset(places.at(node.start_byte) for node in captures.get("import", ())),
        empty=units.empty,
    )


def _between(places: UnitPlaces, references: Iterable[NameReference]) -> Iterator[tuple[int, int]]:
    """From a unit, -1 for the text outside of all units, to another one."""
    for start, targets in references:
        unit = places.at(start)
        yield from ((unit, each) for each in map(places.at, targets) if each >= 0)


def _following(spans: Sequence[UnitSpan], around: Sequence[int], unit: int) -> int:
    """The next unit in the same list; -1 if there is none."""
    for other in range(unit + 1, len(spans)):
        if around[other] == around[unit]:
            return other
        if spans[other].start >= spans[around[unit]].stop > 0 <= around[unit]:
            break
    return -1


def _captures(language: str, root: Node) -> dict[str, list[Node]]:
    return QueryCursor(_query(language)).captures(root) if language in TABLES else general_captures(root)


@cache
def _query(language: str) -> Query:
    return Query(grammar(language), TABLES[language].query)
