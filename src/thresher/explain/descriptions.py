"""Descriptions of constructs in which everything may vary: "any call with two arguments"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from thresher.explain.replaceable_parts import Span
from thresher.explain.token_kinds import WORD, kind_of
from thresher.passes.ranking import token_spans
from thresher.plan import Plan
from thresher.structures.trees.tree import Tree

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_ENDING = re.compile(r"_(?:expression|statement|definition|declaration|declarator|specifier|literal|item|clause)$")
_LIST = re.compile(r"(argument|parameter|element|field|attribute|member|item|value|pair)s?(?:_list|_pattern)?$")
_NO_NOUN = re.compile(rf"{_LIST.pattern}|^parenthesized|^compound|^group$|^ERROR$|block$|body$")
SHORTEST = 2  # significant tokens of a construct that gets a description


def construct_descriptions(
    data: bytes, name: str, plan: Plan, free: Sequence[tuple[Span, ...]]
) -> Iterator[tuple[Span, str]]:
    """The constructs whose words, literals and operators are all in `free`, with their descriptions."""
    if plan.syntax is None:
        return
    tree = plan.syntax.parse(name, data).tree
    varying = sorted(span for spans in free for span in spans)
    significant = [span for span in token_spans(tree) if _is_significant(data[slice(*span)])]
    after = 0
    for node in range(1, len(tree)):
        start, stop = tree.starts[node], tree.stops[node]
        inside = [span for span in significant if start <= span[0] and span[1] <= stop]
        if node < after or len(inside) < SHORTEST or not all(_covered(span, varying) for span in inside):
            continue
        description = _description(tree, node)
        if description is not None and _is_flat(tree, node, varying):
            yield (start, stop), description
            after = tree.end(node)


def _is_significant(token: bytes) -> bool:
    return WORD.fullmatch(token) is not None or kind_of(token) is not None


def _covered(span: Span, varying: Sequence[Span]) -> bool:
    return any(start <= span[0] and span[1] <= stop for start, stop in varying)


def _is_flat(tree: Tree, node: int, varying: Sequence[Span]) -> bool:
    """Whether it contains no construct but its list: then its name alone describes its form."""
    return all(
        tree.shape.sizes[each] == 1
        or _LIST.search(tree.kind(each).name)
        or _covered((tree.starts[each], tree.stops[each]), varying)
        for each in range(node + 1, tree.end(node))
    )


def _description(tree: Tree, node: int) -> str | None:
    """The kind in plain words, with the number of elements of its list; None if it has no suitable name.

    A node merged with its only child has the names of both: the one with the list is recognized by the list's position.

    >>> _ENDING.sub("", "call_expression"), _LIST.search("argument_list")[1], _LIST.search("parameters")[1]
    ('call', 'argument', 'parameter')
    """
    kind = tree.kind(node)
    for child in tree.children(node):
        list_name = _LIST.search(tree.kind(child).name)
        elements = sum(1 for _ in tree.children(child))
        if list_name is not None and 0 < elements < len(NUMBERS):
            owners = {label.partition(".")[0] for label in tree.kind(child).labels if "." in label}
            noun = next(iter(sorted(owners & {kind.name, *kind.labels})), kind.name)
            return f"any {_plain(noun)} with {NUMBERS[elements]} {list_name[1]}{'s' if elements > 1 else ''}"
    if not kind.name.isidentifier() or _NO_NOUN.search(kind.name):
        return None
    return f"any {_plain(kind.name)}"


def _plain(kind: str) -> str:
    return _ENDING.sub("", kind).replace("_", " ")
