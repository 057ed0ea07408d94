"""What is read of a WebAssembly module: its items by index space, and where numbers, counts and lengths are written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from thresher.formats.binaries.cursor import Cursor
from thresher.formats.programs.wasm.stack import WasmSignature
from thresher.structures.program import ItemReference, ProgramItem

TYPE, FUNCTION, TABLE, MEMORY, GLOBAL, ELEMENT, DATA, DECLARED = range(8)  # index spaces; the last is not a real one
Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class WasmIndex:
    """A number of an entry, and what is cut if the entry goes: see `ItemReference`."""

    span: Span
    space: int
    number: int
    whole: Span
    neutral: bytes | None = None
    element: Span | None = None


class WasmVector(NamedTuple):
    """A section from `start`: its length, how many entries it has, where it ends, and the entries."""

    start: int
    size: Span
    counted: Span
    stop: int
    entries: tuple[Span, ...]


@dataclass(slots=True)
class WasmModule:
    """Filled while the module is read; `bodies` has the length of each and its bytes, `counts` those of inner lists."""

    data: bytes
    items: list[ProgramItem] = field(default_factory=list)
    spaces: list[list[int]] = field(default_factory=lambda: [[] for _ in range(8)])
    indexed: list[WasmIndex] = field(default_factory=list)
    vectors: list[WasmVector] = field(default_factory=list)
    bodies: list[tuple[Span, Span]] = field(default_factory=list)
    counts: list[tuple[Span, tuple[Span, ...]]] = field(default_factory=list)
    signatures: list[WasmSignature] = field(default_factory=list)
    function_types: list[int] = field(default_factory=list)
    global_types: list[int] = field(default_factory=list)
    data_count: Span | None = None

    def index(self, cursor: Cursor, space: int, whole: Span, neutral: bytes | None = None) -> None:
        """Reads a number of an entry."""
        at = cursor.at
        number = cursor.number()
        self.indexed.append(WasmIndex((at, cursor.at), space, number, whole, neutral))

    def sort_items(self) -> None:
        """By their places, the outer ones first."""
        order = sorted(range(len(self.items)), key=lambda item: (self.items[item].start, -self.items[item].stop))
        numbers = {old: new for new, old in enumerate(order)}
        self.spaces = [[numbers[item] for item in space] for space in self.spaces]
        self.items = [self.items[old] for old in order]

    def references(self) -> Iterator[ItemReference]:
        """The numbers that refer to an item there is."""
        for each in self.indexed:
            if each.number < len(self.spaces[each.space]):
                start, stop = each.span if each.element else each.whole
                yield ItemReference(start, stop, self.spaces[each.space][each.number], each.neutral, each.element)
