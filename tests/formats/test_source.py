"""Trees of programs: what is in them, and that every candidate that passes the check really parses."""

from __future__ import annotations

import pytest
from tree_sitter import Parser

from tests.fakes import answered
from thresher.algorithms.filtered import filtered
from thresher.algorithms.hdd import hdd
from thresher.formats.languages import grammar
from thresher.formats.source import parse_source
from thresher.kernel.selection import Selection

C = b"""#include <stdio.h>
#define MOST 10

static int total(int first, const char *name, int last) {
    int sum = 1 + first + last, count;
    for (count = 0; count < MOST; count++) { sum += count; }
    if (name == 0) return -1; else { printf("%s %d", name, sum); }
    while (sum--) { first = last; }
    return sum;
}
"""


def faults(language: str, data: bytes) -> int:
    """ERROR and MISSING nodes of a fresh parse, counted in another way than the code under test does."""
    found, nodes = 0, [Parser(grammar(language)).parse(data).root_node]
    while nodes:
        node = nodes.pop()
        found += node.is_error or node.is_missing
        nodes += node.children
    return found


def test_no_candidate_that_is_asked_has_more_errors() -> None:
    document = parse_source(C, "c")
    tree = document.tree
    asked = []

    def test(kept: Selection) -> bool:
        text = tree.render(kept)
        asked.append(text)
        return b"sum--" in text

    result = answered(filtered(hdd(tree, tree.everything), document.valid), test).result
    assert all(faults("c", text) == 0 for text in asked)
    assert len(tree.render(result)) < 60
    print(tree.render(result).decode())
