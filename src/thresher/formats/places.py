"""Where in its parent a node stands: what decides whether it can go, and what goes with it.

Nodes of one kind in the same field of the same kind of parent, with the same token beside them, are in the same place:
one or two of them tell for all what can be done there (see `minimal`).
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from typing import NamedTuple

from thresher.formats.syntax import BROKEN, CLOSING, COMMENT, LISTING, NAMED, OPENING, WORD, Syntax


class Role(IntEnum):
    """Which token beside a node may go with it.

    ALONE: none. FIRST: the first of a list, separated from the next. REST: the separator before it. ENDED: the one
    after it, as after all elements of its list. LED: the token before it, as in `= 1`. TOKEN: it is a word itself.
    """

    ALONE = 0
    FIRST = 1
    REST = 2
    ENDED = 3
    LED = 4
    TOKEN = 5


class Place(NamedTuple):
    """`token` is the kind of the token that may go with the node, 0 for none."""

    kind: int
    parent: int
    field: int
    role: Role
    token: int


@dataclass(frozen=True, eq=False)
class Places:
    """`numbers[node]` is the place of a node in `places`, 0 if it has none; `tokens[node]` goes with it.

    Of each place the first node and the shortest one are remembered.
    """

    numbers: array[int]
    tokens: array[int]
    places: list[Place] = field(default_factory=list)
    firsts: list[int] = field(default_factory=list)
    shortest: list[int] = field(default_factory=list)


NOWHERE = Place(0, 0, 0, Role.ALONE, 0)


def places_of(syntax: Syntax) -> Places:
    """The place of each named node that is not all there is to its parent, and of each word among the tokens."""
    count = len(syntax)
    found = Places(array("I", bytes(4 * count)), array("I", bytes(4 * count)), [NOWHERE], [0], [0])
    known: dict[tuple[int, int, int, Role, int], int] = {}
    starts, stops, kinds = syntax.starts, syntax.stops, syntax.kinds
    for node, role, token in _roles(syntax):
        key = kinds[node], kinds[syntax.parents[node]], syntax.fields[node], role, kinds[token] if token else 0
        number = known.get(key)
        if number is None:
            number = known[key] = len(found.places)
            found.places.append(Place(*key))
            found.firsts.append(node)
            found.shortest.append(node)
        elif stops[node] - starts[node] < stops[best := found.shortest[number]] - starts[best]:
            found.shortest[number] = node
        found.numbers[node] = number
        found.tokens[node] = token
    return found


def _roles(syntax: Syntax) -> Iterator[tuple[int, Role, int]]:
    """Each node that has a place but the root, its role, and the token that may go with it."""
    flags, kinds, fields, parents = syntax.flags, syntax.kinds, syntax.fields, syntax.parents
    before, after = syntax.neighbours
    starts, stops = syntax.starts, syntax.stops
    ended, chained = _ended(syntax), syntax.chained
    for node in range(1, len(kinds)):
        flag = flags[kinds[node]]
        parent = parents[node]
        if not flag & (NAMED | WORD) or (starts[node] == starts[parent] and stops[node] == stops[parent] and parent):
            continue
        if flag & WORD:
            yield node, Role.TOKEN, 0
            continue
        if flag & (COMMENT | BROKEN):
            yield node, Role.ALONE, 0
            continue
        token, following = before[node], after[node]
        if ended[node]:
            yield node, Role.ENDED, following
        elif token and not flags[kinds[token]] & (NAMED | OPENING | CLOSING) and (elder := before[token]):
            listed = flags[kinds[elder]] & NAMED and (fields[elder] == fields[node] or chained[kinds[parent]])
            yield node, Role.REST if listed else Role.LED, token
        elif (
            following
            and not flags[kinds[following]] & (NAMED | OPENING | CLOSING)
            and (younger := after[following])
            and flags[kinds[younger]] & NAMED
            and (fields[younger] == fields[node] or chained[kinds[parent]])
        ):
            yield node, Role.FIRST, following
        else:
            yield node, Role.ALONE, 0


def _ended(syntax: Syntax) -> bytearray:
    """For each node whether it is in a list with a comma or semicolon after every element, the last one included."""
    flags, kinds, fields = syntax.flags, syntax.kinds, syntax.fields
    before, after = syntax.neighbours
    ended = bytearray(len(kinds))
    for node in range(len(kinds) - 1, 0, -1):
        token = after[node]
        if not token or not flags[kinds[token]] & LISTING or not flags[kinds[node]] & NAMED:
            continue
        younger, elder = after[token], before[node]
        if younger and flags[kinds[younger]] & NAMED:
            same = fields[younger] == fields[node] and kinds[after[younger]] == kinds[token]
            ended[node] = ended[younger] and same
        else:
            ended[node] = bool(elder and (kinds[elder] == kinds[token] or flags[kinds[elder]] & OPENING))
    return ended
