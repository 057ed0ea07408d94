"""Which changes probably depend on each other: those with the same rare words, and those close together."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cached_property

from thresher.kernel.selection import Selection
from thresher.structures.changes.deltas import Delta, Deltas

_WORD = re.compile(rb"[A-Za-z_][A-Za-z0-9_]+")
MOST_SHARED = 50  # changes; a word in more of them relates nothing


class RelatedChanges:
    """Guesses at dependencies, computed when the first one is needed. Only a test can confirm them."""

    def __init__(self, deltas: Deltas) -> None:
        self._deltas = deltas

    @cached_property
    def _words(self) -> list[frozenset[bytes]]:
        """The words that each change adds or removes, without those that are too common to mean anything."""
        found = [frozenset(self._changed(delta)) for delta in self._deltas.deltas]
        counts = Counter(word for words in found for word in words)
        return [frozenset(word for word in words if counts[word] <= MOST_SHARED) for words in found]

    @cached_property
    def _users(self) -> dict[bytes, list[int]]:
        users: dict[bytes, list[int]] = {}
        for unit, words in enumerate(self._words):
            for word in words:
                users.setdefault(word, []).append(unit)
        return users

    def _changed(self, delta: Delta) -> set[bytes]:
        if delta.edit is None:
            return set()
        return set(_WORD.findall(self._deltas.removed_text(delta))) ^ set(_WORD.findall(b"".join(delta.edit.added)))

    def around(self, unit: int, kept: Selection) -> Iterator[Selection]:
        """What may have to be removed with a unit: other changes of its words, theirs, its hunk, its file, its step."""
        one = Selection.of([unit])
        yield Selection.of(self._neighbours(unit)) & kept | one
        yield self.kin(unit, kept)
        for level in (3, 2, 1):
            mark = self._deltas.deltas[unit][:level]
            yield Selection.of(other for other in kept if self._deltas.deltas[other][:level] == mark)

    def groups(self, units: Selection) -> Iterator[Selection]:
        """The same for a few units at once."""
        for level in (1, 2, 3):
            marks = dict.fromkeys(self._deltas.deltas[unit][:level] for unit in units)
            for mark in marks:
                yield Selection.of(unit for unit in units if self._deltas.deltas[unit][:level] == mark)
        for unit in units:
            yield self.kin(unit, units)

    def _neighbours(self, unit: int) -> set[int]:
        return {other for word in self._words[unit] for other in self._users[word]}

    def kin(self, unit: int, kept: Selection) -> Selection:
        """All that a unit is connected with by words, within what is kept."""
        found, waiting = {unit}, [unit]
        while waiting:
            new = {other for other in self._neighbours(waiting.pop()) if other in kept} - found
            found |= new
            waiting += new
        return Selection.of(found)
