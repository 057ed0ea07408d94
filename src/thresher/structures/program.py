"""A program as items that define names and refer to each other, and what else must change when some of it goes.

In an intermediate language nothing can be removed alone: an instruction has users, a block has branches to it, a type
is needed by whatever has it. So a candidate is some cuts and their consequences: what refers to an item that is gone
gets a neutral value, or goes too, and what nothing refers to any more is gone as well. Bytes, not text: a binary
format is the same data with other spans. Readers fill it; all that is special about a language is in its reader.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from thresher.structures.rewrites import Rewrite
from thresher.structures.trees.splice import Cut


class Item(NamedTuple):
    """A definition or an instruction, from `start` to `stop`; items are nested, and numbered by their starts.

    A `root` stays when nothing refers to it. One that is `removable` may go as an edit. `stub` makes a declaration of
    a definition.
    """

    start: int
    stop: int
    root: bool = True
    removable: bool = True
    stub: tuple[Cut, ...] = ()


class Reference(NamedTuple):
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


class Elements(NamedTuple):
    """The elements of a list with something between them; if none is left, the item `owner` goes (-1: nothing goes)."""

    spans: tuple[tuple[int, int], ...]
    owner: int = -1


class Supply(NamedTuple):
    """What is inserted, with the items that it refers to, if a neutral value needs it."""

    position: int
    text: bytes
    targets: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class Program:
    """Items and references are sorted by their starts.

    `alternatives` are edits in place of what they replace, as a branch that is always taken; `arguments` are edits of
    a parameter with its arguments. `tidying` is made in every candidate: what costs nothing, as comments, and names
    for what would otherwise be counted.
    """

    data: bytes
    items: Sequence[Item]
    references: Sequence[Reference]
    lists: Sequence[Elements] = ()
    supplies: Sequence[Supply] = ()
    alternatives: Sequence[Rewrite] = ()
    arguments: Sequence[Rewrite] = ()
    tidying: tuple[Cut, ...] = ()
    unresolved: frozenset[bytes] = field(default=frozenset())

    def repaired(self, cuts: Iterable[Cut]) -> list[Cut]:
        """The cuts with their consequences, sorted and apart."""
        return _Repair(self, cuts).cuts()

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
        reached, wanted = bytearray(len(held)), bytearray(len(held))
        gone, dead = bytearray(len(held)), bytearray(len(self.references))
        self._follow([-1], held, gone, dead, reached, wanted)
        for number, parent in enumerate(self.parents):
            if not reached[number] and (parent < 0 or reached[parent]):
                held[number] = reached[number] = 1
                self._follow([number], held, gone, dead, reached, wanted)
        return held

    def reached(self, gone: bytearray, dead: bytearray, more: Iterable[int] = ()) -> bytearray:
        """Which items are left if some items are gone and some references dead: what is held, and what it refers to."""
        reached, wanted = bytearray(len(self.items)), bytearray(len(self.items))
        for each in more:
            wanted[each] = 1
        self._follow([-1], self.held, gone, dead, reached, wanted)
        return reached

    def _follow(
        self, waiting: list[int], held: bytearray, gone: bytearray, dead: bytearray, reached: bytearray, wanted: bytearray
    ) -> None:
        """Marks what the waiting items lead to; -1 is the program. What is in an item that is not reached is not."""
        references, children, inside, parents = self.references, self.children, self.inside, self.parents
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
    def item_starts(self) -> list[int]:
        return [item.start for item in self.items]

    @cached_property
    def reference_starts(self) -> list[int]:
        return [reference.start for reference in self.references]

    @cached_property
    def element_lists(self) -> dict[tuple[int, int], int]:
        """The list that each element is in, by the element's span."""
        return {span: number for number, elements in enumerate(self.lists) for span in elements.spans}


class _Repair:
    """Follows the consequences of cuts until there are no more."""

    def __init__(self, program: Program, cuts: Iterable[Cut]) -> None:
        self._program = program
        self._gone = bytearray(len(program.items))
        self._dead = bytearray(len(program.references))
        self._cuts: list[Cut] = []
        self._elements: dict[int, set[tuple[int, int]]] = {}
        self._supplies: set[int] = set()
        self._waiting: list[int] = []
        for cut in cuts:
            self._cut(*cut)

    def cuts(self) -> list[Cut]:
        while self._waiting or self._collected():
            self._neutralise(self._waiting.pop())
        for number, spans in self._elements.items():
            self._cuts += _from_list(self._program.lists[number], spans)
        supplied = ((supply.position, supply.position, supply.text) for supply in self._supplied())
        return apart([*self._cuts, *supplied, *self._program.tidying])

    def _cut(self, start: int, stop: int, text: bytes = b"") -> None:
        """Makes a cut, or removes an element from its list."""
        number = None if text else self._program.element_lists.get((start, stop))
        if number is None:
            self._cuts.append((start, stop, text))
        else:
            removed = self._elements.setdefault(number, set())
            removed.add((start, stop))
            elements = self._program.lists[number]
            if len(removed) == len(elements.spans) and elements.owner >= 0:
                self._remove(elements.owner)
        self._mark(start, stop)

    def _mark(self, start: int, stop: int) -> None:
        """What is in a cut is gone."""
        program = self._program
        for item in range(bisect_left(program.item_starts, start), len(program.items)):
            if program.items[item].start >= stop:
                break
            if program.items[item].stop <= stop and not self._gone[item]:
                self._gone[item] = 1
                self._waiting.append(item)
        for number in range(bisect_left(program.reference_starts, start), len(program.references)):
            if program.references[number].start >= stop:
                break
            self._dead[number] |= program.references[number].stop <= stop

    def _remove(self, item: int) -> None:
        if not self._gone[item]:
            self._cut(self._program.items[item].start, self._program.items[item].stop)

    def _neutralise(self, item: int) -> None:
        """What refers to an item that is gone."""
        for number in self._program.uses[item]:
            if self._dead[number]:
                continue
            reference = self._program.references[number]
            self._dead[number] = 1
            if reference.element is not None:
                self._cut(*reference.element)
            elif reference.neutral is not None:
                self._cuts.append((reference.start, reference.stop, reference.neutral))
                self._supplies |= {reference.needs} - {-1}
            elif self._program.owners[number] >= 0:
                self._remove(self._program.owners[number])

    def _collected(self) -> bool:
        """Removes what nothing refers to any more; whether there was any."""
        program = self._program
        targets = [target for supply in self._supplied() for target in supply.targets]
        reached = program.reached(self._gone, self._dead, targets)
        for item, there in enumerate(reached):
            if not there:
                self._remove(item)
        return bool(self._waiting)

    def _supplied(self) -> list[Supply]:
        return [self._program.supplies[number] for number in sorted(self._supplies)]


def _from_list(elements: Elements, removed: set[tuple[int, int]]) -> Iterable[Cut]:
    """Each element with what is before it; as long as no element is kept, with what is after it."""
    kept_before, end = False, 0
    for (start, stop), (following, _) in pairwise([*elements.spans, (elements.spans[-1][1], 0)]):
        if (start, stop) not in removed:
            kept_before, end = True, stop
        elif kept_before:
            yield (end, stop, b"")
            end = stop
        else:
            yield (start, following, b"")


def apart(cuts: Iterable[Cut]) -> list[Cut]:
    """Sorted, without those inside others; of two that overlap the first is made, of two deletions both.

    >>> apart([(5, 6, b"x"), (0, 3, b""), (1, 2, b"y"), (4, 8, b""), (2, 4, b"")])
    [(0, 8, b'')]
    """
    found: list[Cut] = []
    for start, stop, text in sorted(cuts, key=lambda cut: (cut[0], cut[0] != cut[1], -cut[1])):
        last = found[-1] if found else (0, 0, b"-")
        if start <= last[1] and not text and not last[2]:
            found[-1] = (last[0], max(stop, last[1]), b"")
        elif start >= last[1]:
            found.append((start, stop, text))
    return found
