"""What a part of a program lacks to compile, by the errors of libclang; no test is run for it.

The units that are left out are blanked, so that every place stays the same. An error that the whole program does not
have names what is missing, or is about a word that does.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from thresher.engine.clang.process import ClangError, ClangWorker, Request
from thresher.formats.source.masking.masked_text import blanked
from thresher.structures.companions import Companions
from thresher.structures.references import ReferenceGraph, UnitPlaces, UnitSpan

_WORD = re.compile(rb"operator\s*[^\w\s(]+|[A-Za-z_]\w*")
_QUOTED = re.compile(r"'(?:\w+::|[\w ]+ )*(operator[^\w\s'(]+|[A-Za-z_]\w*)")
SHARES = (0.5, 0.75, 0.9)  # of the units, by weight of what they need, that are checked together
ROUNDS = 2  # a third found nothing in six preprocessed programs of 1 to 4 MB
MOST_TAKEN = 4  # units of one name at a time, those nearest to the place first


@dataclass(frozen=True, eq=False)
class MissingUnits:
    """Checks parts of one program; `known` counts the errors of the whole, by unit and message."""

    worker: ClangWorker
    content: bytes
    flags: tuple[str, ...]
    spans: Sequence[UnitSpan]
    places: UnitPlaces
    names: Mapping[str, set[int]]
    known: Mapping[tuple[int, str], int]
    texts: Mapping[int, bytes] = field(default_factory=dict)  # what stands for a unit that is left out; else blanks

    @cached_property
    def blanks(self) -> bytes:
        """The whole text as it looks when all of it is left out."""
        return blanked(self.content)

    def lacking(self, kept: set[int]) -> Iterator[tuple[int, int]]:
        """Pairs of a unit that is kept and one that it lacks."""
        found: Counter[tuple[int, str]] = Counter()
        for error in self.worker.ask(Request(self._part(kept), self.flags)).errors:
            place = self.places.at(error.offset)
            found[place, error.message] += 1
            if place >= 0 and found[place, error.message] > self.known.get((place, error.message), 0):
                yield from ((place, each) for each in self._declaring(error, place, kept))

    def unknown(self) -> Iterator[tuple[int, int]]:
        """Pairs for the errors of the whole program: libclang does not know all that the compiler knows.

        What an error is about is taken to be declared by the first unit that has the word.
        """
        words = {(place, word.encode()) for place, message in self.known for word in _QUOTED.findall(message)}
        first = self._first_units({word for _, word in words})
        yield from ((place, first[word]) for place, word in sorted(words) if 0 <= first.get(word, place) < place)

    def _first_units(self, words: set[bytes]) -> dict[bytes, int]:
        first: dict[bytes, int] = {}
        for match in _WORD.finditer(self.content):
            if match[0] in words and match[0] not in first:
                first[match[0]] = self.places.at(match.start())
        return first

    def _declaring(self, error: ClangError, place: int, kept: set[int]) -> list[int]:
        """The units left out that declare what an error is about, those before its place if there are some.

        If none does, something may have been torn apart: then it is the one before the place.
        """
        word = _WORD.match(self.content, error.offset)
        words = [*([word[0].decode()] if word else []), *_QUOTED.findall(error.message)]
        for each in words:
            left_out = [unit for unit in sorted(self.names.get(each, ())) if unit not in kept and unit != place]
            owners = set().union(*(self.names.get(other, ()) for other in words if other != each)) & kept
            if members := [unit for unit in left_out if self.places.around(unit) in owners]:
                return members
            if left_out:
                return [unit for unit in left_out if unit < place][-MOST_TAKEN:] or left_out[:MOST_TAKEN]
        return [place - 1] if place and place - 1 not in kept else []

    def _part(self, kept: set[int]) -> bytes:
        """The text with blanks in place of the units that are left out."""
        pieces: list[bytes] = []
        end = 0
        for unit, span in enumerate(self.spans):
            if unit not in kept and span.start >= end:
                text = self.texts.get(unit, b"")
                pieces += (self.content[end : span.start], text, self.blanks[span.start + len(text) : span.stop])
                end = span.stop
        return b"".join([*pieces, self.content[end:]])


def completed(graph: ReferenceGraph, beside: Companions, missing: MissingUnits) -> ReferenceGraph:
    """The graph with what the check finds missing in some sets of units that need nothing else by the graph.

    So units that lack something without a reference to it come late in the order of what they need.
    """
    graph = graph.with_edges(missing.unknown())
    for _ in range(ROUNDS):
        order, before = graph.by_weight(), sum(map(len, graph.needs))
        for share in SHARES:
            kept = beside.added(graph, graph.closure(order[: int(share * len(order))]))
            graph = graph.with_edges(missing.lacking(kept))
        if sum(map(len, graph.needs)) == before:
            break
    return graph
