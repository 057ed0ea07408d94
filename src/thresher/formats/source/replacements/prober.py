"""What can replace a node, found by asking the parser: nothing, or else a short text.

For each place (see `places`) up to three nodes are tried, in the shortest fragment of the input around them that parses
on its own to the same nodes. No oracle runs. The thesis computes such minimal strings from the grammar (chapter 5).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from thresher.formats.source.node_contexts import AdjacentToken, NodeContexts
from thresher.formats.source.reparse import Reparser
from thresher.formats.source.replacements.parse_fragments import Fragments
from thresher.formats.source.replacements.replacement_trial import ReplacementTrial
from thresher.formats.source.syntax import BROKEN, COMMENT, SyntaxTree
from thresher.structures.trees.splice import Spacing

POOL = (b";", b"0", b"{}", b'""', b"()", b"[]", b"(0)")
NOTHING = b"pass"  # in languages that have such a word
FOR_NAMES = b"0"  # nothing else makes sense in the place of a name
TYPE = b"int"
TYPES = dict.fromkeys(["typescript", "tsx"], b"any") | dict.fromkeys(["rust", "haskell"], b"()")
TYPES |= dict.fromkeys(["kotlin", "scala", "swift"], b"Int")
STUBS = dict.fromkeys(["java", "csharp", "c_sharp"], b"{throw null;}") | {"rust": b"{loop{}}", "go": b"{panic(0)}"}
STUBS |= {"kotlin": b"{TODO()}", "swift": b"{fatalError()}"}
"""The body of a function that may return anything, so that what uses the function still compiles."""
_FUNCTION = re.compile("function|method")
SHORT = 16  # the longest text of the input that is tried in another place


class Decision(NamedTuple):
    """`joined`: the node can be removed with its token. `text` replaces it if removed alone, None if nothing can."""

    text: bytes | None
    joined: bool = False


NOT_DECIDED = Decision(b"")


@dataclass(frozen=True, eq=False)
class Prober:
    """Decides for contexts; what cannot be tried is taken for removable, and each candidate is checked anyway."""

    syntax: SyntaxTree
    places: NodeContexts
    reparser: Reparser
    spacing: Spacing

    def decisions(self) -> list[Decision]:
        """What can be done in each place; in the place of no place nothing."""
        return [Decision(None), *(self._decide(number) for number in range(1, len(self.places.places)))]

    def _decide(self, number: int) -> Decision:
        place = self.places.places[number]
        flags = self.syntax.flags
        if flags[place.kind] & (COMMENT | BROKEN) or flags[place.parent] & BROKEN:
            return NOT_DECIDED
        trials = list(self._trials(number))
        if not trials:
            return NOT_DECIDED
        joined = place.token != 0 and all(trial.goes_with_token() for trial in trials)
        if joined and place.role is not AdjacentToken.LED:
            return Decision(b"", joined)
        if place.role is AdjacentToken.TOKEN:
            return Decision(b"" if all(trial.is_extra() for trial in trials) else None)
        texts = (*self._stub(number), b"", *self._pool(number))
        return Decision(next((text for text in texts if all(trial.takes(text) for trial in trials)), None), joined)

    def _trials(self, number: int) -> Iterator[ReplacementTrial]:
        places = self.places
        for node in sorted({places.firsts[number], places.shortest[number], places.snuggest[number]}):
            token = places.tokens[node]
            fragment = self._fragments.around(node, token)
            if fragment is not None:
                yield ReplacementTrial(
                    self.syntax, places.places[number], node, token, fragment, self.reparser, self.spacing
                )

    def _stub(self, number: int) -> Iterator[bytes]:
        """What to put for the body of a function, in languages where nothing is not good enough."""
        place, name = self.places.places[number], self.syntax.name
        is_body = self.syntax.field_name(place.field) == "body" or name(place.kind).endswith("body")
        if self.reparser.language in STUBS and is_body and _FUNCTION.search(name(place.parent)):
            yield STUBS[self.reparser.language]

    @cached_property
    def _fragments(self) -> Fragments:
        return Fragments(self.syntax, self.reparser)

    def _pool(self, number: int) -> Iterator[bytes]:
        """Short texts, and last those found in the same field of the same kind of parent."""
        place = self.places.places[number]
        if "type" in self.syntax.name(place.kind) or "type" in self.syntax.field_name(place.field):
            yield TYPES.get(self.reparser.language, TYPE)
        if self.syntax.is_name(self.places.firsts[number]):
            yield FOR_NAMES
            return
        yield from POOL
        if self.syntax.has_word(NOTHING):
            yield NOTHING
        yield from self._instances.get((place.parent, place.field), ())

    @cached_property
    def _instances(self) -> dict[tuple[int, int], list[bytes]]:
        found: dict[tuple[int, int], set[bytes]] = {}
        for place, node in zip(self.places.places[1:], self.places.shortest[1:], strict=True):
            text = self.syntax.text(node)
            if len(text) <= SHORT and place.role is not AdjacentToken.TOKEN:
                found.setdefault((place.parent, place.field), set()).add(text)
        return {key: sorted(texts, key=lambda text: (len(text), text))[:3] for key, texts in found.items()}
