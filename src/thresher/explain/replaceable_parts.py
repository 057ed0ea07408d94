"""The parts of a content that may be replaced: names with all their occurrences, literals, operators, units of a
list.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count, islice

from thresher import formats
from thresher.explain.token_kinds import WORD, TokenKind, kind_of, kind_of_unit
from thresher.formats.content import is_binary
from thresher.passes.occurrences import names_of
from thresher.passes.ranking import token_spans
from thresher.plan import Plan, PlanOptions, plan_for
from thresher.plan.stages import ListStage
from thresher.structures.container import Part as Inner
from thresher.structures.document import Document
from thresher.structures.trees.splice import Spacing
from thresher.structures.trees.tree import Tree

Span = tuple[int, int]
EXPRESSIONS = (b"(0)", b"x()")  # replace a literal or a name where any expression may occur
EXPRESSION = "expression"
_TOKENS = "tokens"
_MARKUP = re.compile(rb"[<>=&\"']|^\s*$")


@dataclass(frozen=True, slots=True)
class ReplaceablePart:
    """A text with all its occurrences, its kind, and the whole contents with another text in its place.

    `wider` are contents with texts of another kind in its place.
    """

    spans: tuple[Span, ...]
    text: bytes
    noun: str
    others: tuple[tuple[bytes, bytes], ...]
    wider: tuple[tuple[bytes, bytes], ...] = ()


def parts_of(data: bytes, name: str, plan: Plan) -> list[ReplaceablePart]:
    """The parts in order. `others` contains only contents that parse, if the plan has a syntax."""
    if plan.inside is not None:
        return list(_inside(data, name, plan, plan.inside))
    parts = _units(data, plan) if plan.syntax is None else _tokens(data, plan.syntax.parse(name, data))
    return sorted((part for part in parts if part.others or part.wider), key=lambda part: part.spans[0])


def _inside(data: bytes, name: str, plan: Plan, inside: PlanOptions) -> Iterator[ReplaceablePart]:
    """The parts of the texts in a container, each in its place; binary data has none."""
    container = formats.format_named(plan.format).container(name, data)
    for leaf in container.leaves() if container else ():
        assert container is not None
        inner = container.nodes[leaf]
        if is_binary(inner.content):
            continue
        at = place_of(inner, data)
        for part in parts_of(inner.content, inner.name, plan_for(inner.name, inner.content, inside)):
            others, wider = (
                tuple((text, container.holding(leaf, content).data) for text, content in contents)
                for contents in (part.others, part.wider)
            )
            spans = tuple((start + at, stop + at) for start, stop in part.spans)
            yield replace(part, spans=spans, others=others, wider=wider)


def place_of(part: Inner, data: bytes) -> int:
    """The position of a part's content in a container; the start for a packed part, which has no position."""
    named = part.name.encode("utf-8", "surrogateescape") + b"\n" + part.content
    position = data.find(named)
    return position + len(named) - len(part.content) if position >= 0 else max(data.find(part.content), 0)


def _tokens(data: bytes, document: Document) -> Iterator[ReplaceablePart]:
    tree = document.tree
    taken: list[Span] = []
    for word in names_of(tree):
        spans = tuple((each.start, each.stop) for each in word.occurrences)
        taken += spans
        fresh = _fresh(data)
        identifier = TokenKind("identifier", tuple(next(fresh) for _ in range(2)))
        yield _part(data, spans, identifier, document, wide=len(spans) == 1)
    taken.sort()
    for start, stop in _literals(tree, taken):
        kind = kind_of(data[start:stop])
        if kind is not None and kind.others:
            literal = kind.noun in ("number", "string")
            yield _part(data, ((start, stop),), kind, document, wide=literal)
    if tree.spacing is Spacing.EXACT:
        for start, stop in _texts(tree, taken):
            yield _part(data, ((start, stop),), kind_of_unit(data[start:stop]), document, wide=False)


def _texts(tree: Tree, taken: list[Span]) -> Iterator[Span]:
    """The words between the tags of a document."""
    for node in range(1, len(tree)):
        start, stop = _trimmed(tree.data, tree.starts[node], tree.stops[node])
        text = tree.data[start:stop]
        if tree.end(node) == node + 1 and not _overlaps(taken, start, stop) and not _MARKUP.search(text):
            yield start, stop


def _literals(tree: Tree, taken: list[Span]) -> Iterator[Span]:
    """Nodes that are literals, then tokens outside them and outside names; no token of markup is one."""
    literals: list[Span] = []
    nodes = ((tree.starts[node], tree.stops[node]) for node in range(1, len(tree)))
    for start, stop in [*nodes, *(token_spans(tree) if tree.spacing is not Spacing.EXACT else ())]:
        kind = kind_of(tree.data[start:stop])
        if kind is not None and not _overlaps(literals, start, stop) and not _overlaps(taken, start, stop):
            literals.insert(bisect_left(literals, (start, stop)), (start, stop))
    return iter(literals)


def _overlaps(spans: list[Span], start: int, stop: int) -> bool:
    at = bisect_left(spans, (start, start))
    return (at > 0 and spans[at - 1][1] > start) or (at < len(spans) and spans[at][0] < stop)


def _part(
    data: bytes, spans: tuple[Span, ...], kind: TokenKind, document: Document | None, *, wide: bool
) -> ReplaceablePart:
    def contents(texts: tuple[bytes, ...]) -> tuple[tuple[bytes, bytes], ...]:
        pairs = [(text, replaced(data, spans, text)) for text in texts]
        return tuple(each for each in pairs if document is None or document.valid_text(each[1]))

    start, stop = spans[0]
    return ReplaceablePart(
        spans, data[start:stop], kind.noun, contents(kind.others), contents(EXPRESSIONS) if wide else ()
    )


def _units(data: bytes, plan: Plan) -> Iterator[ReplaceablePart]:
    """The finest units of a list; of tokens, all with the same word are one part."""
    stage = next(stage for stage in reversed(plan.stages) if isinstance(stage, ListStage))
    units = formats.parse(stage.format, data).coarser(stage.factor)
    places: dict[object, list[Span]] = {}
    for at in range(len(units)):
        start, stop = _trimmed(data, units.offsets[at], units.offsets[at + 1])
        text = data[start:stop]
        together = stage.format == _TOKENS and WORD.fullmatch(text) is not None
        if start < stop:
            places.setdefault(text if together else at, []).append((start, stop))
    for spans in places.values():
        text = data[slice(*spans[0])]
        kind = kind_of(text) if stage.format == _TOKENS and not WORD.fullmatch(text) else kind_of_unit(text)
        if kind is not None:
            yield _part(data, tuple(spans), kind, None, wide=False)


def _trimmed(data: bytes, start: int, stop: int) -> Span:
    """Without white space at the ends, unless it is nothing else."""
    text = data[start:stop]
    if not text.strip():
        return start, stop
    return stop - len(text.lstrip()), start + len(text.rstrip())


def replaced(data: bytes, spans: tuple[Span, ...], text: bytes) -> bytes:
    """The content with another text in some places."""
    pieces, done = [], 0
    for start, stop in spans:
        pieces += [data[done:start], text]
        done = stop
    return b"".join([*pieces, data[done:]])


def varied(
    data: bytes, parts: Sequence[tuple[tuple[Span, ...], tuple[bytes, ...]]], within: Span | None = None, turn: int = 0
) -> bytes:
    """The content with another text in the places of all parts, given with the texts that may replace them.

    Names are new words. A part has the same text in all its places; but `within` a construct, where nothing else is
    changed, each place has a text of its own. Another `turn` uses other texts.
    """
    fresh = islice(_fresh(data), turn * sum(len(spans) for spans, _ in parts), None)
    edits: list[tuple[Span, bytes]] = []
    for spans, texts in parts:
        is_name, everywhere = WORD.fullmatch(data[slice(*spans[0])]) is not None, b""
        for start, stop in spans:
            if within is not None and not (within[0] <= start and stop <= within[1]):
                continue
            if not everywhere or within is not None:
                everywhere = next(fresh) if is_name and WORD.fullmatch(texts[0]) else texts[turn % len(texts)]
            edits.append(((start, stop), everywhere))
    pieces, done = [], 0
    for (start, stop), text in sorted(edits):
        if start >= done:
            pieces += [data[done:start], text]
            done = stop
    return b"".join([*pieces, data[done:]])


def _fresh(data: bytes) -> Iterator[bytes]:
    """Words that the content does not contain."""
    used = {word.lower() for word in re.findall(rb"[\w$\x80-\xff]+", data)}
    candidates = (f"{word}{number or ''}".encode() for number in count() for word in ("q", "another", "w", "zebra"))
    return (word for word in candidates if word not in used)
