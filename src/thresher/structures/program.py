"""A program as items that define names and refer to each other, and what else must change when some of it goes.

In an intermediate language nothing can be removed alone: an instruction has users, a block has branches to it, a type
is needed by whatever has it. So a candidate is some cuts and their consequences: what refers to an item that is gone
gets a neutral value, or goes too, and what nothing refers to any more is gone as well. Bytes, not text: a binary
format is the same data with other spans. Readers fill it; all that is special about a language is in its reader.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from thresher.structures.rewrites import Rewrite
from thresher.structures.trees.builder import TreeBuilder
from thresher.structures.trees.splice import Cut, Spacing
from thresher.structures.trees.tree import Tree


class ProgramItem(NamedTuple):
    """A definition or an instruction, from `start` to `stop`; items are nested, and numbered by their starts.

    A `root` stays when nothing refers to it. One that is `removable` may go as an edit. `stub` makes a declaration of
    a definition.
    """

    start: int
    stop: int
    root: bool = True
    removable: bool = True
    stub: tuple[Cut, ...] = ()


class ItemReference(NamedTuple):
    """Some bytes that refer to an item. If the item goes, they become `neutral`; with None the item around them goes.

    If they are inside an element of a list, the element goes. A `weak` reference does not hold its item. A neutral
    value that is not there yet is the supply with the number `needs`.
    """

    start: int
    stop: int
    target: int
    neutral: bytes | None = None
    element: tuple[int, int] | None = None
    weak: bool = False
    needs: int = -1


class SeparatedList(NamedTuple):
    """The elements of a list with something between them; if none is left, the item `owner` goes (-1: nothing goes)."""

    spans: tuple[tuple[int, int], ...]
    owner: int = -1


class Supply(NamedTuple):
    """What is inserted, with the items that it refers to, if a neutral value needs it."""

    position: int
    text: bytes
    targets: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Marks:
    """Of items: which are gone, reached, and wanted by what is reached. Of references: which are dead."""

    gone: bytearray
    dead: bytearray
    reached: bytearray
    wanted: bytearray

    @classmethod
    def of(cls, program: LinkedProgram) -> Marks:
        items = len(program.items)
        return cls(bytearray(items), bytearray(len(program.references)), bytearray(items), bytearray(items))

    def again(self, wanted: Iterable[int]) -> Marks:
        """Nothing reached yet, and some items wanted."""
        items = len(self.gone)
        marks = Marks(self.gone, self.dead, bytearray(items), bytearray(items))
        for each in wanted:
            marks.wanted[each] = 1
        return marks


@dataclass(frozen=True, eq=False)
class LinkedProgram:
    """Items and references are sorted by their starts.

    What may be done to it besides removal: `alternatives` take the place of what they replace, as a branch that is
    always taken; `arguments` are parameters with their arguments; `joins` make one block of two; `undefined` makes
    operands undefined; `renamings` give shorter names; `promotions` are items with another of the same type that they
    use, and `names` what refers to such items. `more` are edits of the kinds of `passes/joint.py`.

    `tidying` is made in every candidate: comments go, and what would otherwise be counted gets a name. `settle` adds
    what depends on all cuts together, as lengths. Names that nothing defines are `unresolved`.
    """

    data: bytes
    items: Sequence[ProgramItem]
    references: Sequence[ItemReference]
    lists: Sequence[SeparatedList] = ()
    supplies: Sequence[Supply] = ()
    alternatives: Sequence[Rewrite] = ()
    arguments: Sequence[Rewrite] = ()
    joins: Sequence[Rewrite] = ()
    undefined: Sequence[Rewrite] = ()
    more: Mapping[str, Sequence[Rewrite]] = field(default_factory=dict)
    promotions: Sequence[tuple[int, int]] = ()
    names: Mapping[int, bytes] = field(default_factory=dict)
    renamings: Sequence[Rewrite] = ()
    tidying: tuple[Cut, ...] = ()
    unresolved: frozenset[bytes] = frozenset()
    settle: Callable[[Sequence[Cut]], list[Cut]] | None = None

    @cached_property
    def parents(self) -> list[int]:
        """The item around each item, or -1."""
        parents, around = list[int](), list[int]()
        for number, item in enumerate(self.items):
            while around and self.items[around[-1]].stop < item.stop:
                around.pop()
            parents.append(around[-1] if around else -1)
            around.append(number)
        return parents

    @cached_property
    def children(self) -> list[list[int]]:
        """The items directly in each item; last, those in none."""
        children: list[list[int]] = [[] for _ in range(len(self.items) + 1)]
        for number, parent in enumerate(self.parents):
            children[parent].append(number)
        return children

    @cached_property
    def owners(self) -> list[int]:
        """The innermost item around each reference, or -1."""
        owners, around, number = list[int](), list[int](), 0
        for reference in self.references:
            while number < len(self.items) and self.items[number].start <= reference.start:
                around.append(number)
                number += 1
            while around and self.items[around[-1]].stop < reference.stop:
                around.pop()
            owners.append(around[-1] if around else -1)
        return owners

    @cached_property
    def inside(self) -> list[list[int]]:
        """The strong references of each item itself; last, those outside of items."""
        found: list[list[int]] = [[] for _ in range(len(self.items) + 1)]
        for number, owner in enumerate(self.owners):
            if not self.references[number].weak:
                found[owner].append(number)
        return found

    @cached_property
    def uses(self) -> list[list[int]]:
        """The references to each item."""
        found: list[list[int]] = [[] for _ in self.items]
        for number, reference in enumerate(self.references):
            found[reference.target].append(number)
        return found

    @cached_property
    def held(self) -> bytearray:
        """Which items stay as long as what is around them does: roots, and what no root leads to as it is."""
        held = bytearray(bytes(item.root for item in self.items))
        for number in range(len(self.items)):
            if not any(self.owners[use] != number and not self.references[use].weak for use in self.uses[number]):
                held[number] = 1
        marks = Marks.of(self)
        self._follow([-1], held, marks)
        for number, parent in enumerate(self.parents):
            if not marks.reached[number] and (parent < 0 or marks.reached[parent]):
                held[number] = marks.reached[number] = 1
                self._follow([number], held, marks)
        return held

    def reach(self, marks: Marks) -> bytearray:
        """Which items are left of those that are not gone: what is held, what is wanted, and what these refer to."""
        self._follow([-1], self.held, marks)
        return marks.reached

    def _follow(self, waiting: list[int], held: bytearray, marks: Marks) -> None:
        """Marks what the waiting items lead to; -1 is the program. What is in an item that is not reached is not."""
        references, children, inside, parents = self.references, self.children, self.inside, self.parents
        gone, dead, reached, wanted = marks.gone, marks.dead, marks.reached, marks.wanted
        while waiting:
            item = waiting.pop()
            for child in children[item]:
                if (held[child] or wanted[child]) and not gone[child] and not reached[child]:
                    reached[child] = 1
                    waiting.append(child)
            for number in inside[item]:
                target = references[number].target
                if dead[number] or reached[target] or gone[target]:
                    continue
                wanted[target] = 1
                parent = parents[target]
                if parent < 0 or reached[parent]:
                    reached[target] = 1
                    waiting.append(target)

    @cached_property
    def neutral_uses(self) -> dict[Cut, int]:
        """The supplies that neutral values need, by the cuts that put these in place."""
        return {(use.start, use.stop, use.neutral or b""): use.needs for use in self.references if use.needs >= 0}

    @cached_property
    def item_starts(self) -> list[int]:
        return [item.start for item in self.items]

    @cached_property
    def reference_starts(self) -> list[int]:
        return [reference.start for reference in self.references]

    @cached_property
    def element_lists(self) -> dict[tuple[int, int], int]:
        """The list that each element is in, by the element's span."""
        return {span: number for number, elements in enumerate(self.lists) for span in elements.spans}


def tree_of(program: LinkedProgram, spacing: Spacing) -> Tree:
    """The items as nodes of a tree; what is not removable is removed only with what is around it."""
    builder, around = TreeBuilder(program.data, spacing=spacing), list[int]()
    builder.open("program", 0, replacement=None)
    for item in program.items:
        while around and around[-1] <= item.start:
            builder.close(around.pop())
        builder.open("item", item.start, replacement=b"" if item.removable else None)
        around.append(item.stop)
    while around:
        builder.close(around.pop())
    builder.close(len(program.data))
    return builder.build()
