"""The context of a node in its parent, which decides whether it can be removed, and what with it.

Nodes of one kind in the same field of the same kind of parent, with the same token beside them, are in the same place:
a few of them decide for all (see `replacements`).
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from enum import IntEnum
from typing import NamedTuple

from thresher.formats.source.syntax import BROKEN, CLOSING, LEADING, LISTING, NAMED, OPENING, WORD, SyntaxTree


class AdjacentToken(IntEnum):
    """Which token next to a node may be removed with it.

    ALONE: none. FIRST: the first of a list, separated from the next. REST: the separator before it. ENDED: the one
    after it, as after all elements of its list. LED: the token before it, as in `= 1`. TOKEN: it is a word itself.
    """

    ALONE = 0
    FIRST = 1
    REST = 2
    ENDED = 3
    LED = 4
    TOKEN = 5


class NodeContext(NamedTuple):
    """`token` is the kind of the token that may be removed with the node, 0 for none."""

    kind: int
    parent: int
    field: int
    role: AdjacentToken
    token: int


NOWHERE = NodeContext(0, 0, 0, AdjacentToken.ALONE, 0)


@dataclass(frozen=True, eq=False)
class NodeContexts:
    """`numbers[node]` is the place of a node in `places`, 0 if it has none; `tokens[node]` may go with it.

    Of each context some nodes are kept: the first, the shortest, and the one in the shortest parent.
    """

    numbers: array[int]
    tokens: array[int]
    places: list[NodeContext] = field(default_factory=lambda: [NOWHERE])
    firsts: list[int] = field(default_factory=lambda: [0])
    snuggest: list[int] = field(default_factory=lambda: [0])
    shortest: list[int] = field(default_factory=lambda: [0])


def places_of(syntax: SyntaxTree) -> NodeContexts:
    """The place of each named node that is not all there is to its parent, each word, and each token among errors."""
    roles, tokens = _roles(syntax)
    found = NodeContexts(array("I", bytes(4 * len(syntax))), tokens)
    flags, kinds, starts, stops = syntax.flags, syntax.kinds, syntax.starts, syntax.stops
    known: dict[tuple[int, int, int, int, int], int] = {}
    lengths, widths = [0], [0]  # of the shortest nodes and parents
    columns = zip(kinds, syntax.parents, syntax.fields, roles, tokens, strict=True)
    for node, (kind, parent, field_, role, token) in enumerate(columns):
        flag = flags[kind]
        if not (flag & (NAMED | WORD) or flags[kinds[parent]] & BROKEN) or _is_all(syntax, node, parent):
            continue
        key = kind, kinds[parent], field_, role if flag & NAMED else AdjacentToken.TOKEN, kinds[token]
        number = known.get(key)
        length, width = stops[node] - starts[node], stops[parent] - starts[parent]
        if number is None:
            number = known[key] = len(lengths)
            lengths.append(length)
            widths.append(width)
            found.places.append(NodeContext(*key[:3], AdjacentToken(key[3]), key[4] if token else 0))
            found.firsts.append(node)
            found.snuggest.append(node)
            found.shortest.append(node)
        if length < lengths[number]:
            lengths[number], found.shortest[number] = length, node
        if width < widths[number]:
            widths[number], found.snuggest[number] = width, node
        found.numbers[node] = number
    return found


def _is_all(syntax: SyntaxTree, node: int, parent: int) -> bool:
    """Whether a node is the root, or all there is to its parent, which is not the root."""
    if node - 1 != parent or not parent:
        return not node
    return syntax.stops[node] == syntax.stops[parent] and syntax.starts[node] == syntax.starts[parent]


def _roles(syntax: SyntaxTree) -> tuple[bytearray, array[int]]:
    """The role of each node, and the token that may go with it."""
    flags, kinds, fields, parents = syntax.flags, syntax.kinds, syntax.fields, syntax.parents
    before, after = syntax.neighbours
    chained = syntax.chained
    roles, tokens = bytearray(len(kinds)), array("I", bytes(4 * len(kinds)))
    for token, (kind, elder, younger) in enumerate(zip(kinds, before, after, strict=True)):
        flag = flags[kind]
        if flag & (NAMED | OPENING | CLOSING) or not (elder or flag & LEADING):
            continue
        named = elder and flags[kinds[elder]] & NAMED
        if younger and flags[kinds[younger]] & NAMED:
            listed = named and (fields[elder] == fields[younger] or chained[kinds[parents[token]]])
            roles[younger], tokens[younger] = AdjacentToken.REST if listed else AdjacentToken.LED, token
            if listed and roles[elder] in (AdjacentToken.ALONE, AdjacentToken.LED):  # `import a, b` without a
                roles[elder], tokens[elder] = AdjacentToken.FIRST, token
        elif named and flag & LISTING:
            _end_list(syntax, roles, tokens, token)
    return roles, tokens


def _end_list(syntax: SyntaxTree, roles: bytearray, tokens: array[int], last: int) -> None:
    """Gives each element of a list the token after it if the last one has such a token too."""
    before, kinds = syntax.neighbours[0], syntax.kinds
    ends, token = [last], before[before[last]]
    while token and kinds[token] == kinds[last]:
        ends.append(token)
        token = before[before[token]]
    if token and syntax.flags[kinds[token]] & OPENING:
        for end in ends:
            element = before[end]
            roles[element], tokens[element] = AdjacentToken.ENDED, end
