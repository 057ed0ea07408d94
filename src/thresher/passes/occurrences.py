"""The names in a text and where they are: what a rename has to change together.

A name is a word that makes up a leaf of the tree, or the name of a tag or an attribute. Keywords, the types of a
language, and what is inside strings and comments are not names; what other leaves (the body of a macro, a path in an
attribute) have of a name's text as a whole word belongs to it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from thresher.structures.trees.kind import NodeKind
from thresher.structures.trees.splice import Spacing
from thresher.structures.trees.tree import Tree

_LETTER = re.compile(rb"[\w$\x80-\xff]")
_WORD = re.compile(rb"[A-Za-z_$\x80-\xff][\w$\x80-\xff]*")
_HYPHENATED = re.compile(rb"[A-Za-z_$\x80-\xff][\w$\x80-\xff-]*")  # as in CSS
_ATOM = re.compile(rb"[A-Za-z_$\x80-\xff][^\s\"|;()\[\]{}]*")  # of an s-expression
_TAG = re.compile(rb"</?([^\s<>/=\"'!?]+)")
_MARKUP = {
    "element": _TAG,
    "content": _TAG,
    "attribute": re.compile(rb"([^\s<>/=\"']+)(?=\s*=)"),
    "entity": re.compile(rb"<!ENTITY\s+(?:%\s+)?([^\s<>%\"']+)"),
}
_REFERENCE = re.compile(rb"[&%][^\s&%;<>\"']+;")
_STRING = re.compile(rb"[A-Za-z@$]{0,3}[\"'`]")
_BRACKETS, _ITEM = "document", "item"  # what a text in brackets is, and consists of
_QUOTED_OR_WORD = re.compile(
    rb"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|(?P<word>[A-Za-z_$\x80-\xff][\w$\x80-\xff-]*)|[0-9][\w.]*"
)
_QUOTED = re.compile(r"string|comment|char|text|content|fragment|regex|escape|cdata|doctype|instruction|heredoc")
_BUILTIN = re.compile(r"(?!_)[^.]*(?:_type|keyword[^.]*)")


class Occurrence(NamedTuple):
    """Some bytes, and the node that they are in."""

    start: int
    stop: int
    node: int


@dataclass(frozen=True, slots=True)
class Name:
    """A word with all its occurrences in order; `roles` counts what the leaves are and what they are in."""

    text: bytes
    occurrences: tuple[Occurrence, ...]
    roles: Counter[tuple[str, str]]


def names_of(tree: Tree) -> list[Name]:
    """The names in the order in which they are seen first."""
    found: dict[bytes, set[Occurrence]] = {}
    roles: dict[bytes, Counter[tuple[str, str]]] = {}
    for each in _seen(tree):
        text = tree.data[each.start : each.stop]
        found.setdefault(text, set()).add(each)
        roles.setdefault(text, Counter())[tree.kind(each.node).name, tree.kind(tree.parent(each.node)).name] += 1
    for each in _within_leaves(tree, found.keys()):
        found[tree.data[each.start : each.stop]].add(each)
    return [Name(text, tuple(sorted(spans)), roles[text]) for text, spans in found.items()]


def words_of(tree: Tree) -> list[Name]:
    """All words outside quotes, for a text in brackets of an unknown language; any of them may be a name."""
    found: dict[bytes, list[Occurrence]] = {}
    for node in range(1, len(tree) if tree.kind(0).name == _BRACKETS else 0):
        if tree.kind(node).name == _ITEM:
            for start, stop in _own(tree, node):
                for match in _QUOTED_OR_WORD.finditer(tree.data, start, stop):
                    if match["word"]:
                        found.setdefault(match["word"], []).append(Occurrence(*match.span(), node))
    return [Name(text, tuple(places), Counter()) for text, places in found.items()]


def is_word(tree: Tree, node: int) -> bool:
    """Whether a node is a leaf that is one word, a keyword perhaps, and not glued to another one as in `12px`."""
    start, stop = _span(tree, node)
    pattern = _ATOM if tree.kind(node).name == "atom" else _HYPHENATED
    if tree.end(node) != node + 1 or pattern.fullmatch(tree.data, start, stop) is None:
        return False
    return not _LETTER.match(tree.data[max(start - 1, 0) : start]) and not _LETTER.match(tree.data, stop)


def is_quoted(kind: NodeKind) -> bool:
    """Whether a node of a kind is a string, a comment, or a part of one, as far as its name shows."""
    return _QUOTED.search(kind.name) is not None


def string_spans(tree: Tree) -> list[tuple[int, int]]:
    """From where to where the strings of the text are, with their quotes; in order, and none inside another."""
    is_string = [any(map(_QUOTED.search, (kind.name, *kind.labels))) for kind in tree.vocabulary]
    spans: list[tuple[int, int]] = []
    for node in range(1, len(tree)):
        start, stop = _span(tree, node)
        outside = not spans or start >= spans[-1][1]
        if outside and start + 1 < stop and is_string[tree.kinds[node]] and _STRING.match(tree.data, start, stop):
            spans.append((start, stop))
    return spans


def in_quotes(tree: Tree) -> Callable[[int], bool]:
    """Tells of a position whether it is inside a string, between its quotes."""
    spans = string_spans(tree)

    def inside(position: int) -> bool:
        before = bisect_left(spans, (position,)) - 1
        return before >= 0 and position < spans[before][1]

    return inside


def is_builtin(tree: Tree, node: int) -> bool:
    """Whether a word belongs to the language: a keyword, or the name of a type that is one."""
    kind, text = tree.kind(node), tree.data[slice(*_span(tree, node))].decode("latin-1")
    return any(label == text or _BUILTIN.fullmatch(label) for label in (kind.name, *kind.labels))


def _seen(tree: Tree) -> Iterator[Occurrence]:
    """The names by which something is known to be a name."""
    markup = tree.spacing is Spacing.EXACT
    for node in range(1, len(tree)):
        kind = tree.kind(node)
        if is_word(tree, node) and not is_quoted(kind) and not is_builtin(tree, node):
            yield Occurrence(*_span(tree, node), node)
        elif markup and kind.name in _MARKUP:
            for start, stop in _own(tree, node):
                for found in _MARKUP[kind.name].finditer(tree.data, start, stop):
                    yield from _parts(found, node)


def _own(tree: Tree, node: int) -> Iterator[tuple[int, int]]:
    """The stretches of a node that no child covers."""
    start = tree.starts[node]
    for child in tree.children(node):
        yield start, tree.starts[child]
        start = tree.stops[child]
    yield start, tree.stops[node]


def _parts(found: re.Match[bytes], node: int) -> Iterator[Occurrence]:
    """The words of a qualified name."""
    for word in _HYPHENATED.finditer(found.string, *found.span(1)):
        yield Occurrence(*word.span(), node)


def _within_leaves(tree: Tree, known: Container[bytes]) -> Iterator[Occurrence]:
    """Known names in leaves that are not quoted, and are more than a word."""
    for node in range(1, len(tree)):
        if tree.end(node) != node + 1 or is_word(tree, node):
            continue
        if is_quoted(tree.kind(node)) and not _REFERENCE.fullmatch(tree.data, *_span(tree, node)):
            continue
        if not _STRING.match(tree.data, *_span(tree, node)):
            for word in _WORD.finditer(tree.data, *_span(tree, node)):
                if word.group() in known:
                    yield Occurrence(*word.span(), node)


def _span(tree: Tree, node: int) -> tuple[int, int]:
    return tree.starts[node], tree.stops[node]
