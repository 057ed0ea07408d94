"""Replaces brackets, and perhaps the few words before them, by their contents: `f(x)` becomes `x`.

No grammar is needed to recognize brackets. So this also unwraps constructs that are not a node, and those that contain
several nodes: `namespace a {X}` becomes `X`, `if (c) {S}` becomes `S`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from thresher.passes.ranking import MOST, ranked_edits, token_spans
from thresher.structures.document import Document
from thresher.structures.rewrites import Rewrite
from thresher.structures.trees.splice import Cut
from thresher.structures.trees.tree import Tree

MISS_LIMIT = 6
BEFORE = 3  # words or bracketed texts before a bracket that are removed with it, at most
_CLOSING = {b"(": b")", b"[": b"]", b"{": b"}"}
_ENDS = (b";", b",")


def edits(document: Document) -> Iterator[Rewrite]:
    """For each pair of brackets with contents, removes it with up to 3 units before it, and a little after it.

    A unit is a token, or brackets with all that is in them.
    """
    if len(document.tree) <= MOST:
        yield from ranked_edits(document.tree, Bracketed(document.tree).cuts(), "brackets")


class Bracketed:
    """Tokens, and for each bracket that has a partner where that is."""

    def __init__(self, tree: Tree) -> None:
        self._spans = token_spans(tree)
        self._tokens = [tree.data[start:stop] for start, stop in self._spans]
        self._closings = dict(self._matching()) | dict(self._angles(tree))
        self._openings = {closing: opening for opening, closing in self._closings.items()}

    def cuts(self) -> Iterator[tuple[Cut, Cut]]:
        """What is around the contents of each pair."""
        for opening, closing in self._closings.items():
            for first, last in product(self._beginnings(opening), self._endings(closing)):
                if opening + 1 < closing:
                    yield self.cut(first, opening), self.cut(closing, last)

    def pairs(self, opening: bytes) -> Iterator[tuple[int, int]]:
        """Where brackets of one kind open and close."""
        return ((first, last) for first, last in self._closings.items() if self._tokens[first] == opening)

    def inside(self, opening: int, texts: Sequence[bytes]) -> Iterator[int]:
        """The tokens with one of these texts in a pair of brackets, and in none within it."""
        place = opening + 1
        while place < self._closings[opening]:
            if self._tokens[place] in texts:
                yield place
            place = self._closings.get(place, place) + 1

    def token(self, place: int) -> bytes:
        """The text of a token; nothing before the first and after the last."""
        return self._tokens[place] if 0 <= place < len(self._tokens) else b""

    def _beginnings(self, opening: int) -> Iterator[int]:
        """Where to begin to cut: at the bracket, and up to 3 units before it, but not across an end or start."""
        yield opening
        for _ in range(BEFORE):
            opening -= 1
            if opening < 0 or opening in self._closings or self._tokens[opening] in _ENDS:
                return
            opening = self._openings.get(opening, opening)
            yield opening

    def _endings(self, closing: int) -> Iterator[int]:
        """Where to end: there, after brackets that follow, after a semicolon or comma that follows."""
        yield closing
        beyond = self._closings.get(closing + 1)
        if beyond is not None:
            yield beyond
            closing = beyond
        if self._tokens[closing + 1 : closing + 2] and self._tokens[closing + 1] in _ENDS:
            yield closing + 1

    def cut(self, first: int, last: int) -> Cut:
        """From one token to another."""
        return self._spans[first][0], self._spans[last][1], b""

    def _matching(self) -> Iterator[tuple[int, int]]:
        """Round, square and curly brackets; what is closed by another one has no partner."""
        waiting: list[int] = []
        for place, token in enumerate(self._tokens):
            if token in _CLOSING:
                waiting.append(place)
            elif waiting and token == _CLOSING[self._tokens[waiting[-1]]]:
                yield waiting.pop(), place

    def _angles(self, tree: Tree) -> Iterator[tuple[int, int]]:
        """Angle brackets at the two ends of a node; anywhere else they may be less and greater."""
        starts = {start: place for place, (start, _) in enumerate(self._spans) if self._tokens[place] == b"<"}
        stops = {stop: place for place, (_, stop) in enumerate(self._spans) if self._tokens[place] == b">"}
        for start, stop in zip(tree.starts, tree.stops, strict=True):
            if start in starts and stop in stops:
                yield starts[start], stops[stop]
