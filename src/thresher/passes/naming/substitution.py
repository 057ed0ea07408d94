"""A generic parameter is substituted: its header goes with the arguments at all uses, and it becomes the argument.

`template <class T> struct a { T b; }; a<int> c;` becomes `struct a { int b; }; a c;`. No removal does that: the header
cannot go while there are arguments, nor the other way round.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from thresher.passes.occurrences import Name, Occurrence, names_of
from thresher.passes.ranking import MOST, applied
from thresher.structures.document import Document
from thresher.structures.rewrites import Rewrite
from thresher.structures.trees.splice import Cut
from thresher.structures.trees.tree import Tree

MISS_LIMIT = 3
DEFAULT = b"int"
HEADER = b"template"
_WORD = re.compile(rb"[A-Za-z_$][\w$]*")


def edits(document: Document) -> list[Rewrite]:
    """An edit for each name with parameters or arguments in angle brackets after it; the best is last."""
    tree = document.tree
    if len(tree) > MOST or b"<" not in tree.data:
        return []
    names = names_of(tree)
    found = {applied(tree, cuts): cuts for name in names for cuts in _substituted(tree, name, names)}
    return [Rewrite(found[text], "substitute") for text in sorted(found, key=len, reverse=True)]


pumps = edits  # a long argument for a short parameter makes the text longer at first


def _substituted(tree: Tree, name: Name, names: list[Name]) -> Iterator[tuple[Cut, ...]]:
    for declared in name.occurrences:
        header = _header(tree, declared) or _list_after(tree, declared.stop)
        if header:
            around = tree.parent(header)
            lists = [_list_after(tree, each.stop) for each in name.occurrences]
            arguments = [_elements(tree, each) for each in lists if each and each != header]
            values = arguments[-1] if arguments else []
            inside = _parameters(tree, header, around, values, names)
            start = tree.starts[around] if tree.data.startswith(HEADER, tree.starts[around]) else tree.starts[header]
            cuts = {(tree.starts[each], tree.stops[each], b"") for each in lists if each and each != header}
            head = (start, tree.stops[header], b"")
            cuts |= {cut for cut in inside if not any(low <= cut[0] < high for low, high, _ in (head, *cuts))}
            yield tuple(sorted([head, *cuts]))
            return


def _header(tree: Tree, place: Occurrence) -> int:
    """The parameter list of the innermost template that declares a name; 0 if there is none."""
    node = place.node
    while node and not tree.data.startswith(HEADER, tree.starts[node]):
        if tree.data.find(b"{", tree.starts[node], place.start) >= 0:
            return 0
        node = tree.parent(node)
    first = next(iter(tree.children(node)), 0) if node else 0
    return first if first and tree.data[tree.starts[first]] == ord("<") and tree.stops[first] < place.start else 0


def _list_after(tree: Tree, position: int) -> int:
    """The node in angle brackets that begins at a position; 0 if there is none."""
    if not tree.data.startswith(b"<", position):
        return 0
    found = (node for node in range(1, len(tree)) if tree.starts[node] == position)
    return next((node for node in found if tree.data[tree.stops[node] - 1] == ord(">")), 0)


def _elements(tree: Tree, node: int) -> list[bytes]:
    return [tree.data[tree.starts[child] : tree.stops[child]] for child in tree.children(node)]


def _parameters(tree: Tree, header: int, around: int, values: list[bytes], names: list[Name]) -> Iterator[Cut]:
    """The uses of each parameter in what it belongs to become its value."""
    start, stop = tree.stops[header], tree.stops[around]
    by_text = {name.text: name for name in names}
    for number, element in enumerate(_elements(tree, header)):
        for word in _WORD.findall(element):
            for use in by_text[word].occurrences if word in by_text else ():
                if start <= use.start < stop:
                    yield use.start, use.stop, values[number] if number < len(values) else DEFAULT
