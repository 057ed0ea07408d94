"""Which nodes may replace which: kinds of one supertype of the grammar, or seen in the same field."""

from __future__ import annotations

from thresher.formats.source.node_contexts import AdjacentToken, NodeContexts
from thresher.formats.source.syntax import COMMENT, ERRORS, NAMED, SyntaxTree
from thresher.structures.trees.kind import NodeKind

NO_KIND = NodeKind("group", frozenset())
VALUES = frozenset({"object", "array", "string", "number", "true", "false", "null"})  # in JSON, and what has it inside


class Kinds:
    """The kinds of a tree's nodes: `column` of numbers in the `vocabulary`; those of groups are 0."""

    def __init__(self, syntax: SyntaxTree, places: NodeContexts) -> None:
        self._syntax = syntax
        self._labels = labels(syntax, places)
        self._numbers: dict[int, int] = {}
        self._merged: dict[tuple[int, int], int] = {}
        self.vocabulary: list[NodeKind] = [NO_KIND]

    def number(self, kind: int) -> int:
        """The number of a kind of the grammar."""
        if kind not in self._numbers:
            self._numbers[kind] = len(self.vocabulary)
            self.vocabulary.append(NodeKind(self._syntax.name(kind), self._labels.get(kind, frozenset())))
        return self._numbers[kind]

    def merged(self, number: int, kind: int) -> int:
        """The number for a node that has one more kind, and may be wherever one of its kinds may."""
        found = self._merged.get((number, kind))
        if found is None:
            name, known, _ = self.vocabulary[number]
            found = self._merged[number, kind] = len(self.vocabulary)
            self.vocabulary.append(NodeKind(name, known | self._labels.get(kind, frozenset())))
        return found


def labels(syntax: SyntaxTree, places: NodeContexts) -> dict[int, frozenset[str]]:
    """For each named kind its name, its supertypes', and the fields in which it is seen.

    Not every grammar declares its supertypes; that a value may replace a value is known without.
    """
    found = {kind: {syntax.name(kind)} for kind in set(syntax.kinds) if syntax.flags[kind] & NAMED}
    language = syntax.language
    for head in language.supertypes:
        for kind in language.subtypes(head):
            if kind in found:
                found[kind].add(language.node_kind_for_id(head) or "")
    for kind, names in found.items():
        if syntax.name(kind) in VALUES:
            names.add("value")
    for place in places.places[1:]:
        if (
            place.role is not AdjacentToken.TOKEN
            and not syntax.flags[place.kind] & COMMENT
            and place.parent not in ERRORS
        ):
            found[place.kind].add(f"{syntax.name(place.parent)}.{syntax.field_name(place.field)}")
    return {kind: frozenset(labels) for kind, labels in found.items()}
