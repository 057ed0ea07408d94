"""The replacement of a removed node: nothing for most, the shortest text that fits for required ones."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, eq=False)
class Replacements:
    """`texts[numbers[node]]` replaces the node; None means that it cannot be removed on its own."""

    numbers: array[int]
    texts: tuple[bytes | None, ...] = (b"",)

    @classmethod
    def none(cls, count: int) -> Replacements:
        """Each of `count` nodes is replaced by nothing."""
        return cls(array("I", [0]) * count)

    def replacing(self, texts: Mapping[int, bytes | None]) -> Replacements:
        """The same but for some nodes."""
        numbers = self.numbers[:]
        table: dict[bytes | None, int] = {text: number for number, text in enumerate(self.texts)}
        for node, text in texts.items():
            numbers[node] = table.setdefault(text, len(table))
        return Replacements(numbers, tuple(table))

    def get(self, node: int) -> bytes | None:
        """The text that replaces a node."""
        return self.texts[self.numbers[node]]
