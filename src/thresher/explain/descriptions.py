"""Says of whole constructs what they are where all in them may vary: "any call with two arguments"."""

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
SHORTEST = 2  # telling tokens of a construct that is worth a phrase


def construct_descriptions(
    data: bytes, name: str, plan: Plan, free: Sequence[tuple[Span, ...]]
) -> Iterator[tuple[Span, str]]:
    """The constructs whose words, literals and operators are all in `free`, and what they are."""
    if plan.syntax is None:
        return
    tree = plan.syntax.parse(name, data).tree
    varying = sorted(span for spans in free for span in spans)
    telling = [span for span in token_spans(tree) if _tells(data[slice(*span)])]
    after = 0
    for node in range(1, len(tree)):
        start, stop = tree.starts[node], tree.stops[node]
        inside = [span for span in telling if start <= span[0] and span[1] <= stop]
        if node < after or len(inside) < SHORTEST or not all(_covered(span, varying) for span in inside):
            continue
        phrase = _phrase(tree, node)
        if phrase is not None and _is_flat(tree, node, varying):
            yield (start, stop), phrase
            after = tree.end(node)


def _tells(token: bytes) -> bool:
    return WORD.fullmatch(token) is not None or kind_of(token) is not None


def _covered(span: Span, varying: Sequence[Span]) -> bool:
    return any(start <= span[0] and span[1] <= stop for start, stop in varying)


def _is_flat(tree: Tree, node: int, varying: Sequence[Span]) -> bool:
    """Whether no construct is in it but its list: then its form is told by its name alone."""
    return all(
        tree.shape.sizes[each] == 1
        or _LIST.search(tree.kind(each).name)
        or _covered((tree.starts[each], tree.stops[each]), varying)
        for each in range(node + 1, tree.end(node))
    )


def _phrase(tree: Tree, node: int) -> str | None:
    """The kind in plain words, with how many elements its list has; None if it has no name to tell by.

    A node that is one with what is around it has the names of both: that with the list is known by the list's place.

    >>> _ENDING.sub("", "call_expression"), _LIST.search("argument_list")[1], _LIST.search("parameters")[1]
    ('call', 'argument', 'parameter')
    """
    kind = tree.kind(node)
    for child in tree.children(node):
        found = _LIST.search(tree.kind(child).name)
        elements = sum(1 for _ in tree.children(child))
        if found is not None and 0 < elements < len(NUMBERS):
            owners = {label.partition(".")[0] for label in tree.kind(child).labels if "." in label}
            noun = next(iter(sorted(owners & {kind.name, *kind.labels})), kind.name)
            return f"any {_plain(noun)} with {NUMBERS[elements]} {found[1]}{'s' if elements > 1 else ''}"
    if not kind.name.isidentifier() or _NO_NOUN.search(kind.name):
        return None
    return f"any {_plain(kind.name)}"


def _plain(kind: str) -> str:
    return _ENDING.sub("", kind).replace("_", " ")
