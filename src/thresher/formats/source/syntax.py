"""What tree-sitter makes of bytes, in columns: a million nodes as numbers, not as objects.

Every node that has text is here, tokens such as `(` included, in preorder. A cursor goes over the tree once, without
recursion. In a huge input small nodes are taken whole: a search would not come to what is in them for long, and when
the input has become smaller, another parse finds it.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Language, Tree

MANY = 60_000  # a node with a smaller share of all nodes in it is not split
ERRORS = (65535, 65534)  # the kinds of ERROR nodes in every language
MASKED = 65533  # the kind of what is masked before the grammar sees it, see `masking`
WHITE = frozenset(b" \t\n\r\v\f")
NAMED, COMMENT, WORD, OPENING, CLOSING, LISTING, BROKEN, LEADING = (1 << bit for bit in range(8))
KEYWORD = "keyword_"  # what some grammars call their keywords, which are nodes with names there


@dataclass(frozen=True, eq=False)
class SyntaxTree:
    """Node i is the bytes from starts[i] to stops[i], white space at its ends taken off; its parent comes before it.

    `fields[i]` is the number of the field that the node is in, 0 for none; node 0 is the root.
    """

    data: bytes
    language: Language
    starts: array[int]
    stops: array[int]
    kinds: array[int]
    fields: array[int]
    parents: array[int]

    def __len__(self) -> int:
        return len(self.kinds)

    def text(self, node: int) -> bytes:
        return self.data[self.starts[node] : self.stops[node]]

    def name(self, kind: int) -> str:
        """A kind's name in the grammar."""
        if kind == MASKED:
            return "masked"
        return "ERROR" if kind in ERRORS else self.language.node_kind_for_id(kind) or ""

    def field_name(self, field: int) -> str:
        """A field's name in the grammar, empty for none."""
        return self.language.field_name_for_id(field) or "" if field else ""

    @cached_property
    def flags(self) -> bytes:
        """For each kind what is to be known of it: NAMED, and so on."""
        flags = bytearray(1 << 16)
        for kind in set(self.kinds):
            named = kind in (*ERRORS, MASKED) or self.language.node_kind_is_named(kind)
            flags[kind] = _named_flags(self.name(kind), kind) if named else _token_flags(self.name(kind))
        return bytes(flags)

    @cached_property
    def neighbours(self) -> tuple[array[int], array[int]]:
        """For each node the sibling before it and the one after it, comments left out; 0 for none."""
        before, after, last = (array("I", bytes(4 * len(self))) for _ in range(3))
        flags, kinds = self.flags, self.kinds
        for node, parent in enumerate(self.parents):
            if flags[kinds[node]] & COMMENT:
                continue
            elder = last[parent]
            if elder:
                before[node] = elder
                after[elder] = node
            last[parent] = node
        return before, after

    def has_word(self, word: bytes) -> bool:
        """Whether the language has such a keyword."""
        return self.language.id_for_node_kind(word.decode(), False) is not None  # noqa: FBT003 - positional only

    def is_name(self, node: int) -> bool:
        """Whether a node is a word that something is called by, so that another word would be just another name."""
        word = self.text(node).replace(b"_", b"a")
        leaf = node + 1 == len(self) or self.parents[node + 1] != node
        return leaf and word.isalnum() and not word[:1].isdigit() and "type" not in self.name(self.kinds[node])

    @cached_property
    def chained(self) -> bytes:
        """For each kind whether it spells lists by recursion at the left end: `a + b + c` is a sum within a sum."""
        chained = bytearray(1 << 16)
        kinds = self.kinds
        for node in range(2, len(kinds)):
            if kinds[node] == kinds[node - 1] and self.in_chain(node):
                chained[kinds[node]] = True
        return bytes(chained)

    def in_chain(self, node: int) -> bool:
        """Whether the parent is of the same kind and has this node, a token and one more node in it."""
        parent, (before, after) = self.parents[node], self.neighbours
        token = after[node]
        if self.kinds[node] != self.kinds[parent] or node != parent + 1 or not token or before[node]:
            return False
        last, flags, kinds = after[token], self.flags, self.kinds
        between = not flags[kinds[token]] & (NAMED | OPENING | CLOSING)
        return bool(between and last and flags[kinds[last]] & NAMED and not after[last])


def _named_flags(name: str, kind: int) -> int:
    aside = kind == MASKED or "comment" in name.lower()
    if name.startswith(KEYWORD):
        return WORD | LEADING
    return NAMED | (COMMENT if aside else 0) | (BROKEN if kind in ERRORS else 0)


def _token_flags(name: str) -> int:
    """Of a kind that is named after its text."""
    if name[:1].isalpha():
        return WORD
    ends = (OPENING if name[-1:] in ("(", "[", "{") else 0) | (CLOSING if name[:1] in (")", "]", "}") else 0)
    return ends | (LISTING if name in (",", ";") else 0)


def syntax_of(data: bytes, tree: Tree) -> SyntaxTree:
    """The columns of a parse of the data; each line after what was parsed is a node too, among errors."""
    offset = "I" if len(data) < 1 << 32 else "Q"
    starts, stops = array(offset), array(offset)
    kinds, fields, parents = array("H"), array("H"), array("I")
    cursor = tree.walk()
    down, across, up = cursor.goto_first_child, cursor.goto_next_sibling, cursor.goto_parent
    around = [0]
    grain = tree.root_node.descendant_count // MANY
    while True:
        node = cursor.node
        assert node is not None
        start, stop = node.start_byte, node.end_byte
        if start < stop and (data[start] <= 32 or data[stop - 1] <= 32):
            start, stop = _trimmed(data, start, stop)
        if start < stop or not kinds:
            starts.append(start)
            stops.append(stop)
            kinds.append(node.kind_id)
            fields.append(cursor.field_id or 0)
            parents.append(around[-1])
            if node.descendant_count > grain and down():
                around.append(len(kinds) - 1)
                continue
        while not across():
            if not up():
                for start, stop in _lines(data, tree.root_node.end_byte):
                    starts.append(start)
                    stops.append(stop)
                    kinds.append(ERRORS[0])
                    fields.append(0)
                    parents.append(0)
                return SyntaxTree(data, tree.language, starts, stops, kinds, fields, parents)
            around.pop()


def _lines(data: bytes, at: int) -> Iterator[tuple[int, int]]:
    """The lines from there on: a parser may have given up, and what it has not read can go all the same."""
    while at < len(data):
        stop = data.find(b"\n", at) + 1 or len(data)
        start, end = _trimmed(data, at, stop)
        if start < end:
            yield start, end
        at = stop


def _trimmed(data: bytes, start: int, stop: int) -> tuple[int, int]:
    """Without white space at the ends."""
    while start < stop and data[start] in WHITE:
        start += 1
    while start < stop and data[stop - 1] in WHITE:
        stop -= 1
    return start, stop
