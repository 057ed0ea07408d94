"""What is wrong with a parse: ERROR and MISSING nodes, and nodes that are empty but must not be.

tree-sitter's grammars are made for editors and let some things pass. An empty block in Python is the one that matters:
without this check whole bodies would go, and every candidate would be a syntax error.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from tree_sitter import Query, QueryCursor, Tree, TreeCursor

from thresher.formats.source.languages import grammar

HOLLOW = {"python": "(block) @node", "starlark": "(block) @node", "gdscript": "(body) @node"}
MANY = 64  # places from which on the whole text is looked through


class Faults:
    """Knows how many faults the document has."""

    def __init__(self, language: str, parse: Tree) -> None:
        self.errors = count_errors(parse.walk())
        self._hollow = _hollow(language)
        if self._has_hollow(parse, ()):
            self._hollow = None  # the document is as lax as its grammar

    def more(self, parse: Tree, places: Sequence[tuple[int, int]] = ()) -> bool:
        """Whether a parse has more faults; hollow nodes are searched for in some places only if there are any."""
        return count_errors(parse.walk(), most=self.errors) > self.errors or self._has_hollow(parse, places)

    def _has_hollow(self, parse: Tree, places: Sequence[tuple[int, int]]) -> bool:
        if self._hollow is None:
            return False
        cursor = QueryCursor(self._hollow)
        for start, stop in places if 0 < len(places) < MANY else [(0, parse.root_node.end_byte + 1)]:
            cursor.set_byte_range(start, stop)
            if any(node.start_byte == node.end_byte for node in cursor.captures(parse.root_node).get("node", ())):
                return True
        return False


@cache
def _hollow(language: str) -> Query | None:
    return Query(grammar(language), HOLLOW[language]) if language in HOLLOW else None


def count_errors(cursor: TreeCursor, most: int | None = None) -> int:
    """How many ERROR and MISSING nodes there are; stops counting when there are more than `most`.

    A missing token may be hidden: then some node has an error and none of those in it.
    """
    count = 0
    while most is None or count <= most:
        node = cursor.node
        assert node is not None
        wrong = node.is_error or node.is_missing
        if node.has_error:
            count += wrong or not any(child.has_error or child.is_error for child in node.children)
            if cursor.goto_first_child():
                continue
        else:
            count += wrong
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return count
    return count
