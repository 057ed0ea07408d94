"""In whose place nodes may stand: kinds that the grammar puts under one head, or that are seen in the same field."""

from __future__ import annotations

from array import array

from thresher.formats.places import Places, Role
from thresher.formats.syntax import COMMENT, ERRORS, NAMED, Syntax
from thresher.structures.tree import Kind

NO_KIND = Kind("group", frozenset())


class Kinds:
    """The column of kinds of a tree, and their vocabulary."""

    def __init__(self, syntax: Syntax, places: Places) -> None:
        self._syntax = syntax
        self._labels = _labels(syntax, places)
        self._known: dict[int, int] = {}
        self._merged: dict[tuple[int, int], int] = {}
        self.numbers = array("I")
        self.vocabulary: list[Kind] = [NO_KIND]

    def add(self, kind: int) -> None:
        """One more node, of a kind of the grammar."""
        number = self._known.get(kind)
        self.numbers.append(self._learn(kind) if number is None else number)

    def add_group(self) -> None:
        """One more node that the grammar has no name for, and that fits nowhere else."""
        self.numbers.append(0)

    def merge(self, node: int, kind: int) -> None:
        """A node is of one more kind; it may stand wherever one of its kinds may."""
        outer = self.numbers[node]
        number = self._merged.get((outer, kind))
        if number is None:
            name, labels = self.vocabulary[outer]
            self.vocabulary.append(Kind(name, labels | self._labels.get(kind, frozenset())))
            number = self._merged[outer, kind] = len(self.vocabulary) - 1
        self.numbers[node] = number

    def _learn(self, kind: int) -> int:
        self.vocabulary.append(Kind(self._syntax.name(kind), self._labels.get(kind, frozenset())))
        self._known[kind] = len(self.vocabulary) - 1
        return self._known[kind]


def _labels(syntax: Syntax, places: Places) -> dict[int, frozenset[str]]:
    """For each named kind its name, its supertypes', and the fields in which it is seen."""
    found = {kind: {syntax.name(kind)} for kind in set(syntax.kinds) if syntax.flags[kind] & NAMED}
    language = syntax.language
    for head in language.supertypes:
        for kind in language.subtypes(head):
            if kind in found:
                found[kind].add(language.node_kind_for_id(head) or "")
    for place in places.places[1:]:
        if place.role is not Role.TOKEN and not syntax.flags[place.kind] & COMMENT and place.parent not in ERRORS:
            found[place.kind].add(f"{syntax.name(place.parent)}.{syntax.field_name(place.field)}")
    return {kind: frozenset(labels) for kind, labels in found.items()}
