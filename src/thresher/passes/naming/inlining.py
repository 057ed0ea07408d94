"""Inlines what is used once: the value of a variable, an alias, a constant; the body of a function with one call.

`x = f(1); x.g` becomes `f(1).g`, `typedef int w; w a;` becomes `int a;`, `def f(a): g(a)` with `f(1)` becomes `g(1)`.
No removal does that: neither the definition nor the use can go alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from thresher.passes.naming.definitions import NamedValue, definition_at
from thresher.passes.occurrences import Name, names_of
from thresher.passes.ranking import MOST, applied
from thresher.structures.document import Document
from thresher.structures.rewrites import Rewrite
from thresher.structures.trees.splice import Cut
from thresher.structures.trees.tree import Tree

MISS_LIMIT = 4
PERSISTENT = True
MOST_USES = 3  # of a value that is short enough to be repeated
MANY_USES = 12  # of one that makes the text longer at first
MOST_BYTES = 1 << 16  # of a text that was made longer
NODES = 3  # around a definition that are tried as what goes with it
_SIMPLE = re.compile(rb"[\w$.]*(?:\(.*\)|\[.*\]|\{.*\}|\"[^\"]*\"|'[^']*')?", re.DOTALL)
_MEMBER_OF = re.compile(rb"(?P<receiver>.+?)\s*(?:\.|->)\s*", re.DOTALL)
_TYPE = re.compile("class|struct|interface|enum|trait|impl|namespace")  # what has a body but is not called
_BLOCK = re.compile("block|body|list|module|program|source_file|translation_unit")
_RETURNED = re.compile(rb"\s*(?:return\b)?\s*(?P<value>[^;\n]*?)\s*;?\s*")


def edits(document: Document) -> list[Rewrite]:
    """For each name with a definition and few uses the edit that inlines it; the one that saves the most is last."""
    return _ranked(document, MOST_USES, len(document.tree.data))


def pumps(document: Document) -> list[Rewrite]:
    """The same for names with more uses, also if the text becomes longer."""
    return _ranked(document, MANY_USES, MOST_BYTES)


def _ranked(document: Document, uses: int, below: int) -> list[Rewrite]:
    """The edits for names with so many uses at most that make a text of fewer bytes; the best is last."""
    tree = document.tree
    if len(tree) > MOST:
        return []
    found: dict[bytes, Rewrite] = {}
    for name in names_of(tree):
        if 2 <= len(name.occurrences) <= uses + 1:
            found |= {applied(tree, edit.cuts): edit for edit in _inlined(document, name, below)}
    return [found[text] for text in sorted(found, key=len, reverse=True)]


def _inlined(document: Document, name: Name, below: int) -> Iterator[Rewrite]:
    """At most one edit for each occurrence that may be the definition; what is before a later one is not a use."""
    tree, every = document.tree, name.occurrences
    label = f"inline {name.text.decode('utf-8', 'replace')}"
    for number, each in enumerate(every):
        definition = definition_at(tree, each.node)
        uses = [other.node for other in (every[number + 1 :] if every[2:] else every) if other != each]
        if definition is not None and uses:
            ways = _values(tree, definition, uses) if definition.block is None else _bodies(tree, definition, uses)
            for cuts in ways:
                yield from _first_valid(document, definition, Rewrite(tuple(cuts), label), below)


def _first_valid(document: Document, definition: NamedValue, uses: Rewrite, below: int) -> Iterator[Rewrite]:
    """The cuts with the smallest node that can go around the definition so that the rest parses."""
    tree = document.tree
    for node in definition.nodes[:NODES]:
        gone = tree.cutter.cuts(tree.without(tree.everything, [node]), 0, len(tree))
        together = sorted([*gone, *uses.cuts])
        if any(one[1] > other[0] for one, other in pairwise(together)):
            return
        edit = replace(uses, cuts=tuple(together))
        text = applied(tree, edit.cuts)
        if len(text) < below and document.valid_text(text):
            yield edit
            return


def _values(tree: Tree, definition: NamedValue, uses: list[int]) -> Iterator[list[Cut]]:
    """The value in the place of every use, also in brackets if it is not a simple one."""
    value = tree.data[definition.start : definition.stop]
    spots = [_outermost(tree, use, definition.head) for use in uses]
    if any(tree.data[tree.starts[spot] : tree.stops[spot]] != definition.head for spot in spots):
        return  # a part of what is assigned is used, as `a` of `a.b`
    for text in dict.fromkeys((value, _in_brackets(value))):
        yield [(tree.starts[spot], tree.stops[spot], text) for spot in spots]


def _in_brackets(value: bytes) -> bytes:
    return value if _SIMPLE.fullmatch(value) else b"(" + value + b")"


def _bodies(tree: Tree, definition: NamedValue, uses: list[int]) -> Iterator[list[Cut]]:
    """The body in the place of the statement with the only call; the value that it returns in that of every call."""
    if definition.block is None or _TYPE.search(tree.kind(tree.parent(definition.block)).name):
        return
    calls = [_call(tree, use) for use in uses]
    bodies = [
        _body(tree, definition.block, call, _receiver(tree, call, use)) for call, use in zip(calls, uses, strict=True)
    ]
    for statement in _statements(tree, calls[0]) if len(calls) == 1 else ():
        text = _indented(tree, bodies[0], definition.start, tree.starts[statement])
        yield [(tree.starts[statement], tree.stops[statement], text)]
    returned = [found["value"] for found in map(_RETURNED.fullmatch, bodies) if found is not None]
    if len(returned) == len(calls) and all(returned):
        spans = [(tree.starts[call], tree.stops[call]) for call in calls]
        yield [(*span, value) for span, value in zip(spans, returned, strict=True)]


def _statements(tree: Tree, node: int) -> list[int]:
    """The innermost statement around a node, and the outermost one that begins on its line, without blocks."""
    line = tree.data.rfind(b"\n", 0, tree.starts[node]) + 1
    found: list[int] = []
    while node and (not found or tree.starts[node] >= line):
        if _is_statement(tree, node) and (not found or not _BLOCK.search(tree.kind(node).name)):
            found = [*found[:1], node]
        node = tree.parent(node)
    return found


def _is_statement(tree: Tree, node: int) -> bool:
    kind = tree.kind(node)
    return any("statement" in label for label in (kind.name, *kind.labels))


def _call(tree: Tree, use: int) -> int:
    """The node around a use that ends in its arguments; `a.f(x)` is one too."""
    node = use
    for _ in range(4):
        node = tree.parent(node)
        if tree.data[tree.stops[node] - 1 : tree.stops[node]] == b")":
            return node
    return use


def _receiver(tree: Tree, call: int, use: int) -> bytes:
    """What a method is called on, as `a` in `a.f(x)`; nothing for a function."""
    found = _MEMBER_OF.fullmatch(tree.data, tree.starts[call], max(tree.starts[use], tree.starts[call]))
    return found["receiver"] if found else b""


def _body(tree: Tree, block: int, call: int, receiver: bytes) -> bytes:
    """The text of a block without its brackets, with the arguments of a call for its parameters.

    What a method is called on is its `this`, or the parameter that has no argument, its first.
    """
    start, stop = tree.starts[block], tree.stops[block]
    if tree.data[start] == ord("{") and tree.data[stop - 1] == ord("}"):
        start, stop = start + 1, stop - 1
    arguments = _elements(tree, max(tree.children(call), default=call))
    parameters = _elements(tree, next(iter(_before(tree, block)), block))
    text = tree.data[start:stop]
    if receiver:
        arguments = [receiver, *arguments] if len(parameters) > len(arguments) else arguments
        text = _replaced(text, b"this", _in_brackets(receiver))
    for parameter, argument in zip(parameters, arguments, strict=False):
        for word in re.findall(rb"[\w$\x80-\xff]+", parameter):
            text = _replaced(text, word, _in_brackets(argument))
    return text


def _replaced(text: bytes, word: bytes, by: bytes) -> bytes:
    """A text with a word replaced wherever it is one of its own, and no member of something."""
    return re.sub(rb"(?<![\w$.\x80-\xff])" + re.escape(word) + rb"(?![\w$\x80-\xff])", lambda _: by, text)


def _before(tree: Tree, block: int) -> Iterator[int]:
    """The bracketed nodes before a block in its function, the nearest first."""
    around = tree.parent(block)
    for node in range(block - 1, around, -1):
        if tree.data[tree.starts[node]] == ord("(") and tree.end(node) <= block:
            yield node


def _elements(tree: Tree, node: int) -> list[bytes]:
    """The texts of what is in brackets."""
    if tree.data[tree.starts[node] : tree.starts[node] + 1] != b"(":
        return []
    return [tree.data[tree.starts[child] : tree.stops[child]] for child in tree.children(node)]


def _indented(tree: Tree, text: bytes, origin: int, target: int) -> bytes:
    """A text from one place with the indentation of another."""
    inner, outer = (_indent(tree.data, position) for position in (origin, target))
    return text.replace(b"\n" + inner, b"\n" + outer) if inner != outer else text


def _indent(data: bytes, position: int) -> bytes:
    line = data[data.rfind(b"\n", 0, position) + 1 : position]
    return line[: len(line) - len(line.lstrip())]


def _outermost(tree: Tree, node: int, text: bytes) -> int:
    """The outermost node around one that has some text, or the node itself."""
    found = node
    while node and tree.stops[node] - tree.starts[node] <= len(text):
        if tree.data[tree.starts[node] : tree.stops[node]] == text:
            found = node
        node = tree.parent(node)
    return found
